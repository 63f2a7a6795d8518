import type { FieldType } from '../../model/field.ts';
import { typeOfValue } from '../../prompt/coerce.ts';
import { declaredValuesOf } from '../declared-values.ts';
import type { Rule } from '../rule.ts';

/** A default is of the type that is declared. */
export const wrongDefaultType: Rule = ({ document }, report) => {
  for (const { node, owner } of declaredValuesOf(document.map)) {
    if (node.default === undefined || typeOfValue(node.default) === node.type) continue;
    const params = { owner, type: NAMES[node.type], found: JSON.stringify(node.default) };
    report('wrong-default-type', document.spanOf(node, 'default'), params);
  }
};

const NAMES: Readonly<Record<FieldType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};
