import { namedPartsOf } from '../../names/named-parts.ts';
import type { Rule } from '../../blocks/rule.ts';

/** No name is empty. */
export const emptyName: Rule = ({ document }, report) => {
  for (const { kind, node } of namedPartsOf(document.map)) {
    if (node.name === '') report('empty-name', document.spanOf(node, 'name'), { kind });
  }
};
