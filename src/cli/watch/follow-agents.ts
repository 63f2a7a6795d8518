import { createProgressReader } from '../../agent/claude/read-stream.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { systemCodeOf } from '../../util/error.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import type { Progress } from '../progress/progress.ts';
import { followFile } from '../views/follow-file.ts';
import { taskLogOf } from '../views/task-log.ts';

/** What agents of a run say and do, from their logs. */
export interface FollowedAgents {
  /** Follows those that have begun since the last call. */
  readonly look: (view: RunView) => void;
  /** Reads to the end what is followed. */
  readonly end: () => Promise<void>;
}

/** Hands on to a progress what the agents of a run say while they work. A log that cannot be read tells nothing. */
export function followAgents(run: RunEntry, progress: Pick<Progress, 'onProgress'>): FollowedAgents {
  const followed = new Map<number, Promise<void>>();
  let isOver = false;
  const follow = async (execution: Execution): Promise<void> => {
    const { address, turns } = execution;
    const read = createProgressReader((said) => progress.onProgress({ address, attempts: turns }, said));
    const { log } = taskLogOf(run, execution);
    try {
      await followFile(log, () => isOver || execution.end !== null, read);
    } catch (thrown) {
      if (systemCodeOf(thrown) === undefined) throw thrown;
    }
  };
  return {
    look: ({ open }) => {
      for (const each of open.values())
        if (each.turns > 0 && !followed.has(each.number)) followed.set(each.number, follow(each));
    },
    end: async () => {
      isOver = true;
      await Promise.all(followed.values());
    },
  };
}
