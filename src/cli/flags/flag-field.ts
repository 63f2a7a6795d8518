import type { Field, FieldType, SchemaSource } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';

/** Something that a flag sets: a field, or a name of no declared type (`any`), which takes JSON or else text. */
export type FlagField = Omit<Field, 'type'> & { readonly type: FieldType | 'any' };

/** Who has the fields, as help names it (default: "this map"), and where their schemas are (default: in the map). */
export interface FlagOwner {
  readonly name?: string;
  readonly schemaOf?: SchemaOf;
}

export type SchemaOf = (source: SchemaSource) => Value | undefined;

/** A field of which no more is known than name and type. */
export function plainField(name: string, type: FlagField['type'], description = ''): FlagField {
  return { name, type, description, required: false, default: undefined, enum: undefined, schema: undefined };
}

/** The schema of a field's value; undefined without one. */
export function schemaOfField({ schema }: FlagField, { schemaOf }: FlagOwner): Value | undefined {
  if (!schema) return undefined;
  return schemaOf?.(schema) ?? (schema.kind === 'inline' ? schema.schema : undefined);
}
