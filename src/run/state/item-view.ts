import type { Value } from '../../model/value.ts';
import type { ChildState, ChildStates } from './child-states.ts';
import { append } from '../../util/append.ts';

/** An item of a foreach and the others, as they were when it started: how many of them were over. */
export interface ItemView {
  readonly children: ChildStates;
  readonly child: ChildState;
  readonly endedBefore: number;
}

/** The view of an item that starts now. */
export function viewOf(children: ChildStates, child: ChildState): ItemView {
  return { children, child, endedBefore: children.ended.length };
}

interface Lists {
  upstream?: Value;
  finished?: Value;
}

/** Made when they are first asked for: most items never ask, and each of thousands would have a list of thousands. */
const known = new WeakMap<ItemView, Lists>();

function listsOf(view: ItemView): Lists {
  const lists = known.get(view) ?? {};
  known.set(view, lists);
  return lists;
}

/**
 * The items that this one waited for, directly or not, in item order: `{key, outcome, result}`. Free of timing: they are
 * over, and nothing of them changes any more.
 */
export function upstreamOf(view: ItemView): Value {
  return (listsOf(view).upstream ??= ancestorsOf(view).map(endOf));
}

/** Keys of the items that were over when this one started, in item order. It depends on who was quick. */
export function finishedOf(view: ItemView): Value {
  const { children, endedBefore } = view;
  return (listsOf(view).finished ??= inItemOrder(children.ended.slice(0, endedBefore)).map(keyOf));
}

function ancestorsOf({ children: { byKey }, child }: ItemView): readonly ChildState[] {
  const found = new Set<ChildState>();
  const waiting = [...(child.item?.after ?? [])];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const each = byKey.get(key);
    if (each === undefined || found.has(each)) continue;
    found.add(each);
    append(waiting, each.item?.after ?? []);
  }
  return inItemOrder([...found]);
}

function inItemOrder(children: readonly ChildState[]): readonly ChildState[] {
  return children.toSorted((a, b) => a.index - b.index);
}

/** Once it is over, nothing of an item changes: all that read it read the same value. */
const ends = new WeakMap<ChildState, Value>();

function endOf(child: ChildState): Value {
  const known = ends.get(child);
  if (known !== undefined) return known;
  const end = { key: keyOf(child), outcome: child.outcome, result: child.result };
  ends.set(child, end);
  return end;
}

function keyOf({ item }: ChildState): string {
  return item?.key ?? '';
}
