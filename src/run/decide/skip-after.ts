import type { ForeachTask } from '../../model/block.ts';
import type { Batch } from '../live/batch.ts';
import type { ChildStates } from '../state/child-states.ts';
import type { OpenTask } from '../state/run-state.ts';
import { append } from '../../util/append.ts';

/**
 * Leaves out what an item stands in the way of: after one that failed all that is left, or what waits for it; and what
 * waits for work that could not be merged.
 */
export function skipAfter(batch: Batch, open: OpenTask, task: ForeachTask, endedKey: string): void {
  const { children } = open;
  const ended = children?.byKey.get(endedKey);
  if (children === undefined || ended === undefined || !(ended.failed || ended.isUnmerged)) return;
  const skip = (key: string, reason: string): boolean => {
    if (children.byKey.get(key)?.status !== 'waiting') return false;
    batch.add('item.skipped', open.address, { task: task.name, key, reason });
    return true;
  };
  if (ended.failed && task.onItemFailure === 'stop') {
    for (const key of children.byKey.keys()) skip(key, `Item "${endedKey}" failed.`);
    return;
  }
  skipDependents(children, endedKey, { skip, how: ended.failed ? 'failed' : 'could not be merged' });
}

interface Skipping {
  readonly skip: (key: string, reason: string) => boolean;
  /** How the item came to its end that the others wait for. */
  readonly how: string;
}

function skipDependents({ schedule }: ChildStates, endedKey: string, { skip, how }: Skipping): void {
  const waiting = [endedKey];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const reason = `It waits for item "${key}", which ${key === endedKey ? how : 'was skipped'}.`;
    append(
      waiting,
      (schedule?.dependentsOf(key) ?? []).filter((each) => skip(each, reason)),
    );
  }
}
