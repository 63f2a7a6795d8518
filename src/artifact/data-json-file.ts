/**
 * `data.json` of a run that goes on: follows the journal and writes at moments that stay cheap.
 *
 * Writing is by the size of the whole history, so a write after each step would cost by the square. Each write
 * is therefore followed by a rest of {@link REST} times what it took: writing never takes more than 5 % of the
 * time. A step of an agent outlasts any rest; only a run of very quick steps notices.
 *
 * W1. A reader sees a whole file, of some moment of the run.
 * W2. After `flush` it is the moment of the last event in the view. The caller flushes when the run pauses or ends,
 *     and after `restMs` when it has nothing else to do.
 * W3. Nothing reads it back as state: it is not synced, and resuming writes it anew.
 */
import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { withStorage } from '../journal/journal-error.ts';
import { writeWholeParts } from '../journal/write-whole.ts';
import type { Execution, RunView } from '../view/run-view.ts';
import { dataJsonOf, dataJsonParts, type DataJson, type DataJsonPlace } from './data-json.ts';
import { DataJsonHistory } from './data-json-history.ts';

export interface DataJsonFile {
  /** Called for each execution that starts, also for those that the journal held already. */
  readonly add: (execution: Execution) => void;
  /** Called when the view has changed: writes unless a rest is on. Errors: throws `storage-failed`. */
  readonly update: () => void;
  /** Writes what is not yet written. Errors: throws `storage-failed`. */
  readonly flush: () => void;
  /** How long until a write that was held back is due; undefined when all is written. Units: ms. */
  readonly restMs: () => number | undefined;
}

/** `view` is followed, and need not keep what has ended; `isNew` says that the journal is empty yet; `nowMs` is any clock that does not go back. */
export interface DataJsonFileOptions extends DataJsonPlace {
  readonly folder: string;
  readonly view: RunView;
  readonly isNew: boolean;
  readonly nowMs: () => number;
}

export function createDataJsonFile(fs: FileSystem, options: DataJsonFileOptions): DataJsonFile {
  const { view } = options;
  const history = new DataJsonHistory(view, options);
  // What stands there after a crash may be older than the journal, or nothing.
  let isWritten = options.isNew;
  let restsUntil = -Infinity;
  const flush = (): void => {
    if (isWritten) return;
    const begin = options.nowMs();
    try {
      writeDataJson(fs, options.folder, dataJsonOf(view, options, []), history.texts());
      isWritten = true;
    } finally {
      const end = options.nowMs();
      restsUntil = end + REST * (end - begin);
    }
  };
  return {
    add: (execution) => history.add(execution),
    update: () => {
      isWritten = false;
      if (options.nowMs() >= restsUntil) flush();
    },
    flush,
    restMs: () => (isWritten ? undefined : Math.max(0, restsUntil - options.nowMs())),
  };
}

const REST = 19;

/** Writes `data.json`, in place of the one before; `history` is the text of its entries. Errors: throws `storage-failed`. */
export function writeDataJson(
  fs: FileSystem,
  folder: string,
  dataJson: DataJson,
  history?: Iterable<string>,
): void {
  const path = join(folder, 'data.json');
  withStorage('write the workslip', path, () => writeWholeParts(fs, path, dataJsonParts(dataJson, history)));
}
