import type { ChangesRecord } from '../../model/event-records.ts';
import { brokenEffects, type BrokenEffects } from '../program/broken-effects.ts';
import type { AtWork } from './at-work.ts';

/**
 * What an execution, or who was at work beside it, changed that none of them may; undefined where somebody may change
 * anything.
 */
export function brokenBy({ effects, beside }: AtWork, changes: ChangesRecord): BrokenEffects | undefined {
  const all = [{ effects }, ...beside].flatMap((each) => each.effects ?? []);
  return all.length <= beside.size ? undefined : brokenEffects(all, changes);
}
