import '../../framework/install-functions.ts';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { check, type Checked } from '../../check/check.ts';
import { byPlace } from '../../diagnostics/diagnostic.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { drawText } from '../../graph/text/draw-text.ts';
import { formatMap } from '../../print/convert.ts';
import { readText } from '../../project/read-text.ts';
import { templateReader } from '../../project/template-reader.ts';
import { isRunnable } from '../../report/stored-program.ts';
import { toProgram } from '../../run/program/to-program.ts';
import { createCoverage } from '../../scenario/coverage.ts';
import type { PlayedProgram } from '../../scenario/play-scenario.ts';
import type { NewFile } from '../eject/write-files.ts';
import { graphOfChecked } from '../io/draw-map.ts';
import { UsageError } from '../io/usage-error.ts';
import { coverageLines, failureLines } from '../test/report-lines.ts';
import { testText } from '../test/test-file.ts';
import { filesOfDraft, mapPathOf, scenariosPathOf, type Draft } from './draft.ts';
import { placeFaults, takenFaults } from './place-faults.ts';

/** A draft that was looked at. Shape: `faults` are texts of one or more lines, none where it is sound; then `picture` is the map as a drawing. */
export interface CheckedDraft {
  readonly faults: readonly string[];
  readonly picture: string;
  readonly files: readonly NewFile[];
}

/** Units: columns. */
const PICTURE_WIDTH = 100;

/**
 * Checks a draft as if its files were in the project: the rules of `wfmap validate`, warnings too, then its scenarios, which must take
 * every way of its maps. Nothing is written, and no agent and no command is started.
 *
 * Errors: none for the draft; what is wrong with it are its `faults`.
 */
export async function checkDraft(draft: Draft, workRoot: string): Promise<CheckedDraft> {
  const source = { name: mapPathOf(draft.name), text: draft.map };
  const files = filesOfDraft(draft, formatMap(source, () => undefined) ?? draft.map);
  const misplaced = [...placeFaults(draft), ...takenFaults(draft, workRoot)];
  if (misplaced.length > 0) return { faults: misplaced, picture: '', files };
  const overlay = overlayOf(draft.files, workRoot);
  const checked = check(
    source,
    templateReader({ workRoot, mapRoot: workRoot, nameFrom: workRoot }, overlay.read),
  );
  const wrong = diagnosticFaults(checked);
  if (!isRunnable(checked)) return { faults: wrong, picture: '', files };
  const played = await playFaults(draft, toProgram(checked, source.name), workRoot);
  return {
    faults: [...wrong, ...overlay.unread(), ...played],
    picture: pictureOf(checked, source.name),
    files,
  };
}

function diagnosticFaults({ diagnostics }: Checked): readonly string[] {
  const told = diagnostics.filter(({ severity }) => severity !== 'info').toSorted(byPlace);
  return told.length === 0 ? [] : [renderPretty(told).trimEnd()];
}

/** The files of a draft over those of the project. Shape: `unread` are faults, one for each file that nothing has asked for. */
function overlayOf(files: readonly NewFile[], workRoot: string) {
  const texts = new Map(files.map(({ path, text }) => [join(workRoot, path), text]));
  const asked = new Set<string>();
  return {
    read: {
      exists: (file: string): boolean => texts.has(file) || existsSync(file),
      read: (file: string, maxBytes: number): string => {
        asked.add(file);
        return texts.get(file) ?? readText(file, maxBytes);
      },
    },
    unread: (): readonly string[] =>
      files.flatMap(({ path }) =>
        asked.has(join(workRoot, path))
          ? []
          : [`Nothing in the map names "${path}": leave it out, or use it.`],
      ),
  };
}

/** What fails of the scenarios, and which ways they leave out. */
async function playFaults(
  draft: Draft,
  program: PlayedProgram,
  workRoot: string,
): Promise<readonly string[]> {
  const name = scenariosPathOf(draft.name);
  const path = join(workRoot, name);
  const own = join(workRoot, mapPathOf(draft.name));
  const coverage = createCoverage();
  const report = await testText({ name, text: draft.scenarios }, path, {
    workFolder: workRoot,
    filter: undefined,
    bail: false,
    coverage,
    load: (map) => {
      if (resolve(dirname(path), map) === own) return program;
      throw new UsageError(`The scenarios are of "${map}", and not of the drafted map.`, {
        help: `Write map: ${relative(dirname(path), own)}`,
      });
    },
    programs: new Map(),
    hasFailed: false,
  });
  const drafted = new Set([mapPathOf(draft.name), ...draft.files.map((file) => file.path)]);
  const short = coverage.maps().filter(({ map, missing }) => drafted.has(map) && missing.length > 0);
  return [
    ...report.faults.map((lines) => lines.join('\n')),
    ...failureLines(report)
      .join('\n')
      .trim()
      .split(/\n\n/)
      .filter((text) => text !== ''),
    ...short.map((map) => `The scenarios have to take every transition. ${coverageLines(map).join('\n')}`),
  ];
}

function pictureOf(checked: Checked, name: string): string {
  const graph = graphOfChecked(checked, name, false);
  return graph === undefined ? '' : drawText(graph, { color: false, width: PICTURE_WIDTH, isAscii: false });
}
