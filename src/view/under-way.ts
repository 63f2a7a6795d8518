import type { BlockView, Execution, RunView } from './run-view.ts';

// Who is at work or asks, and what happens to all that is under way in a block that is left or interrupted.

/** Nobody asks it any more. */
export function dropQuestion(view: RunView, execution: Execution): void {
  execution.isAsking = false;
  closeQuestion(view, execution);
}

/** A question is answered, or no longer matters. */
export function closeQuestion(view: RunView, execution: Execution): void {
  execution.question = null;
  view.questions.delete(execution);
}

/** Counts an execution among those at work, or no longer. */
export function setAtWork(view: RunView, execution: Execution, isAtWork: boolean): void {
  if (execution.isAtWork === isAtWork) return;
  execution.isAtWork = isAtWork;
  view.atWork += isAtWork ? 1 : -1;
  if (!isAtWork) view.held.delete(execution);
}

/** A block is left before it has ended. */
export function markLeft(block: BlockView, at: string): void {
  block.isLeft = true;
  block.endAt ??= at;
}

/** Leaves what a block is in, with all that is under way inside of it. */
export function leave(
  view: RunView,
  block: BlockView,
  how: { readonly at: string; readonly isLeft: boolean },
): void {
  const { current } = block;
  block.current = undefined;
  if (current === undefined) return;
  setAtWork(view, current, false);
  for (const child of current.children?.underWay ?? []) {
    if (how.isLeft) markLeft(child, how.at);
    leave(view, child, how);
  }
}

/** Nobody who was at work is: what resumes it is an execution of its own. */
export function rest(view: RunView, block: BlockView): void {
  for (const each of executionsUnderWay(block)) setAtWork(view, each, false);
}

/** A person still waits to be asked: nothing interrupts that. */
export function interrupt(block: BlockView, at: string): void {
  for (const each of executionsUnderWay(block)) if (!each.isAsking) each.interruptedAt ??= at;
}

/** A task with child blocks resumes with them, in the same execution. */
export function continueContainers(block: BlockView): void {
  for (const each of executionsUnderWay(block)) if (each.children !== null) each.interruptedAt = null;
}

/** The executions under way in a block, each before those inside of it. */
export function* executionsUnderWay({ current }: BlockView): Generator<Execution> {
  if (current === undefined) return;
  yield current;
  for (const child of current.children?.underWay ?? []) yield* executionsUnderWay(child);
}
