import type { SchemaSource, ValueDeclaration } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { absentValue } from './absent-value.ts';
import { intersectionOf } from './intersection-of.ts';
import { typeOfSchema } from './type-of-schema.ts';
import { literalsOf } from './union-of.ts';
import type { ValueType } from './value.ts';

/**
 * The type of what a field or parameter holds.
 *
 * An optional one of a few values, without a default, may also be absent: what it reads as then is one value more.
 */
export function declaredType(
  declaration: ValueDeclaration & { readonly required?: boolean },
  schemaOf: (source: SchemaSource) => Value | undefined,
): ValueType {
  const { type, schema } = declaration;
  const values = declaration.enum?.filter(isScalar) ?? [];
  if (type === 'array' || type === 'object') {
    const described = schema && schemaOf(schema);
    const common = intersectionOf(OF_KIND[type], described === undefined ? 'any' : typeOfSchema(described));
    return common === 'any' ? OF_KIND[type] : common;
  }
  if (values.length === 0) return type;
  const isSure = declaration.required !== false || declaration.default !== undefined;
  return literalsOf(isSure ? values : [...values, absentValue(type)]);
}

const OF_KIND: Readonly<Record<'array' | 'object', ValueType>> = {
  array: { kind: 'list', items: 'any' },
  object: { kind: 'object', members: new Map(), isOpen: true },
};

function isScalar(value: Value): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}
