import { typeOfValue } from '../../../prompt/values/coerce.ts';
import { DECLARED_TYPE_NAMES } from '../../names/declared-type-names.ts';
import { declaredValuesOf } from '../../names/declared-values.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A default is of the type that is declared. */
export const wrongDefaultType: Rule = ({ document }, report) => {
  for (const { node, owner } of declaredValuesOf(document.map)) {
    if (node.default === undefined || typeOfValue(node.default) === node.type) continue;
    const params = { owner, type: DECLARED_TYPE_NAMES[node.type], found: JSON.stringify(node.default) };
    report('wrong-default-type', document.spanOf(node, 'default'), params);
  }
};
