import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { TaskEffects } from '../program/task-effects.ts';
import { effectsOf } from '../scope/effects-of.ts';
import type { OpenTask } from '../state/run-state.ts';
import { fail } from './fail.ts';

/** What an execution may change, or records that it cannot be worked out. Shape: `effects` undefined where the map says nothing. */
export function effectsOrFail(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
): { readonly effects: TaskEffects | undefined } | undefined {
  const effects = effectsOf(live, open);
  if (effects === undefined || !('problem' in effects)) return { effects };
  fail(batch, open, { reason: effects.problem, fault: 'expression' });
  return undefined;
}
