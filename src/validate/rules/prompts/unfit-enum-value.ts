import { shownValue, typeOfValue } from '../../../prompt/values/coerce.ts';
import { DECLARED_TYPE_NAMES } from '../../names/declared-type-names.ts';
import { declaredValuesOf } from '../../names/declared-values.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What is listed as allowed is of the type that is declared: nobody could give it otherwise. */
export const unfitEnumValue: Rule = ({ document }, report) => {
  for (const { node, owner } of declaredValuesOf(document.map)) {
    const unfit = node.enum?.find((value) => typeOfValue(value) !== node.type);
    if (unfit === undefined) continue;
    const params = { owner, value: shownValue(unfit), type: DECLARED_TYPE_NAMES[node.type] };
    report('unfit-enum-value', document.spanOf(node, 'enum'), params);
  }
};
