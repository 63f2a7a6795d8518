import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ActiveTask } from '../../model/block.ts';
import { valueText } from '../program/value-text.ts';

/** How many guards a message shows, and how many names of each. */
const MAX_SHOWN = 8;

/** Says why no guard of a task holds: each of them, and what the names in it hold. */
export function explainGuards({ name, actions }: ActiveTask, scope: Scope): string {
  const guards = actions.flatMap((action) =>
    action.when === undefined ? [] : [{ ...action, when: action.when }],
  );
  const shown = guards.slice(0, MAX_SHOWN).map((action) => `"${action.name}" needs ${action.when.text}`);
  const names = new Set(
    guards.slice(0, MAX_SHOWN).flatMap(({ when }) => expressionOf(when).names.map((use) => use.name)),
  );
  const values = [...names]
    .slice(0, MAX_SHOWN)
    .map((each) => `${each} is ${shownValue(scope.values.get(each))}`);
  const rest = guards.length > MAX_SHOWN ? ` and ${guards.length - MAX_SHOWN} more` : '';
  const where = values.length === 0 ? '' : ` Here ${values.join(', ')}.`;
  return `No guard of task "${name}" holds: ${shown.join('; ')}${rest}.${where}`;
}

function shownValue(value: Scope['values'] extends ReadonlyMap<string, infer V> ? V : never): string {
  return value === undefined ? 'not set' : valueText(value, 200);
}
