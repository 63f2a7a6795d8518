import { toError } from '../../util/error.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';
import { baseOf, workFolderOf } from '../live/work-folder.ts';

/**
 * Reports how work ended, with what is changed in its workspace by then where its guards or arguments read that.
 *
 * Shape: settled when it was reported.
 */
export function reportEnd<T>(
  live: LiveRun,
  open: OpenTask,
  reply: Promise<T>,
  report: (reply: T, diff: string | undefined) => void,
): Promise<unknown> {
  const read = readerOf(live, open);
  if (read !== undefined) return reply.then(async (each) => report(each, await read()));
  void reply.then((each) => report(each, undefined));
  return reply;
}

function readerOf(live: LiveRun, open: OpenTask): (() => Promise<string | undefined>) | undefined {
  const { worktrees } = live;
  const { task, address } = open;
  if (worktrees === undefined || address.block.length === 0 || task.type === 'end') return undefined;
  const { path, program } = instanceWith(live.state, open);
  if (program.facts.tasks.get(task)?.actionNames.has('workspace') !== true) return undefined;
  const folder = workFolderOf(live, path);
  const base = baseOf(live, path) ?? 'HEAD';
  return async () => {
    try {
      return await worktrees.diff(folder, base);
    } catch (thrown) {
      // A disk that is full must not cost the reply; the guards see what was read before.
      live.onProgress(open, { kind: 'text', text: toError(thrown).message });
      return undefined;
    }
  };
}
