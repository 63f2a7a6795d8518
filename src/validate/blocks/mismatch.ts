import { describeType } from '../../expression/types/describe-type.ts';
import { membersOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { FieldType, ValueDeclaration } from '../../model/field.ts';
import { isAllowed, listOf } from '../../prompt/values/allowed-value.ts';
import { coerce, shownValue } from '../../prompt/values/coerce.ts';

type Literal = string | number | boolean | null;

/** Declared types in words. */
export const DECLARED: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Why no value of a type can be what is declared, as the end of a sentence; undefined where some may be. */
export function mismatchOf(
  type: ValueType,
  { type: wanted, enum: allowed }: Pick<ValueDeclaration, 'type' | 'enum'>,
): string | undefined {
  const members = membersOf([type]);
  if (!members.some((each) => mayBe(each, wanted))) {
    return `is ${describeType(type)}, and ${DECLARED[wanted]} is declared`;
  }
  const values = valuesOf(members);
  if (!values || values.some((value) => fits(value, wanted, allowed))) return undefined;
  return `is ${values.map(shownValue).join(' or ')}, and only ${listOf(allowed ?? [])} are declared`;
}

/** All values there are; undefined where they cannot be listed. */
function valuesOf(members: readonly ValueType[]): readonly Literal[] | undefined {
  const values: Literal[] = [];
  for (const each of members) {
    if (typeof each === 'string' || each.kind !== 'literals') return undefined;
    values.push(...each.values);
  }
  return values;
}

/** A text may stand for any type, null for nothing. */
function fits(value: Literal, type: FieldType, allowed: ValueDeclaration['enum']): boolean {
  const given = typeof value === 'string' ? coerce(value, type) : value;
  return value === null || (given !== undefined && isAllowed(given, allowed));
}

function mayBe(type: ValueType, wanted: FieldType): boolean {
  if (type === 'any' || type === 'null' || type === 'string') return true;
  if (type === 'integer') return wanted === 'number';
  if (typeof type === 'string') return type === wanted;
  if (type.kind === 'literals') return type.values.some((value) => value === null || isOfType(value, wanted));
  if (type.kind === 'list') return wanted === 'array';
  return type.kind === 'union' || wanted === 'object';
}

function isOfType(value: string | number | boolean, wanted: FieldType): boolean {
  return typeof value === 'string' ? coerce(value, wanted) !== undefined : typeof value === wanted;
}
