import { usesField, usersOf } from '../../language/fields.ts';
import { TASK_TYPE_NAMES, TASK_TYPES, type TaskType } from '../../model/task-types.ts';
import { PROMPT_FIELDS } from './misspelt-prompt.ts';
import { isDenial } from '../../model/denial.ts';
import { fieldWord } from './field-word.ts';
import { type Decoding, keySpan } from './decoding.ts';
import type { JsonMember } from '../tree/json-node.ts';

/**
 * Tells the fields of a task that its type makes no use of.
 *
 * Errors: reports `ineffective-field`; on an end also `prompt-on-end` and `actions-on-end`, since these show that
 * something else is meant than an end.
 */
export function reportIneffective(task: JsonMember, type: TaskType, decoding: Decoding): void {
  if (task.value.kind !== 'object') return;
  for (const member of task.value.members.values()) {
    const field = member.name;
    if (usesField(type, field)) continue;
    reportField(member, task, type, decoding);
  }
}

function reportField(member: JsonMember, task: JsonMember, type: TaskType, decoding: Decoding): void {
  const { name: field } = member;
  const word = fieldWord(decoding.source, field);
  const span = keySpan(decoding, member);
  if (isLostDenial(field, type))
    decoding.report('ineffective-denial', span, { owner: `Task "${task.name}"`, field });
  else if (type === 'end' && isPrompt(field))
    decoding.report('prompt-on-end', span, { task: task.name, field: word });
  else if (type === 'end' && field === 'actions' && hasMembers(member))
    decoding.report('actions-on-end', span, { task: task.name });
  else {
    const params = { owner: `task "${task.name}"`, field: word, type };
    decoding.report('ineffective-field', span, params, { help: helpFor(field, type) });
  }
}

/** Agents work inside of such a task, and were meant to have fewer tools there. */
function isLostDenial(field: string, type: TaskType): boolean {
  return isDenial(field) && TASK_TYPES[type].hasChildBlocks;
}

/** What to do instead: what it is for, or what already does it. */
function helpFor(field: string, type: TaskType): string {
  if (type === 'decide' && field === 'as') return 'Remove it: what the task sets is read by its own names.';
  const takers = usersOf(field);
  const others = TASK_TYPE_NAMES.filter((each) => !takers.includes(each));
  const isForMost = takers.length > others.length;
  return `Remove it: ${isForMost ? `all tasks but ${listed(others)}` : `only ${listed(takers)} tasks`} have it.`;
}

function listed(types: readonly string[]): string {
  const quoted = types.map((each) => `"${each}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}

function hasMembers({ value }: JsonMember): boolean {
  return value.kind === 'object' && value.members.size > 0;
}

function isPrompt(field: string): boolean {
  return PROMPT_FIELDS.some((each) => each === field);
}
