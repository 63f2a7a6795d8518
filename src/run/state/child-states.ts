import type { ForeachTask } from '../../model/block.ts';
import type { ItemRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { ItemSchedule } from './item-schedule.ts';

/** The blocks inside of an execution: branches of a parallel, items of a foreach, the map of a workflow. */
export interface ChildStates {
  /** In the order of the map, or of the items. */
  readonly byKey: Map<string, ChildState>;
  /** Undefined where all child blocks start at once. */
  readonly schedule: ItemSchedule | undefined;
  /** How many may still come to an end, and how many ended well. */
  left: number;
  /** Whether a worktree was planned for any of them. */
  hasWorktrees: boolean;
  /** Those that are over, in the order in which they came to it. */
  readonly ended: ChildState[];
  succeeded: number;
}

export interface ChildState {
  status: 'waiting' | 'running' | 'finished' | 'cancelled' | 'skipped';
  readonly item: ItemRecord | undefined;
  /** Its place among them, from 0. */
  readonly index: number;
  outcome: string | null;
  result: Value;
  failed: boolean;
  /** What else is to be said of its end. */
  reason: string | undefined;
  /** Why it ended so, for people; it is no part of the result. */
  endReason: string | undefined;
  /** Whether its work is to be merged and was not: what waits for it waits in vain. */
  isUnmerged: boolean;
}

/** Why its work was not merged, in a few words. */
export const UNMERGED = 'Its merge met other changes.';

export function createChildStates(keys: readonly string[]): ChildStates {
  const byKey = new Map(keys.map((key, index) => [key, createChildState(undefined, index)]));
  return { byKey, schedule: undefined, left: keys.length, hasWorktrees: false, ended: [], succeeded: 0 };
}

export function createItems(
  items: readonly ItemRecord[],
  { concurrency, onItemFailure }: Pick<ForeachTask, 'concurrency' | 'onItemFailure'>,
): ChildStates {
  return {
    byKey: new Map(items.map((item, index) => [item.key, createChildState(item, index)])),
    schedule: new ItemSchedule(items, concurrency, onItemFailure === 'continue'),
    left: items.length,
    hasWorktrees: false,
    ended: [],
    succeeded: 0,
  };
}

function createChildState(item: ItemRecord | undefined, index: number): ChildState {
  return {
    status: 'waiting',
    item,
    index,
    outcome: null,
    endReason: undefined,
    result: null,
    failed: false,
    reason: undefined,
    isUnmerged: false,
  };
}
