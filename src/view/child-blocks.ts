import { blockKeyOf, childPathOf } from '../model/address.ts';
import { CONFLICT } from '../model/worktrees.ts';
import {
  createBlock,
  type BlockStatus,
  type BlockView,
  type ChildBlocks,
  type Execution,
  type RunView,
} from './run-view.ts';

// How the child blocks of an execution change, with their counts.

/** The child blocks of an execution, which from now on has some. */
export function childrenOf(execution: Execution, kind: ChildBlocks['kind']): ChildBlocks {
  execution.isStep = true;
  return (execution.children ??= {
    kind,
    list: [],
    byKey: new Map(),
    counts: { waiting: 0, running: 0, stopped: 0, finished: 0, kept: 0, cancelled: 0, skipped: 0 },
    failed: 0,
    unmerged: 0,
    underWay: new Set(),
  });
}

/** What a child block is called, and what is known of it from its beginning. */
export type Child = Pick<BlockView, 'key'> &
  Partial<Pick<BlockView, 'title' | 'waitsFor' | 'exclusive' | 'map'>> & {
    readonly kind: ChildBlocks['kind'];
  };

/** The child block with a key; it waits where it was not known. */
export function childOf(view: RunView, execution: Execution, child: Child): BlockView {
  const { list, byKey, counts } = childrenOf(execution, child.kind);
  const known = byKey.get(child.key);
  if (known !== undefined) return known;
  const path = childPathOf(execution.address, child.key);
  const block = createBlock({
    ...child,
    path,
    parent: execution,
    slip: child.map?.slip ?? execution.block.slip,
  });
  list.push(block);
  byKey.set(child.key, block);
  counts.waiting += 1;
  view.blocks.set(blockKeyOf(path), block);
  return block;
}

/** Gives a child block another status; `reason` is why, where that changes. */
export function setStatus(block: BlockView, status: BlockStatus, reason = block.reason): void {
  const { counts, underWay } = block.parent?.children ?? {};
  if (counts === undefined || underWay === undefined) return;
  counts[block.status] -= 1;
  counts[status] += 1;
  block.status = status;
  block.reason = reason;
  if (status === 'running' || status === 'stopped') underWay.add(block);
  else underWay.delete(block);
}

/** Whether the work of a child block that is over was not merged, because it met other changes. */
export function isUnmerged({ status, outcome, failed }: BlockView): boolean {
  return status === 'finished' && outcome === CONFLICT && !failed;
}

/** How many child blocks there are of each kind: `3 of 12 done, 2 running, 1 failed`. What there is none of is not told. */
export function countsText({ list, counts, failed, unmerged }: ChildBlocks): string {
  const words = [
    [counts.running, 'running'],
    [failed + counts.stopped, 'failed'],
    [unmerged, 'in conflict'],
    [counts.skipped, 'skipped'],
    [counts.cancelled, 'cancelled'],
    [counts.waiting, 'waiting'],
  ] as const;
  const done = counts.kept + counts.finished - failed - unmerged;
  const rest = words.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`);
  return [`${done} of ${list.length} done`, ...rest].join(', ');
}

/** A task in a block failed for good: with it stop the blocks around in which nothing else is running. */
export function stopAround(block: BlockView, reason: string): void {
  for (let each = block; each.parent !== undefined; each = each.parent.block) {
    setStatus(each, 'stopped', reason);
    if ((each.parent.children?.counts.running ?? 0) > 0) return;
  }
}

/** A task in a block starts: whatever had stopped around it continues. */
export function continueAround(block: BlockView): void {
  for (let each = block; each.parent !== undefined; each = each.parent.block) {
    if (each.status === 'stopped') setStatus(each, 'running', null);
  }
}
