/**
 * A run that a program has started: awaited for its result, iterated for its events.
 *
 * H1. Each iteration gives all events of the run from the first, each once and in order, whenever it begins.
 * H2. Nothing is buffered for a slow reader: events are read from the journal, where each is before anything acts on it.
 * H3. To leave an iteration does not stop the run.
 */
import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { JOURNAL_FILE } from '../journal/find-runs.ts';
import { JournalTail } from '../journal/journal-tail.ts';
import type { RunDirectory } from '../journal/run-directory.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { RunSummary } from '../report/run-summary.ts';
import type { RunEventData } from '../model/run-event.ts';

/**
 * How a run came to rest: the shape of `wfmap show --json`, and where it is kept. Plain values.
 *
 * Units: US dollars, ms. Shape: `status` is `completed` for an end, `failed` for an end that is marked so, `paused` for a run that
 * `wfmap resume` continues; `outcome` and `result` are those of its end.
 */
export interface RunResult extends RunSummary {
  /** Absolute: the folder of the run, with its journal. */
  readonly folder: string;
  /** Why it paused; null for a run that came to an end. */
  readonly pause: RunEventData['run.paused']['reason'] | null;
}

/**
 * A run under way. Awaited, it gives a {@link RunResult}, also of a run that failed or paused.
 *
 * Errors: rejects with a WfmapError where the run could not be started, or the disk failed. Iteration throws the same.
 */
export interface RunHandle extends Promise<RunResult>, AsyncIterable<RunEvent> {
  /** Stops it so that it can be resumed: agents get 5 s to end. The result is then paused, as `interrupted`. */
  readonly stop: () => void;
  /** Ends agents and commands at once. The run can still be resumed. */
  readonly kill: () => void;
}

/** What a handle is made of. `follow` receives the folder of the run, and each event. */
export interface RunParts {
  readonly fs: FileSystem;
  readonly stop: () => void;
  readonly kill: () => void;
  readonly work: (follow: Follow) => Promise<RunResult>;
}

export interface Follow {
  readonly onDirectory: (directory: RunDirectory) => void;
  readonly onEvent: () => void;
}

/** Begins a run and gives its handle. */
export function createRunHandle({ fs, stop, kill, work }: RunParts): RunHandle {
  let directory: RunDirectory | undefined;
  let isOver = false;
  let next = Promise.withResolvers<void>();
  const wake = (): void => {
    next.resolve();
    next = Promise.withResolvers();
  };
  const result = work({ onDirectory: (made) => (directory = made), onEvent: wake }).finally(() => {
    isOver = true;
    wake();
  });
  async function* events(): AsyncGenerator<RunEvent, void> {
    // The iteration throws what went wrong.
    result.catch(() => undefined);
    let tail: JournalTail | undefined;
    for (;;) {
      const [wasOver, woken] = [isOver, next.promise];
      if (directory !== undefined) {
        const path = join(directory.folder, JOURNAL_FILE);
        if (tail !== undefined || fs.kindOf(path) === 'file') {
          tail ??= new JournalTail(fs, path);
          yield* tail.read().events;
        }
      }
      if (wasOver) break;
      await woken;
    }
    await result;
  }
  return Object.assign(result, { stop, kill, [Symbol.asyncIterator]: events });
}
