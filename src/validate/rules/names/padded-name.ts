import { namedPartsOf } from '../../names/named-parts.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Names have no blanks around them. */
export const paddedName: Rule = ({ document }, report) => {
  for (const { kind, node } of namedPartsOf(document.map)) {
    if (node.name === node.name.trim()) continue;
    report('padded-name', document.spanOf(node, 'name'), { kind, name: node.name });
  }
};
