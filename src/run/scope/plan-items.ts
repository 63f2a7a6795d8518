import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ForeachTask } from '../../model/block.ts';
import type { ItemRecord } from '../../model/event-records.ts';
import { isListValue, type Value } from '../../model/value.ts';
import { extend } from './task-scope.ts';
import { valueText } from '../program/value-text.ts';

/** More than that is a mistake, or an attack. */
const MAX_ITEMS = 100_000;

/**
 * Works out the items of a foreach, as they are when it is entered.
 *
 * Shape: in the order of the list; the fault is a sentence. Found before anything starts: what is not a list, a key
 * twice, an item that waits for one that is not there, items that wait for each other.
 * Errors: throws ExpressionError where an expression has no value.
 */
export function planItems(
  task: ForeachTask,
  scope: Scope,
): { readonly items: readonly ItemRecord[] } | { readonly fault: string } {
  const list = expressionOf(task.items).evaluate(scope);
  if (!isListValue(list)) return { fault: `The items are not a list, but ${valueText(list, 100)}.` };
  if (list.length > MAX_ITEMS)
    return { fault: `There are ${list.length} items; at most ${MAX_ITEMS} are taken.` };
  const items: ItemRecord[] = [];
  const keys = new Set<string>();
  for (const [index, value] of list.entries()) {
    const item = itemOf(task, extend(scope, [[task.item, 'any', value]]), { index, value });
    if ('fault' in item) return item;
    if (keys.has(item.key)) return { fault: `Two items have the key "${item.key}".` };
    keys.add(item.key);
    items.push(item);
  }
  const fault = strangerIn(items, keys) ?? cycleIn(items);
  return fault === undefined ? { items } : { fault };
}

function itemOf(
  { key, after, exclusive }: ForeachTask,
  scope: Scope,
  { index, value }: { readonly index: number; readonly value: Value },
): ItemRecord | { readonly fault: string } {
  const name = key === undefined ? index : expressionOf(key).evaluate(scope);
  if (typeof name !== 'string' && typeof name !== 'number') {
    return {
      fault: `The key of item ${index + 1} is neither text nor a number, but ${valueText(name, 100)}.`,
    };
  }
  const waits = after === undefined ? [] : textsOf(expressionOf(after).evaluate(scope));
  if (waits === undefined) return { fault: `What item "${name}" waits for is not a list of keys.` };
  const shared = exclusive === undefined ? null : textsOf(expressionOf(exclusive).evaluate(scope));
  if (shared === undefined)
    return { fault: `What item "${name}" shares with no other is not a list of names.` };
  return { key: String(name), value, after: [...new Set(waits)], exclusive: shared };
}

/** Null is an empty list. */
function textsOf(value: Value): readonly string[] | undefined {
  if (value === null) return [];
  if (!isListValue(value)) return undefined;
  const texts: string[] = [];
  for (const each of value) {
    if (typeof each !== 'string' && typeof each !== 'number') return undefined;
    texts.push(String(each));
  }
  return texts;
}

function strangerIn(items: readonly ItemRecord[], keys: ReadonlySet<string>): string | undefined {
  for (const { key, after } of items) {
    const stranger = after.find((each) => !keys.has(each));
    if (stranger !== undefined) return `Item "${key}" waits for "${stranger}", which is no item.`;
  }
  return undefined;
}

/** Takes away, again and again, what waits for nothing; a rest waits for itself. */
function cycleIn(items: readonly ItemRecord[]): string | undefined {
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
