import { posix } from 'node:path';
import type { Address } from '../model/address.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import { taskFilesOf } from '../journal/task-files.ts';
import type { BlockView, Execution, RunView } from '../view/run-view.ts';

/**
 * What `data.json` says of a run: its view, as a file.
 *
 * Shape: `end` is there once the run is finished; `error` while it is paused. `parent` is the path of the directory of the
 * run that this map is run in, where it is run by another; only then `status` can be `cancelled`.
 * Source: the seed's data.json; `parent`, `status`, `error`, `address` and `slip` are extensions.
 */
export interface DataJson {
  readonly map: string;
  readonly start: string;
  readonly end?: string;
  readonly path: string;
  readonly parent?: string;
  readonly workslipFields: Readonly<Record<string, Value>>;
  readonly history: readonly DataJsonEntry[];
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly error?: string;
}

/**
 * One execution of a task.
 *
 * Shape: `prompt` and `log` are bare file names, or paths from the run directory where a map in this one has a folder of
 * its own; absent for an end and until there is such a file. `action` is absent until one is chosen; `address` is there
 * for tasks of inner blocks only; `slip` is the folder of the map that the task runs, from the work root.
 */
interface DataJsonEntry {
  readonly name: string;
  readonly start: string;
  readonly end?: string;
  readonly action?: string;
  readonly prompt?: string;
  readonly log?: string;
  readonly error?: string;
  readonly address?: Address;
  readonly slip?: string;
}

/** The map's path as the user gave it, and its run directory from the work root. */
export interface DataJsonPlace {
  readonly mapPath: string;
  readonly directoryPath: string;
}

/** The `data.json` of a run; `executions` are those of its history. */
export function dataJsonOf(
  view: RunView,
  { mapPath, directoryPath }: DataJsonPlace,
  executions: readonly Execution[] = view.executions,
): DataJson {
  const { started, finished, paused } = view;
  const path = folderPath(directoryPath);
  return {
    map: mapPath,
    start: started?.at ?? '',
    ...(finished === undefined ? {} : { end: finished.at }),
    path,
    workslipFields: started?.data.fields ?? {},
    history: executions.map((each) => entryOf(each, path, path)),
    status: finished === undefined ? goingOn(view) : endStatusOf(finished.data),
    ...(paused === undefined ? {} : { error: paused.message }),
  };
}

/** A sub-map: its block, how it began, and the directory of the run. */
export interface SubMapPlace extends DataJsonPlace {
  readonly block: BlockView;
  readonly start: string;
  readonly fields: RunEventData['workflow.started']['fields'];
  readonly parent: string;
}

/** The `data.json` of a sub-map. */
export function dataJsonOfSubMap(
  view: RunView,
  { mapPath, directoryPath, block, ...inner }: SubMapPlace,
): DataJson {
  const path = folderPath(directoryPath);
  const parent = folderPath(inner.parent);
  const { endAt, isLeft } = block;
  const isOver = endAt !== null;
  return {
    map: mapPath,
    start: inner.start,
    ...(isOver ? { end: endAt } : {}),
    path,
    parent,
    workslipFields: inner.fields,
    history: executionsIn(block)
      .toSorted((a, b) => a.seq - b.seq)
      .map((each) => entryOf(each, path, parent)),
    status: isLeft ? 'cancelled' : isOver ? endStatusOf(block) : goingOn(view),
    ...(isOver || view.paused === undefined ? {} : { error: view.paused.message }),
  };
}

/** An execution of a run as it stands in the history of its `data.json`. */
export function entryTextOf(
  execution: Execution,
  { directoryPath }: Pick<DataJsonPlace, 'directoryPath'>,
): string {
  const path = folderPath(directoryPath);
  return textOfEntry(entryOf(execution, path, path));
}

function textOfEntry(entry: DataJsonEntry): string {
  return JSON.stringify(entry, undefined, 2).replaceAll('\n', '\n    ');
}

/** What is between two entries. */
export const BETWEEN_ENTRIES = ',\n    ';

/** The text of a `data.json`, indented by two. `history` is that of its entries, one or more of them in each. */
export function* dataJsonParts(
  { history: entries, status, error, ...head }: DataJson,
  history: Iterable<string> = entries.map(textOfEntry),
): Generator<string> {
  yield `${JSON.stringify(head, undefined, 2).slice(0, -'\n}'.length)},\n  "history": [`;
  let isEmpty = true;
  for (const text of history) {
    yield (isEmpty ? BETWEEN_ENTRIES.slice(1) : BETWEEN_ENTRIES) + text;
    isEmpty = false;
  }
  const tail = error === undefined ? { status } : { status, error };
  yield `${isEmpty ? '' : '\n  '}],${JSON.stringify(tail, undefined, 2).slice('{'.length)}\n`;
}

function goingOn({ paused }: RunView): 'running' | 'paused' {
  return paused === undefined ? 'running' : 'paused';
}

function folderPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function endStatusOf({ failed }: { readonly failed: boolean }): 'failed' | 'completed' {
  return failed ? 'failed' : 'completed';
}

/** Those of the blocks inside of it, too. */
function executionsIn({ executions }: BlockView): readonly Execution[] {
  return executions.flatMap((each) => [each, ...(each.children?.list.flatMap(executionsIn) ?? [])]);
}

/** Keys in the order of the seed. An interrupted execution shows no action. */
function entryOf(execution: Execution, path: string, runPath: string): DataJsonEntry {
  const { task, start, interruptedAt, action, address, children } = execution;
  const end = interruptedAt ?? execution.end;
  const error = errorOf(execution);
  const slip = children?.list[0]?.map?.slip ?? null;
  return {
    name: task,
    start,
    ...(end === null ? {} : { end }),
    ...(action === null || interruptedAt !== null ? {} : { action }),
    ...filesOf(execution, path, runPath),
    ...(error === null ? {} : { error }),
    ...(address.block.length === 0 ? {} : { address }),
    ...(slip === null ? {} : { slip }),
  };
}

/** Those that there are, from the directory of the `data.json`. */
function filesOf(
  { number, task, block, hasPrompt, turns, commands }: Execution,
  path: string,
  runPath: string,
): Pick<DataJsonEntry, 'prompt' | 'log'> {
  const { prompt, log } = taskFilesOf(number, task);
  const nameOf = (file: string): string => posix.relative(path, (block.slip ?? runPath) + file);
  return {
    ...(hasPrompt ? { prompt: nameOf(prompt) } : {}),
    ...(turns + commands > 0 ? { log: nameOf(log) } : {}),
  };
}

function errorOf({ interruptedAt, ending, reason }: Execution): string | null {
  if (interruptedAt !== null) return 'interrupted';
  return ending === 'cancelled' ? ending : reason;
}
