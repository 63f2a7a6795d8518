import { namedPartsOf } from '../named-parts.ts';
import type { Rule } from '../rule.ts';

/** No name is empty. */
export const emptyName: Rule = ({ document }, report) => {
  for (const { kind, node } of namedPartsOf(document.map)) {
    if (node.name === '') report('empty-name', document.spanOf(node, 'name'), { kind });
  }
};
