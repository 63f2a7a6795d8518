import { expressionOf } from '../../expression/cel/expression-of.ts';
import { extendScope } from '../../expression/types/extend-scope.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ForeachTask } from '../../model/block.ts';
import type { ItemRecord } from '../../model/event-records.ts';
import { itemsFault } from '../../model/items-fault.ts';
import { isListValue, type Value } from '../../model/value.ts';
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
  for (const [index, value] of list.entries()) {
    const item = itemOf(task, extendScope(scope, [[task.item, 'any', value]]), { index, value });
    if ('fault' in item) return item;
    items.push(item);
  }
  const fault = itemsFault(items);
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
