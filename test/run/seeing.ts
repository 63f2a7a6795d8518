import type { Value } from '../../src/model/value.ts';

interface Item {
  readonly key: string;
  readonly after: readonly string[];
  readonly end?: { readonly outcome: string; readonly result: Value };
}

type Values = Readonly<Record<string, Value>>;

/** A block as it is around a part of a task in it: an item sees of the others what they are when it begins. */
export function seeing<T extends { readonly seen: Values }>(
  block: T,
  type: string,
  part: Item,
  parts: readonly Item[],
): T {
  return type === 'foreach' ? { ...block, seen: { ...block.seen, ...seenBy(part, parts) } } : block;
}

function seenBy({ after }: Item, items: readonly Item[]): Values {
  const waitedFor = new Set(after);
  // A set grows while it is walked.
  for (const key of waitedFor)
    for (const each of items.find((other) => other.key === key)!.after) waitedFor.add(each);
  const over = items.flatMap(({ key, end }) => (end === undefined ? [] : [{ key, end }]));
  const upstream = over.flatMap(({ key, end: { outcome, result } }) =>
    waitedFor.has(key) ? [{ key, outcome, result }] : [],
  );
  return { upstream, finished: over.map(({ key }) => key) };
}
