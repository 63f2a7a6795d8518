import { blockKeyOf, type BlockStep } from '../../model/address.ts';
import type { BlockView, Execution, RunView } from '../../view/run-view.ts';

/**
 * The names on the way to a block, the outermost first, as few as are clear to somebody who watches: a map that a task
 * runs is called by that task, and not at all where it is the first that an item or a branch does, as it mostly is the
 * only one.
 *
 * `Build/ST-001/Run/map` is `Build/ST-001`; `Gates/map` is `Gates`; `Build/ST-001/Check/map` after Run stays
 * `Build/ST-001/Check`.
 */
export function shortNamesOf({ parent, path, kind, key }: BlockView): readonly string[] {
  if (parent === undefined) return path.map(nameOfStep);
  const outer = shortNamesOf(parent.block);
  if (kind !== 'map') return [...outer, nameOfStep({ task: parent.task, key, activation: parent.visit })];
  return runsOnlyMap(parent) ? outer : [...outer, withVisit(parent.task, parent.visit)];
}

/** Whether a task runs a map that is not called by a name. */
export function runsOnlyMap({ children, block, task, visit }: Execution): boolean {
  const [first] = block.executions;
  const isFirst = first?.task === task && first.visit === visit;
  return children?.kind === 'map' && isFirst && (block.kind === 'item' || block.kind === 'branch');
}

/** The same for the block at the end of a path, also where nothing has told of it yet. */
export function shortNamesAt(view: RunView, path: readonly BlockStep[]): readonly string[] {
  const block = view.blocks.get(blockKeyOf(path));
  if (block !== undefined) return shortNamesOf(block);
  return [...shortNamesAt(view, path.slice(0, -1)), ...path.slice(-1).map(nameOfStep)];
}

function nameOfStep({ task, key, activation }: BlockStep): string {
  return `${withVisit(task, activation)}/${key}`;
}

function withVisit(task: string, visit: number): string {
  return visit > 1 ? `${task}#${visit}` : task;
}
