import type { JsonNode } from '../parse/json/json-node.ts';

const WORD = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Lines are broken where they would be longer. */
export const MAX_WIDTH = 110;

/** A name, in quotes where it needs them. */
export function spellName(name: string): string {
  return WORD.test(name) ? name : JSON.stringify(name);
}

/** A text in quotes, or fenced where it has several lines. Units: `indent` is that of the line it is on. */
export function spellText(text: string, indent: string): string {
  // oxlint-disable-next-line no-control-regex -- a fence cannot hold these, or an editor would change them
  if (!text.includes('\n') || /[\u0000-\u0008\u000b-\u001f]/.test(text)) return JSON.stringify(text);
  const longest = (text.match(/"+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const quotes = '"'.repeat(longest + 1);
  const inner = `${indent}  `;
  const lines = text.split('\n').map((line) => (line === '' ? '' : inner + line));
  return [quotes, ...lines, inner + quotes].join('\n');
}

/** A JSON value: on one line where it fits. Units: `used` is the width that the line has already. */
export function spellJson(node: JsonNode, indent: string, used = 0): string {
  const line = spellFlat(node);
  if (node.kind === 'scalar' || indent.length + used + line.length <= MAX_WIDTH) return line;
  const inner = `${indent}  `;
  if (node.kind === 'array') {
    const items = node.items.map((each) => inner + spellJson(each, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = [...node.members.values()].map(({ name, value }) => {
    const key = `${spellName(name)}: `;
    return inner + key + spellJson(value, inner, key.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function spellFlat(node: JsonNode): string {
  if (node.kind === 'scalar') return spellScalar(node.value);
  if (node.kind === 'array') return `[${node.items.map(spellFlat).join(', ')}]`;
  const members = [...node.members.values()].map(
    ({ name, value }) => `${spellName(name)}: ${spellFlat(value)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

export function spellScalar(value: string | number | boolean | null): string {
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}
