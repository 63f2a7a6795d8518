import { readFileSync } from 'node:fs';
import { type Ebnf, readEbnf } from './ebnf.ts';
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

/** How far a text is a sentence of the grammar; its length where it is one. */
export function reachInMap(text: string): number {
  return reachOf(mapGrammar, terminals, text);
}

/** The words of the language in a production. */
function wordsIn(node: Ebnf): readonly string[] {
  if (node.kind === 'terminal') return /^[a-z]+$/i.test(node.text) ? [node.text] : [];
  if ('parts' in node) return node.parts.flatMap(wordsIn);
  return 'body' in node ? wordsIn(node.body) : [];
}
