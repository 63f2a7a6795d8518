import { toJson } from '../../diagnostics/to-json.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { byPlace } from '../../diagnostics/diagnostic.ts';
import { isPrompted, roleOf } from '../../model/tasks.ts';
import { readNamedMap } from '../../report/named-map.ts';
import { isRunnable } from '../../report/stored-program.ts';
import type { MapFinding, MapPage, MapStart, MapTask } from '../../report/shapes.ts';
import type { Program } from '../../run/program/program.ts';
import { toProgram } from '../../run/program/to-program.ts';
import type { PageMaps } from '../../serve/page/page-api.ts';
import { effectsOf, effectsText, needsWall } from '../flags/effects-help.ts';
import { findTask } from '../flags/find-prompted.ts';
import { takesStory } from '../flags/story.ts';
import { graphOfChecked } from '../io/draw-map.ts';
import { knownMaps, mapLineOf, type KnownMap } from '../io/known-maps.ts';
import { findProgram } from '../io/load-program.ts';

/** The maps of a project for the page: only those that `wfmap list` has can be asked for. Errors: its methods throw ProjectError. */
export function createPageMaps(workRoot: string, workFolder: string): PageMaps {
  const find = (name: string): KnownMap | undefined => knownMaps(workFolder).find((map) => map.name === name);
  return {
    list: () => knownMaps(workFolder).map(mapLineOf),
    find: (name) => {
      const known = find(name);
      return known === undefined ? undefined : mapPageOf(known, workRoot, workFolder);
    },
    task: (name, place) => {
      const known = find(name);
      const program = known === undefined ? undefined : findProgram(known.name, workRoot, workFolder);
      return program === undefined ? undefined : mapTaskAt(program, place);
    },
  };
}

function mapPageOf(known: KnownMap, workRoot: string, workFolder: string): MapPage {
  const { checked, path, rootOf } = readNamedMap(known.name, workRoot, workFolder);
  return {
    line: mapLineOf(known),
    graph: graphOfChecked(checked, path, true) ?? null,
    findings: checked.diagnostics.toSorted(byPlace).map(findingOf),
    start: isRunnable(checked) ? startOf(toProgram(checked, path, rootOf).program) : null,
  };
}

function startOf(program: Program): MapStart {
  const { fields } = program.map;
  return {
    fields,
    takesGoal: takesStory(fields),
    effects: effectsOf(program),
    needsWall: needsWall(program),
  };
}

function findingOf(diagnostic: Diagnostic): MapFinding {
  const [json] = toJson([diagnostic], 1).diagnostics;
  const { code, severity, message, help } = diagnostic;
  const { line = 1, column = 1 } = json?.range.start ?? {};
  return { code, severity, message, help, place: `${json?.file ?? ''}:${line}:${column}` };
}

function mapTaskAt(program: Program, place: string): MapTask | undefined {
  const written = findTask(program, place);
  if (written === undefined) return undefined;
  const { task } = written;
  return {
    effect: effectsText(written) ?? null,
    role: roleOf(task)?.name ?? null,
    prompt: isPrompted(task) ? promptOf(task.prompt, written.program) : null,
  };
}

function promptOf(prompt: Parameters<Program['templates']['get']>[0], { templates }: Program): string {
  return prompt.kind === 'file' ? (templates.get(prompt)?.source.text ?? '') : prompt.text;
}
