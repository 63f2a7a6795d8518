/** What is known of an item before it starts. Shape: `after` has no key twice. */
export interface OrderedItem {
  readonly key: string;
  readonly after: readonly string[];
}

/** Why some items cannot be scheduled: a key twice, one that waits for none of them, or some that wait for each other. */
export function itemsFault(items: readonly OrderedItem[]): string | undefined {
  const keys = new Set<string>();
  for (const { key } of items) {
    if (keys.has(key)) return `Two items have the key "${key}".`;
    keys.add(key);
  }
  return strangerIn(items, keys) ?? cycleIn(items);
}

function strangerIn(items: readonly OrderedItem[], keys: ReadonlySet<string>): string | undefined {
  for (const { key, after } of items) {
    const stranger = after.find((each) => !keys.has(each));
    if (stranger !== undefined) return `Item "${key}" waits for "${stranger}", which is no item.`;
  }
  return undefined;
}

/** Takes away, again and again, what waits for nothing; a rest waits for itself. */
function cycleIn(items: readonly OrderedItem[]): string | undefined {
  const missing = new Map(items.map(({ key, after }) => [key, after.length]));
  const dependents = new Map<string, string[]>();
  for (const { key, after } of items) {
    for (const each of after) appendTo(dependents, each, key);
  }
  const free = items.filter(({ after }) => after.length === 0).map(({ key }) => key);
  for (let at = 0; at < free.length; at += 1) {
    const key = free[at] ?? '';
    missing.delete(key);
    for (const dependent of dependents.get(key) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) free.push(dependent);
    }
  }
  const rest = [...missing.keys()];
  if (rest.length === 0) return undefined;
  return `These items wait for each other, or for ones that do: ${rest
    .slice(0, 5)
    .map((key) => `"${key}"`)
    .join(', ')}.`;
}

function appendTo(lists: Map<string, string[]>, name: string, value: string): void {
  const list = lists.get(name) ?? [];
  list.push(value);
  lists.set(name, list);
}
