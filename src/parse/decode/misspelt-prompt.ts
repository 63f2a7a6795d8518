import { closest } from '../../util/closest.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { fieldsOf, usersOf } from '../../language/fields.ts';
import { stringOf } from '../tree/json-fields.ts';

export const PROMPT_FIELDS = ['promptTemplatePath', 'promptTemplate', 'prompt'] as const;

/** How many unknown keys of a task may be its prompt misspelt. */
const MAX_LOOKED_AT = 100;

/** The key that most likely was to be the prompt of a task that has none; `name` is what it was to be. */
export function misspeltPrompt(
  task: JsonNode,
): { readonly member: JsonMember; readonly name: string } | undefined {
  if (task.kind !== 'object' || !isPrompted(stringOf(task, 'type'))) return undefined;
  if (PROMPT_FIELDS.some((field) => task.members.has(field))) return undefined;
  const known = new Set(fieldsOf('task'));
  let looked = 0;
  for (const member of task.members.values()) {
    if (known.has(member.name)) continue;
    const name = closest(member.name, fieldsOf('task'));
    if (name !== undefined && PROMPT_FIELDS.some((field) => field === name)) return { member, name };
    looked += 1;
    if (looked === MAX_LOOKED_AT) break;
  }
  return undefined;
}

function isPrompted(type = ''): boolean {
  return usersOf('prompt').some((each) => each === type);
}
