import { isPhrase } from '../parse/words/name-tokens.ts';
import { quotedText } from '../parse/tree/quoted-text.ts';
import type { JsonNode } from '../parse/tree/json-node.ts';

const WORD = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Lines are broken where they would be longer. */
export const MAX_WIDTH = 110;

/** The name of a task, end, action or branch, in quotes where it needs them. */
export function spellName(name: string): string {
  return isPhrase(name) ? name : spellWord(name);
}

/** The name of a value, which is one word or in quotes. */
export function spellWord(name: string): string {
  return WORD.test(name) ? name : quote(name);
}

/**
 * Behind a "${" that is not closed, what follows the text on its line could be taken for a part of it; in one that is read as it
 * stands, the escapes would be part of the text.
 */
function quote(text: string): string {
  const quoted = JSON.stringify(text);
  if (!text.includes('${')) return quoted;
  const read = quotedText(quoted, 0);
  const isPlain = read?.isClosed === true && read.verbatim.length === 0;
  return isPlain ? quoted : quoted.replaceAll('${', String.raw`\u0024{`);
}

/** A text on one line: as it is between three quotes, where ordinary quotes would need backslashes in it. */
export function spellLine(text: string): string {
  const quoted = JSON.stringify(text);
  const escapes = text.replace(/["\\]/g, '\\$&');
  if (escapes === text || quoted !== `"${escapes}"` || /^"|"$/.test(text)) return quote(text);
  const quotes = fenceFor(text);
  return quotes + text + quotes;
}

/** A text in quotes, or fenced where it has several lines. Units: `indent` is that of the line it is on. */
export function spellText(text: string, indent: string): string {
  // oxlint-disable-next-line no-control-regex -- a fence cannot hold these, or an editor would change them
  if (!text.includes('\n') || /[\u0000-\u0008\u000b-\u001f]/.test(text) || !text.isWellFormed())
    return spellLine(text);
  const quotes = fenceFor(text);
  const inner = `${indent}  `;
  const lines = text.split('\n').map((line) => (line === '' ? '' : inner + line));
  return [quotes, ...lines, inner + quotes].join('\n');
}

/** More quotes than follow each other in a text, and at least three. */
function fenceFor(text: string): string {
  const longest = (text.match(/"+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  return '"'.repeat(longest + 1);
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
    const key = `${spellWord(name)}: `;
    return inner + key + spellJson(value, inner, key.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function spellFlat(node: JsonNode): string {
  if (node.kind === 'scalar') {
    return typeof node.value === 'string' ? spellLine(node.value) : spellScalar(node.value);
  }
  if (node.kind === 'array') return `[${node.items.map(spellFlat).join(', ')}]`;
  const members = [...node.members.values()].map(
    ({ name, value }) => `${spellWord(name)}: ${spellFlat(value)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A plain value as JSON writes it. */
export function spellScalar(value: string | number | boolean | null): string {
  if (Object.is(value, -0)) return '-0';
  // A number beyond all bounds stays one, so that it is told where it was written.
  if (value === Infinity || value === -Infinity) return value > 0 ? '1e999' : '-1e999';
  return JSON.stringify(value);
}
