import type { Task } from '../../model/block.ts';
import { isDenial } from '../../model/denial.ts';
import { PROMPT_FIELDS } from './misspelt-prompt.ts';
import { type Decoding, keySpan } from './decoding.ts';
import { membersOf } from './json-fields.ts';
import type { JsonMember } from './json-node.ts';
import { MAP_FIELDS } from './map-fields.ts';
import { TASK_FIELDS } from './task-fields.ts';

const KNOWN: ReadonlySet<string> = new Set(MAP_FIELDS.task);

/**
 * Tells the fields of a task that its type makes no use of.
 *
 * Errors: reports `ineffective-field`; on an end also `prompt-on-end` and `actions-on-end`, since these show that
 * something else is meant than an end.
 */
export function tellIneffective(task: JsonMember, type: Task['type'], decoding: Decoding): void {
  if (task.value.kind !== 'object') return;
  const used = TASK_FIELDS[type];
  for (const member of task.value.members.values()) {
    const field = member.name;
    if (field === 'type' || field === 'description' || !KNOWN.has(field) || used.includes(field)) continue;
    tell(member, task, type, decoding);
  }
}

function tell(member: JsonMember, task: JsonMember, type: Task['type'], decoding: Decoding): void {
  const { name: field } = member;
  const span = keySpan(decoding, member);
  if (isLostDenial(field, type))
    decoding.report('ineffective-denial', span, { owner: `Task "${task.name}"`, field });
  else if (type === 'end' && isPrompt(field))
    decoding.report('prompt-on-end', span, { task: task.name, field });
  else if (type === 'end' && field === 'actions' && membersOf(task.value, field).length > 0)
    decoding.report('actions-on-end', span, { task: task.name });
  else {
    const params = { owner: `task "${task.name}"`, field, type };
    decoding.report('ineffective-field', span, params, { help: helpFor(field, type) });
  }
}

/** Agents work inside of such a task, and were meant to have fewer tools there. */
function isLostDenial(field: string, type: Task['type']): boolean {
  return isDenial(field) && (type === 'parallel' || type === 'foreach' || type === 'workflow');
}

/** What to do instead: what it is for, or what already does it. */
function helpFor(field: string, type: Task['type']): string {
  if (type === 'decide' && field === 'as') return 'Remove it: what the task sets is read by its own names.';
  const types = Object.entries(TASK_FIELDS);
  const takers = types.filter(([, fields]) => fields.includes(field)).map(([each]) => each);
  const others = types.map(([each]) => each).filter((each) => !takers.includes(each));
  const isForMost = takers.length > others.length;
  return `Remove it: it is for tasks of ${isForMost ? `any type but ${listed(others)}` : `type ${listed(takers)}`}.`;
}

function listed(types: readonly string[]): string {
  const quoted = types.map((each) => `"${each}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}

function isPrompt(field: string): boolean {
  return PROMPT_FIELDS.some((each) => each === field);
}
