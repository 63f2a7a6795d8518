import { join } from 'node:path';
import { taskFilesOf } from '../journal/task-files.ts';
import type { RecordedEdits } from '../model/recorded-edits.ts';
import { readWithin } from '../project/read-within.ts';
import { pathFault } from '../agent/scripted/edited-path.ts';
import { isObject } from '../util/is-object.ts';
import type { Execution } from '../view/run-view.ts';

/** Units: bytes. */
const MAX_BYTES = 8 * 1_048_576;

/**
 * What an execution changed, as its run kept it; undefined where it kept nothing that can be read. `folder` is that of its files.
 *
 * Other programs can write that file: a path that leads out of the project is left out, and said so.
 */
export function readEdits(
  folder: string,
  { number, task }: Pick<Execution, 'number' | 'task'>,
): RecordedEdits | undefined {
  const json = readJson(folder, join(folder, taskFilesOf(number, task).edits));
  const { edits, left } = isObject(json) ? json : {};
  if (!isObject(edits)) return undefined;
  const all = Object.entries(edits).filter(isEdit);
  const foreign = all.filter(([path]) => pathFault(path) !== undefined);
  return {
    edits: Object.fromEntries(all.filter(([path]) => pathFault(path) === undefined)),
    left: {
      ...Object.fromEntries(
        Object.entries(isObject(left) ? left : {}).map(([path, why]) => [path, String(why)]),
      ),
      ...Object.fromEntries(foreign.map(([path]) => [path, `it ${pathFault(path) ?? ''}`])),
    },
  };
}

function isEdit(entry: [string, unknown]): entry is [string, string | null] {
  return entry[1] === null || typeof entry[1] === 'string';
}

function readJson(folder: string, path: string): unknown {
  const read = readWithin(folder, path, MAX_BYTES);
  if (read === undefined || !('text' in read)) return undefined;
  try {
    return JSON.parse(read.text);
  } catch {
    // A file that a power cut left half written, or that another program wrote.
    return undefined;
  }
}
