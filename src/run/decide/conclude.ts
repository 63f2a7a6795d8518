import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { fail } from './fail.ts';
import type { LiveRun } from '../live/live-run.ts';
import { route, type Outcome } from '../scope/route.ts';
import type { OpenTask } from '../state/run-state.ts';

/**
 * Records the end of a task: what it found out and `set`, where it goes and with which arguments.
 *
 * What expressions gave is recorded, so that nobody has to evaluate them again. Where no guard holds, or an
 * expression has no value, the task failed, and its result is kept with that.
 */
export function conclude(live: LiveRun, batch: Batch, open: OpenTask, outcome: Outcome): void {
  const { task } = open;
  invariant(task.type !== 'end', 'an end has no action');
  const way = route(live, open, outcome);
  if ('fault' in way) {
    fail(batch, open, way, outcome);
    return;
  }
  const { result, by } = outcome;
  const { bindings, args } = way;
  const action = way.action?.name ?? null;
  const address = open.attempts === 0 ? open.address : { ...open.address, attempt: open.attempts };
  if (action !== null) batch.add('action.chosen', address, { task: task.name, action, by });
  batch.add('task.finished', address, { task: task.name, action, result, outcome: null, bindings, args });
}
