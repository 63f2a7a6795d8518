import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import { attemptsText } from '../scope/attempts-text.ts';
import { readsBuiltIn, type TaskContext } from '../scope/task-scope.ts';
import { attemptsAt } from '../state/attempts.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Units: bytes of the end of a log. */
const MAX_LOG_BYTES = 4_000;

/** Records what was tried before at what a task is for, where its prompt names that; each prompt gets it as it is then. */
export function recordAttempts(
  { state, files }: Pick<LiveRun, 'state' | 'files'>,
  batch: Batch,
  open: OpenTask,
  context: TaskContext,
): void {
  if (!readsBuiltIn('earlierAttempts', context, open.args, open.task)) return;
  const attempts = attemptsAt(state, open.address);
  if (attempts.count === 0) return;
  const logged = attempts.newest.findLast(({ log }) => log !== undefined)?.log;
  const text = attemptsText(attempts, logged === undefined ? '' : files.logEnd(logged, MAX_LOG_BYTES));
  if (text !== open.earlierAttempts) batch.add('attempts.read', open.address, { task: open.task.name, text });
}
