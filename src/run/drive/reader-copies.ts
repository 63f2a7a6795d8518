import { join } from 'node:path';
import type { LiveRun } from '../live/live-run.ts';
import { copyOf } from '../live/reader-copy.ts';
import type { OpenTask } from '../state/run-state.ts';

/** The copies that executions work in, while they do. */
export interface ReaderCopies {
  /** Makes the copy that an execution is to work in, if any. Shape: its path from the work root. */
  readonly make: (open: OpenTask) => Promise<string | undefined>;
  /** Removes those of executions that are over and of which no work is under way. */
  readonly follow: (isNeeded: (start: number) => boolean) => void;
  /** Removes all. */
  readonly close: () => Promise<void>;
}

export function createReaderCopies(live: LiveRun): ReaderCopies {
  const made = new Map<number, OpenTask>();
  const removing = new Set<Promise<void>>();
  const report = (open: OpenTask, text: string): void => live.onProgress(open, { kind: 'text', text });
  const remove = async (open: OpenTask): Promise<void> => {
    const left = await live.worktrees?.copies?.remove(copyOf(live, open));
    if (left !== undefined) report(open, `Its copy of the work tree is left: ${left.fault}`);
  };
  const begin = (start: number, open: OpenTask): void => {
    made.delete(start);
    const work = remove(open).finally(() => removing.delete(work));
    removing.add(work);
  };
  return {
    make: async (open) => {
      const at = live.atWork.get(open.start);
      if (at?.wantsCopy !== true) return undefined;
      const wish = copyOf(live, open);
      const fault = await live.settingsGuard?.faultIn(wish.folder);
      const copy = fault === undefined ? await live.worktrees?.copies?.make(wish) : { fault };
      if (copy === undefined || 'fault' in copy) {
        at.wantsCopy = false;
        report(open, `It works beside others in the same folder: ${copy?.fault ?? 'nobody makes a copy'}`);
        return undefined;
      }
      made.set(open.start, open);
      at.copy = join(wish.root, copy.path);
      await live.settingsGuard?.begin(at.copy);
      return copy.path;
    },
    follow: (isNeeded) => {
      for (const [start, open] of made) if (!isNeeded(start)) begin(start, open);
    },
    close: async () => {
      for (const [start, open] of made) begin(start, open);
      await Promise.all(removing);
    },
  };
}
