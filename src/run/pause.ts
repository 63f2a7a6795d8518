import { ROOT_ADDRESS } from '../model/address.ts';
import type { Batch } from './batch.ts';
import { isCostSpent } from './is-cost-spent.ts';
import { isStopping, type LiveRun, type StopReason } from './live-run.ts';
import type { RunState } from './run-state.ts';

/** Records why nothing is under way though the run has not ended. */
export function pause(live: LiveRun, batch: Batch): void {
  const { state } = live;
  const open = [...state.open.values()];
  const failed = open.find((each) => each.failed !== undefined);
  const left = open.find((each) => each.last?.outcome === 'interrupted');
  if (failed?.failed !== undefined) {
    const message = `Task "${failed.task.name}" failed: ${failed.failed.reason}`;
    batch.add('run.paused', ROOT_ADDRESS, { reason: 'failed', message, exitCode: 6 });
  } else if (isStopping(live)) {
    batch.add('run.paused', ROOT_ADDRESS, { reason: 'interrupted', ...stopReasonOf(live) });
  } else if (left !== undefined) {
    const message = `The agent of task "${left.task.name}" was interrupted.`;
    batch.add('run.paused', ROOT_ADDRESS, { reason: 'interrupted', message, exitCode: INTERRUPTED });
  } else {
    const message = limitMessageOf(state);
    batch.add('run.paused', ROOT_ADDRESS, { reason: 'limit', message, exitCode: 5 });
  }
}

/** By convention 128 and the number of SIGINT. */
const INTERRUPTED = 130;

function stopReasonOf({ stop }: LiveRun): StopReason {
  if (!stop.aborted) return { message: 'Ended at once.', exitCode: INTERRUPTED };
  // The one place where the reason of the signal is read; whoever aborts it gives a StopReason.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { message, exitCode } = stop.reason as StopReason;
  return { message, exitCode };
}

function limitMessageOf(state: RunState): string {
  const { limits, steps, costUsd } = state;
  return isCostSpent(state)
    ? `The cost limit of $${limits.costUsd} is reached ($${costUsd.toFixed(2)} spent).`
    : `The limit of ${limits.steps ?? 0} steps is reached (${steps} taken).`;
}
