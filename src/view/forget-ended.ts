import { blockKeyOf, visitKeyOf } from '../model/address.ts';
import type { BlockView, Execution, RunView } from './run-view.ts';

/**
 * Drops executions that have ended once there are more than the view keeps, with the blocks inside of them. What is under way
 * stays, the latest execution too, and of each block that goes on its first and its last.
 *
 * It costs no more than taking what came since it last dropped any.
 */
export function forgetEnded(view: RunView): void {
  const { executions, open, keepsEnded } = view;
  if (executions.length <= 2 * open.size + keepsEnded) return;
  const latest = executions.at(-1);
  const isKept = (each: Execution): boolean => each === latest || isUnderWay(view, each);
  const ended = executions.filter((each) => !isKept(each));
  keepOf(executions, isKept);
  for (const block of new Set(ended.map((each) => each.block))) {
    const ends = isOver(block) ? [] : [block.executions[0], block.executions.at(-1)];
    keepOf(block.executions, (each) => isKept(each) || ends.includes(each));
  }
  for (const each of ended) forgetInside(view, each);
}

/** Whether something may still happen to an execution: it is where its block is, or has not ended. */
export function isUnderWay({ open }: RunView, execution: Execution): boolean {
  return execution.block.current === execution || open.get(visitKeyOf(execution.address)) === execution;
}

function isOver({ status, isLeft }: BlockView): boolean {
  return isLeft || OVER.has(status);
}

const OVER: ReadonlySet<BlockView['status']> = new Set(['finished', 'kept', 'cancelled', 'skipped']);

function forgetInside(view: RunView, execution: Execution): void {
  for (const child of execution.children?.list ?? []) {
    view.blocks.delete(blockKeyOf(child.path));
    for (const each of child.executions) forgetInside(view, each);
  }
  execution.children = null;
}

function keepOf<T>(list: T[], isKept: (each: T) => boolean): void {
  const kept = list.filter(isKept);
  list.length = 0;
  for (const each of kept) list.push(each);
}
