import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { Outcome } from '../scope/route.ts';
import type { OpenTask } from '../state/run-state.ts';
import { brokenEffects } from './broken-effects.ts';
import { conclude } from './conclude.ts';
import { fail } from './fail.ts';

/** Records what a task came to, or that it failed, because it changed what it must not. */
export function concludeWithin(live: LiveRun, batch: Batch, open: OpenTask, outcome: Outcome): void {
  const reason = brokenEffects(live, open);
  if (reason === undefined) conclude(live, batch, open, outcome);
  // Its answer is not kept: who changed what it looked at looks again.
  else fail(batch, open, { reason, fault: 'effects' });
}
