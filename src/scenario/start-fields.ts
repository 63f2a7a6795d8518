import type { Field, SchemaSource } from '../model/field.ts';
import type { Value } from '../model/value.ts';
import { closest } from '../util/closest.ts';
import type { Program } from '../run/program/program.ts';
import { fieldMismatch } from '../run/scope/field-mismatch.ts';
import type { Values } from './scenario-file.ts';

/** The inputs that a run of a map starts with, or why it cannot: sentences. */
export function startFields(
  program: Program,
  given: Values,
): { readonly values: Values } | { readonly problems: readonly string[] } {
  const { fields } = program.map;
  const known = new Map(fields.map((field) => [field.name, field]));
  const values = new Map<string, Value>(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default] as const])),
  );
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = known.get(name);
    const problem = field === undefined ? unknown(name, known.keys()) : mismatch(program, field, value);
    if (problem !== undefined) problems.push(problem);
    values.set(name, value);
  }
  for (const { name, required } of fields) {
    if (required && !values.has(name)) problems.push(`The map needs the field "${name}".`);
  }
  return problems.length > 0 ? { problems } : { values: Object.fromEntries(values) };
}

function unknown(name: string, known: Iterable<string>): string {
  const near = closest(name, known);
  return `The map has no field "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

function mismatch({ schemas }: Program, field: Field, value: Value): string | undefined {
  return fieldMismatch(field, value, field.schema && schemaOf(schemas, field.schema));
}

function schemaOf(schemas: Program['schemas'], source: SchemaSource): Value | undefined {
  return schemas.get(source) ?? (source.kind === 'inline' ? source.schema : undefined);
}
