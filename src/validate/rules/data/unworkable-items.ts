import type { Expression } from '../../../expression/cel/expression.ts';
import { ExpressionError } from '../../../expression/cel/expression-error.ts';
import { extendScope, NO_NAMES } from '../../../expression/types/extend-scope.ts';
import type { Scope } from '../../../expression/types/value.ts';
import type { ExpressionText } from '../../../model/action.ts';
import type { ForeachTask } from '../../../model/block.ts';
import { itemsFault, type OrderedItem } from '../../../model/items-fault.ts';
import { isListValue, type Value } from '../../../model/value.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** Items that are written out have different keys, and none waits for itself by way of others. */
export const unworkableItems: PromptRule = (subject, report) => {
  for (const task of tasksOf(subject.document.map)) {
    if (task.type !== 'foreach' || !task.key) continue;
    const items = itemsOf(task, subject);
    const fault = items && itemsFault(items);
    if (fault === undefined) continue;
    report('unworkable-items', subject.document.spanOf(task.items), { task: task.name, fault });
  }
};

/** The map is a text of bounded size, but an expression may make much of little. */
const MAX_ITEMS = 1000;

/** The items where all that is read of them stands in the map; undefined where a run may have others. */
function itemsOf(task: ForeachTask, { expressionOf }: PromptSubject): readonly OrderedItem[] | undefined {
  const ofItem = (node: ExpressionText | undefined): Expression | undefined => {
    const expression = node && expressionOf(node);
    return expression?.names.every(({ name }) => name === task.item) === true ? expression : undefined;
  };
  const list = constantListOf(expressionOf(task.items));
  const [key, after] = [ofItem(task.key), ofItem(task.after)];
  if (!list || !key || (task.after && !after)) return undefined;
  const all = list.map((value) => itemOf({ key, after }, extendScope(NO_NAMES, [[task.item, 'any', value]])));
  const known = all.filter((each) => each !== undefined);
  return known.length === all.length ? known : undefined;
}

function constantListOf(items: Expression | undefined): readonly Value[] | undefined {
  const list = items?.names.length === 0 ? valueOf(items, NO_NAMES) : undefined;
  return list !== undefined && isListValue(list) && list.length <= MAX_ITEMS ? list : undefined;
}

function itemOf(
  { key, after }: { readonly key: Expression; readonly after: Expression | undefined },
  scope: Scope,
): OrderedItem | undefined {
  const [name] = textsOf([valueOf(key, scope)]) ?? [];
  const waits = after === undefined ? [] : valueOf(after, scope);
  const texts = waits === null ? [] : waits !== undefined && isListValue(waits) ? textsOf(waits) : undefined;
  return name === undefined || texts === undefined ? undefined : { key: name, after: [...new Set(texts)] };
}

function textsOf(values: readonly (Value | undefined)[]): readonly string[] | undefined {
  const keys = values.filter((each) => typeof each === 'string' || typeof each === 'number');
  return keys.length === values.length ? keys.map(String) : undefined;
}

/** Undefined where it has none: that is reported by the types, or a run finds it. */
function valueOf(expression: Expression, scope: Scope): Value | undefined {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
