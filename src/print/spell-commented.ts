import type { JsonNode } from '../parse/tree/json-node.ts';
import type { Comments } from './layout.ts';
import { spellJson, spellWord } from './spell.ts';

/** A JSON value with the comments in it: what has some has each part on a line of its own. */
export function spellCommented(node: JsonNode, indent: string, comments: Comments, used = 0): string {
  if (node.kind === 'scalar' || !comments.isBefore(node.end)) return spellJson(node, indent, used);
  const inner = `${indent}  `;
  const [open, close] = node.kind === 'array' ? '[]' : '{}';
  const lines = [open ?? ''];
  const putComments = (limit: number): void => {
    for (let comment = comments.take(limit); comment; comment = comments.take(limit)) {
      if (comment.isAlone) lines.push(inner + comment.text);
      else lines[lines.length - 1] += ` ${comment.text}`;
    }
  };
  const parts = partsOf(node);
  for (const [index, { key, start, value }] of parts.entries()) {
    putComments(start);
    const comma = index < parts.length - 1 ? ',' : '';
    lines.push(inner + key + spellCommented(value, inner, comments, key.length) + comma);
  }
  putComments(node.end);
  return [...lines, `${indent}${close ?? ''}`].join('\n');
}

interface Part {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
}

function partsOf(node: Exclude<JsonNode, { readonly kind: 'scalar' }>): readonly Part[] {
  if (node.kind === 'array') return node.items.map((value) => ({ key: '', start: value.start, value }));
  return [...node.members.values()].map(({ name, nameStart, value }) => ({
    key: `${spellWord(name)}: `,
    start: nameStart,
    value,
  }));
}
