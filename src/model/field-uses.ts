import type { Field } from './field.ts';

/** The names of the choices that a field of a person belongs to. Shape: a field that is absent belongs to all. */
export type FieldUses = ReadonlyMap<Field, ReadonlySet<string>>;

/** The fields that belong to a choice: the others are not asked for, and need no value. */
export function fieldsOfChoice(
  fields: readonly Field[],
  uses: FieldUses | undefined,
  choice: string,
): readonly Field[] {
  return fields.filter((field) => uses?.get(field)?.has(choice) !== false);
}
