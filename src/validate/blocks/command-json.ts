import type { Expression } from '../../expression/cel/expression.ts';
import { membersKnownBy } from '../../expression/check/narrow.ts';
import { membersOf, unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { ActiveTask } from '../../model/block.ts';

/** The member of a command's result that is there only where the command printed JSON. */
const JSON_MEMBER = 'json';

/** Stands among the bound names for one whose value has its JSON: a guard on every way asked for it. */
export function jsonMark(name: string): string {
  return `\u0002${name}`;
}

/** The marks of the names that results of commands are bound to. */
export function jsonMarksOf(tasks: Iterable<ActiveTask>): readonly string[] {
  const names = Array.from(tasks, (task) => (task.type === 'shell' ? task.as : undefined));
  return [...new Set(names)].filter((name) => name !== undefined).map(jsonMark);
}

interface Marks {
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
}

const NOTHING: Marks = { whenTrue: [], whenFalse: [] };

/** What a guard says of the JSON of commands. Of the task's own result it says it of the name that this is bound to. */
export function jsonKnownBy(guard: Expression, task: ActiveTask): Marks {
  // Hardly any guard asks for it.
  if (!guard.text.includes(JSON_MEMBER)) return NOTHING;
  const names = [...new Set(guard.names.map(({ name }) => name))];
  const { whenTrue, whenFalse } = membersKnownBy(guard, JSON_MEMBER, names);
  const own = task.type === 'shell' ? task.as : undefined;
  const marksOf = (known: ReadonlySet<string>): readonly string[] =>
    [...known].flatMap((name) => (name === 'result' ? (own ?? []) : name)).map(jsonMark);
  return { whenTrue: marksOf(whenTrue), whenFalse: marksOf(whenFalse) };
}

/** The type of the result of a command that has its JSON; any other as it is. */
export function withJson(type: ValueType): ValueType {
  const members = membersOf([type]);
  const all = members.map(withMember);
  return all.every((each, index) => each === members[index]) ? type : unionOf(all);
}

/** Whether a type has the JSON of a command, which may not be there. */
export function mayLackJson(type: ValueType): boolean {
  return withJson(type) !== type;
}

function withMember(type: ValueType): ValueType {
  if (typeof type === 'string' || type.kind !== 'object') return type;
  const json = type.members.get(JSON_MEMBER);
  if (json === undefined || json.required || json.type !== 'any') return type;
  return { ...type, members: new Map(type.members).set(JSON_MEMBER, { type: 'any', required: true }) };
}
