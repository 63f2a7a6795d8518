import type { JsonNode } from '../parse/tree/json-node.ts';
import { MAX_WIDTH, spellScalar } from './spell.ts';

/** The JSON form of a map with 2-space indentation; lists of plain values stand on one line where they fit. */
export function spellJsonFile(root: JsonNode): string {
  return `${spell(root, '', 0)}\n`;
}

function spell(node: JsonNode, indent: string, used: number): string {
  if (node.kind === 'scalar') return spellScalar(node.value);
  const inner = `${indent}  `;
  if (node.kind === 'array') {
    if (node.items.every(({ kind }) => kind === 'scalar')) {
      const line = `[${node.items.map((each) => spell(each, inner, 0)).join(', ')}]`;
      if (indent.length + used + line.length < MAX_WIDTH) return line;
    }
    return `[\n${node.items.map((each) => inner + spell(each, inner, 0)).join(',\n')}\n${indent}]`;
  }
  if (node.members.size === 0) return '{}';
  const members = [...node.members.values()].map(({ name, value }) => {
    const key = `${JSON.stringify(name)}: `;
    return inner + key + spell(value, inner, key.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}
