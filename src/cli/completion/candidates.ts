import { catalogue } from '../../diagnostics/catalogue.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { Field } from '../../model/field.ts';
import { placeOfTask } from '../../model/place.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { shippedMaps } from '../../project/resolve-map.ts';
import type { Program } from '../../run/program/program.ts';
import { WfmapError } from '../../util/error.ts';
import { agentsAtWork } from '../../view/agents-at-work.ts';
import { isSetOnly } from '../flags/field-help.ts';
import { tasksWithin } from '../flags/find-prompted.ts';
import { knownMaps } from '../io/known-maps.ts';
import { findProgram } from '../io/load-program.ts';
import { isPrompted } from '../../model/tasks.ts';
import { PATTERNS } from '../new/patterns.ts';
import { nameOfQuestion, openQuestionsOf } from '../../report/open-questions.ts';
import { openRun, readRunOnDisk } from '../views/open-run.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { readSummary } from '../../report/run-summary.ts';

/** What of a line is known: its command, the words that were written after it, and the commands that there are. */
export interface Line {
  readonly commands: readonly string[];
  readonly command: string;
  readonly words: readonly string[];
}

export function mapNames(): readonly string[] {
  const known = orNothing(() => knownMaps(process.cwd()).map(({ name }) => name));
  return known ?? shippedMaps();
}

export function runNames(): readonly string[] {
  return runsHere().map(({ name }) => name);
}

export function waitingRuns(): readonly string[] {
  const names: string[] = [];
  for (const run of runsHere().slice(0, MOST_RUNS)) {
    const summary = orNothing(() => readSummary(nodeFileSystem, run));
    if (summary && summary.questions.length > 0) names.push(run.name);
  }
  return names;
}

/** The tasks with a log, by the places that `logs` takes. */
export function logPlaces({ words: [name] }: Line): readonly string[] {
  const executions = opened(name)?.view.executions ?? [];
  return executions.map(({ address }) => placeOfTask(address));
}

/** The tasks of the map that a run has, which `resume --from` takes. */
export function tasksOfRun({ words: [name] }: Line): readonly string[] {
  const executions = opened(name)?.view.executions ?? [];
  return executions.filter(({ address }) => address.block.length === 0).map(({ task }) => task);
}

/** What may be chosen in a question of a run. */
export function actionsAsked({ words: [name] }: Line): readonly string[] {
  const run = opened(name);
  return run
    ? openQuestionsOf(run.view).flatMap(({ asked }) => asked.choices.map(({ name: choice }) => choice))
    : [];
}

export function questionNames({ words: [name] }: Line): readonly string[] {
  const run = opened(name);
  if (!run) return [];
  const all = openQuestionsOf(run.view);
  return all.map((each) => nameOfQuestion(each, all));
}

/** The runs with an agent at work. */
export function workingRuns(): readonly string[] {
  const newest = runsHere().slice(0, MOST_RUNS);
  return newest
    .filter((run) => namesOfAgents(orNothing(() => readRunOnDisk(run))).length > 0)
    .map(({ name }) => name);
}

/** The agents at work, by what `steer --task` takes. */
export function agentNames({ words: [name] }: Line): readonly string[] {
  return namesOfAgents(opened(name));
}

function namesOfAgents(run: RunOnDisk | undefined): readonly string[] {
  if (run?.pid === undefined) return [];
  const all = agentsAtWork(run.view);
  return all.map((each) => nameOfQuestion(each, all));
}

export function promptPlaces({ words: [map] }: Line): readonly string[] {
  const program = programOf(map);
  const written = program ? tasksWithin(program) : [];
  return written.filter(({ task }) => isPrompted(task)).map(({ place }) => place);
}

/** The flags of a map's fields; a field with the name of a flag of ours has none. */
export function fieldFlags(line: Line): readonly string[] {
  return fieldsOf(line)
    .filter(({ name }) => !isSetOnly(name))
    .flatMap(({ name, type }) => (type === 'boolean' ? [`--${name}`, `--no-${name}`] : [`--${name}`]));
}

/** The fields as `--set` takes them. */
export function setFields(line: Line): readonly string[] {
  return fieldsOf(line).map(({ name }) => `${name}=`);
}

/** The values that a field is restricted to. */
export function fieldValues(line: Line, flag: string): readonly string[] {
  const field = fieldsOf(line).find(({ name }) => `--${name}` === flag);
  return (field?.enum ?? []).map(String);
}

export function diagnosticCodes(): readonly string[] {
  return Object.keys(catalogue);
}

export function patternNames(): readonly string[] {
  return PATTERNS.map(({ name }) => name);
}

/** Commands whose first word is a map with fields. */
const WITH_FIELDS: ReadonlySet<string> = new Set(['run', 'prompt']);

function fieldsOf({ command, words: [map] }: Line): readonly Field[] {
  return WITH_FIELDS.has(command) ? (programOf(map)?.map.fields ?? []) : [];
}

function programOf(map: string | undefined): Program | undefined {
  if (map === undefined) return undefined;
  const workFolder = process.cwd();
  return findProgram(map, findWorkRoot(workFolder), workFolder);
}

/** Units: runs. Each is read whole. */
const MOST_RUNS = 50;

function runsHere() {
  return orNothing(() => findRuns(nodeFileSystem, findWorkRoot(process.cwd()))) ?? [];
}

function opened(name: string | undefined): RunOnDisk | undefined {
  return orNothing(() => openRun(name));
}

/** What cannot be read is reported by the command itself, once it is started. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}
