import { beginWork } from '../live/at-work.ts';
import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import { needsCopy } from '../live/reader-copy.ts';
import { workFolderOf } from '../live/work-folder.ts';
import { effectsOf } from '../scope/effects-of.ts';
import type { OpenTask } from '../state/run-state.ts';
import { fail } from './fail.ts';

/**
 * Takes down that an execution goes to work, and what it may change, or records that this cannot be worked out.
 *
 * Shape: whether it may go on.
 */
export function beginOrFail(live: LiveRun, batch: Batch, open: OpenTask): boolean {
  const effects = effectsOf(live, open);
  if (effects !== undefined && 'problem' in effects) {
    fail(batch, open, { reason: effects.problem, fault: 'expression' });
    return false;
  }
  const folder = workFolderOf(live, open.address.block);
  const wantsCopy = needsCopy(live, open, effects);
  beginWork(live.atWork, open.start, { folder, name: nameOf(open), effects, wantsCopy }, (start) =>
    live.state.open.has(start),
  );
  return true;
}

function nameOf({ task, address }: OpenTask): string {
  const block = address.block.at(-1);
  const name = JSON.stringify(task.name);
  return block === undefined ? name : `${name} of ${JSON.stringify(block.key)}`;
}
