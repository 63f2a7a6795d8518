import { readFileSync } from 'node:fs';
import { type Ebnf, readEbnf, readEbnfPart } from './ebnf.ts';
import { lexiconOf } from './ebnf-lexicon.ts';
import { reachOf } from './ebnf-recognise.ts';
import { terminalsOf } from './ebnf-terminals.ts';

/** The reference grammar of the map language. */
export const mapGrammar = readEbnf(
  readFileSync(`${import.meta.dirname}/../../grammar/wfmap.ebnf`, 'utf8'),
  new Set(lexiconOf([]).keys()),
);

/** The words of the language, as the grammar has them. */
export const mapWords: readonly string[] = [
  ...new Set([...mapGrammar.productions.values()].flatMap(wordsIn)),
].toSorted();

export const mapLexicon = lexiconOf(mapWords);

const terminals = terminalsOf(mapWords);

/** How far a text is a sentence of the grammar, or of a part of it; its length where it is one. */
export function reachInMap(text: string, start = 'map'): number {
  return reachOf(mapGrammar, terminals, { text, start: partOf(start) });
}

/** A part of a production, as it is written. */
function partOf(written: string): Ebnf {
  return readEbnfPart(written, new Set([...mapGrammar.productions.keys(), ...mapGrammar.prose]));
}

/** The productions that have a part, as it is written, in them. */
export function rulesWith(written: string): readonly string[] {
  const part = partOf(written);
  return [...mapGrammar.productions].filter(([, body]) => hasPart(body, part)).map(([name]) => name);
}

function hasPart(node: Ebnf, part: Ebnf): boolean {
  if (isSame(node, part)) return true;
  if ('body' in node) return hasPart(node.body, part);
  if (!('parts' in node)) return false;
  const parts = 'parts' in part && part.kind === node.kind ? part.parts : [part];
  // Some parts of a sequence that follow each other, or some ways of a choice.
  const isIn =
    node.kind === 'sequence'
      ? node.parts.some((_, at) => parts.every((each, index) => isSame(node.parts[at + index], each)))
      : parts.every((each) => node.parts.some((other) => isSame(other, each)));
  return isIn || node.parts.some((each) => hasPart(each, part));
}

function isSame(one: Ebnf | undefined, other: Ebnf): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The words of the language in a production. */
function wordsIn(node: Ebnf): readonly string[] {
  if (node.kind === 'terminal') return /^[a-z]+$/i.test(node.text) ? [node.text] : [];
  if ('parts' in node) return node.parts.flatMap(wordsIn);
  return 'body' in node ? wordsIn(node.body) : [];
}
