import { isUnmerged } from '../view/child-blocks.ts';
import type { BlockView, ChildBlocks, Execution, RunView } from '../view/run-view.ts';

/** An execution that helps to explain where a run stands. Shape: `depth` counts the child blocks around it. */
export interface ChainLink {
  readonly execution: Execution;
  readonly depth: number;
}

/** Units: executions of one block, the last ones; blocks inside each other. */
const MAX_OF_RUN = 12;
const MAX_OF_CHILD = 8;
const MAX_DEPTH = 6;

/**
 * The executions that led to where a run stands, in the order in which they ended: the last ones of the map, and before the last
 * of them those of the child block that decided it, and so on inside.
 */
export function chainOf({ root }: RunView): readonly ChainLink[] {
  return linksIn(root, 0);
}

function linksIn({ executions }: BlockView, depth: number): readonly ChainLink[] {
  const counted = executions.filter((each) => !isEnd(each));
  const recent = counted.slice(depth === 0 ? -MAX_OF_RUN : -MAX_OF_CHILD);
  const last = recent.at(-1);
  const child = last?.children == null || depth >= MAX_DEPTH ? undefined : decisiveOf(last.children);
  const inside = child === undefined ? [] : linksIn(child, depth + 1);
  const links = recent.map((execution) => ({ execution, depth }));
  return [...links.slice(0, -1), ...inside, ...links.slice(-1)];
}

/** The view does not know types: an end takes no action, does no work, and has ended. */
function isEnd({ ending, action, isStep, children }: Execution): boolean {
  return ending === 'finished' && action === null && !isStep && children === null;
}

/** The child block that matters: what stands still first, then what failed or was not merged, what says why, what ended last. */
function decisiveOf({ list }: ChildBlocks): BlockView | undefined {
  const by: readonly ((child: BlockView) => boolean)[] = [
    ({ status }) => status === 'stopped',
    ({ current }) => current?.isAsking === true,
    ({ failed }) => failed,
    isUnmerged,
    ({ status }) => status === 'running',
    ({ status, reason }) => status === 'finished' && reason !== null,
    ({ status }) => status === 'finished',
  ];
  return by.map((isIt) => list.findLast(isIt)).find((found) => found !== undefined);
}
