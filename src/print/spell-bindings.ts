import type { JsonMember } from '../parse/tree/json-node.ts';
import { expressionOf } from './parts.ts';
import { MAX_WIDTH, spellWord } from './spell.ts';

/** A word with names bound to expressions behind it; undefined where there are none, or one has no words. */
export function bindingsOf(members: readonly JsonMember[], word: string, indent: string): string | undefined {
  const bindings = members.map(({ name, value }) => {
    const expression = expressionOf(value);
    if (expression === undefined) return undefined;
    return expression === name && spellWord(name) === name ? name : `${spellWord(name)} = ${expression}`;
  });
  return bindings.includes(undefined) ? undefined : filledList(word, bindings, indent);
}

/** A word with a list behind it, on as few lines as hold it; undefined for an empty one. */
export function filledList(
  word: string,
  items: readonly (string | undefined)[],
  indent: string,
): string | undefined {
  if (items.length === 0) return undefined;
  const lines = [word];
  for (const [index, item] of items.entries()) {
    const piece = index === items.length - 1 ? (item ?? '') : `${item},`;
    const last = lines.at(-1) ?? '';
    const fits = indent.length + (lines.length > 1 ? 2 : 0) + last.length + 1 + piece.length <= MAX_WIDTH;
    if (fits || last === word) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines.join(`\n${indent}  `);
}
