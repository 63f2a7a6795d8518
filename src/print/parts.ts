import { isInline } from '../parse/parse-dsl.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import { isPath } from '../parse/words/path-token.ts';
import { spellLine, spellName, spellScalar, spellWord } from './spell.ts';

// Each gives the words for a part, or undefined where there are none and the part is to be JSON.

export function membersOf(node: JsonNode | undefined): readonly JsonMember[] {
  return node?.kind === 'object' ? [...node.members.values()] : [];
}

export function partOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name)?.value : undefined;
}

export function stringIn(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

export function nameOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  return text === undefined ? undefined : spellName(text);
}

/** The name of a value, or another word. */
export function wordOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  return text === undefined ? undefined : spellWord(text);
}

/** A path that is in no folder of the map, or a name written like one. */
export function pathOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  if (text === undefined) return undefined;
  return isPath(text) ? text : JSON.stringify(text);
}

export function numberOf(node: JsonNode | undefined): string | undefined {
  const isNumber = node?.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value);
  return isNumber ? spellScalar(node.value) : undefined;
}

export function quotedOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  return text === undefined ? undefined : spellLine(text);
}

export function expressionOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  return text !== undefined && isInline(text) ? text : undefined;
}

export function durationOf(node: JsonNode | undefined): string | undefined {
  const text = stringIn(node);
  return text !== undefined && /^(?:\d+(?:ms|s|m|h))+$/.test(text) ? text : quotedOf(node);
}

export function namesOf(node: JsonNode | undefined): string | undefined {
  return listOf(node, nameOf);
}

export function wordsOf(node: JsonNode | undefined): string | undefined {
  return listOf(node, wordOf);
}

function listOf(
  node: JsonNode | undefined,
  spell: (item: JsonNode) => string | undefined,
): string | undefined {
  if (node?.kind !== 'array') return undefined;
  const names = node.items.map(spell);
  if (names.some((each) => each === undefined)) return undefined;
  return names.length === 0 ? '[]' : names.join(', ');
}

/** `word`, or `word false`. */
export function flagOf(word: string, node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') return undefined;
  return node.value ? word : `${word} false`;
}

/** Whether an object has no members but some of these. */
export function hasOnly(node: JsonNode | undefined, names: readonly string[]): boolean {
  return node?.kind === 'object' && [...node.members.keys()].every((each) => names.includes(each));
}

/** Words of which each may be absent; undefined where one that is there has none. */
export function joined(
  node: JsonNode,
  parts: Readonly<Record<string, (part: JsonNode) => string | undefined>>,
) {
  if (!hasOnly(node, Object.keys(parts)) || membersOf(node).length === 0) return undefined;
  const words: string[] = [];
  for (const [name, spell] of Object.entries(parts)) {
    const part = partOf(node, name);
    const word = part && spell(part);
    if (part && word === undefined) return undefined;
    if (word !== undefined && word !== '') words.push(word);
  }
  return words.join(' ');
}

/** Source: grammar/wfmap.ebnf, "at" "most" number "then" name */
export function boundOf(node: JsonNode | undefined): string | undefined {
  if (!hasOnly(node, ['max', 'then'])) return undefined;
  const [max, then] = [numberOf(partOf(node, 'max')), nameOf(partOf(node, 'then'))];
  return max === undefined || then === undefined ? undefined : `at most ${max} then ${then}`;
}

/** A word and what stands behind it, where there is that. */
export function after(word: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : word + text;
}
