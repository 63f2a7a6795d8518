import type { Scope } from '../../expression/types/value.ts';
import { explainCondition } from '../../expression/guards/explain-condition.ts';
import type { ActiveTask } from '../../model/block.ts';
import { questionWords } from './question-words.ts';

/** How many guards a message shows, and how many values. */
const MAX_SHOWN = 8;

/** Says why no guard of a task holds: each of them, and the values that they saw. */
export function explainGuards({ name, actions }: ActiveTask, scope: Scope): string {
  const guards = actions.flatMap((action) =>
    action.when === undefined ? [] : [{ ...action, when: action.when }],
  );
  const shown = guards.slice(0, MAX_SHOWN);
  const needs = shown.map((action) => `"${action.name}" needs ${action.when.text}`).join('; ');
  const seen = shown.flatMap(({ when }) => explainCondition(when.text, scope).flatMap(questionWords));
  const values = [...new Set(seen)].slice(0, MAX_SHOWN);
  const rest = guards.length > MAX_SHOWN ? ` and ${guards.length - MAX_SHOWN} more` : '';
  const where = values.length === 0 ? '' : ` Here ${values.join(', ')}.`;
  return `No guard of task "${name}" holds: ${needs}${rest}.${where}`;
}
