import { asSentence } from '../../util/as-sentence.ts';
import type { Batch } from '../live/batch.ts';
import { workFolderOf } from '../live/work-folder.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { PlannedContext } from '../live/planned.ts';
import type { OutlineReply } from '../host/outliner.ts';
import { outlineRequest } from '../scope/outline-request.ts';
import { contextOf } from '../scope/task-scope.ts';
import { turnOf } from '../scope/turn.ts';
import { instanceWith } from '../state/in-state.ts';
import type { OpenTask } from '../state/run-state.ts';
import { fail } from './fail.ts';

/**
 * What must be read before an agent can be given its prompt; undefined where nothing must, `failed` where that is recorded.
 *
 * An outline is worked out once for a visit: an execution that resumes it gets the same.
 */
export function planContext(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
): PlannedContext | undefined | 'failed' {
  const { task } = open;
  if (task.type !== 'claude' || live.outline === undefined || open.outline !== undefined) return undefined;
  // Which session it is does not matter: only that a turn sends the prompt.
  if (turnOf(open, () => NO_SESSION).text.kind === 'words') return undefined;
  const context = contextOf(live, instanceWith(live.state, open));
  const outline = outlineRequest(context, open, task, workFolderOf(live, open.address.block));
  if (outline === undefined) return undefined;
  if ('problem' in outline) {
    fail(batch, open, { reason: outline.problem, fault: 'expression' });
    return 'failed';
  }
  return { kind: 'context', open, outline };
}

const NO_SESSION = { session: undefined, forks: undefined };

/** Records what was read. Without it the task goes on: the reason is for people. */
export function settleContext(batch: Batch, open: OpenTask, reply: OutlineReply): void {
  const { name: task } = open.task;
  const record =
    'fault' in reply
      ? { task, text: '', tokens: 0, reason: asSentence(reply.fault) }
      : { task, text: reply.text, tokens: reply.tokens, reason: null };
  batch.add('outline.read', open.address, record);
}
