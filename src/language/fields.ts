import type { FieldSpec, PartSpec, PartName } from './field-spec.ts';
import { FIELD_TABLE } from './parts.ts';
import type { TaskType } from '../model/task-types.ts';

export const PARTS: Readonly<Record<PartName, PartSpec>> = FIELD_TABLE;

/** The names of the fields of a part. */
export function fieldsOf(part: PartName): readonly string[] {
  return Object.keys(PARTS[part].fields);
}

/** A field by its name; undefined where the part has no such field. */
export function fieldOf(part: PartName, name: string): FieldSpec | undefined {
  const { fields } = PARTS[part];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether a type of task uses a field; true for one that no task has. */
export function usesField(type: TaskType, name: string): boolean {
  return fieldOf('task', name)?.of?.includes(type) ?? true;
}

/** The types of tasks that use a field. */
export function usersOf(name: string): readonly TaskType[] {
  return fieldOf('task', name)?.of ?? [];
}

/** The fields of a part that meet a condition, by name. */
export function fieldsThat(part: PartName, accepts: (field: FieldSpec) => boolean): readonly string[] {
  return fieldsOf(part).filter((name) => {
    const field = fieldOf(part, name);
    return field !== undefined && accepts(field);
  });
}

/** A field of a task that the map language says on a line of its own. */
export interface Clause {
  readonly name: string;
  /** What the line begins with, and the first word of that. */
  readonly head: string;
  readonly word: string;
  readonly field: FieldSpec;
}

/** In the order of the fields. */
export const CLAUSES: readonly Clause[] = Object.entries(PARTS.task.fields)
  .filter(([, field]) => field.clause !== undefined)
  .map(([name, field]) => {
    const head = field.word ?? name;
    return { name, head, word: head.split(' ', 1)[0] ?? head, field };
  });

const VALUE_WORDS: ReadonlySet<string> = new Set(
  CLAUSES.filter(({ field }) => field.clause !== 'special').map(({ word }) => word),
);

/** Whether a word begins a clause of a task that has its value behind the word. */
export function isValueWord(word: string): boolean {
  return VALUE_WORDS.has(word);
}

/** The words of clauses that meet a condition. */
export function clauseWords(accepts: (field: FieldSpec) => boolean): readonly string[] {
  return CLAUSES.filter(({ field }) => accepts(field)).map(({ word }) => word);
}

/** Whether the value of a field is a text that may be long; a list can stand for the one of a command. */
export function saysText(field: FieldSpec): boolean {
  return field.kind === 'text' || isTemplate(field);
}

/** Whether `${…}` is filled in. */
export function isTemplate(field: FieldSpec): boolean {
  if (field.kind === 'part') return PARTS[field.part].text === 'template';
  return field.kind === 'template' || field.kind === 'command';
}
