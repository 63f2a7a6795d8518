import { readFileSync } from 'node:fs';
import { type Ebnf, readEbnf } from './ebnf.ts';
import { lexiconOf } from './ebnf-lexicon.ts';

/** The reference grammar of the map language. */
export const mapGrammar = readEbnf(
  readFileSync(`${import.meta.dirname}/../../grammar/wfmap.ebnf`, 'utf8'),
  new Set(lexiconOf([]).keys()),
);

export const mapLexicon = lexiconOf(
  [...new Set([...mapGrammar.productions.values()].flatMap(wordsIn))].toSorted(),
);

/** The words of the language in a production. */
function wordsIn(node: Ebnf): readonly string[] {
  if (node.kind === 'terminal') return /^[a-z]+$/i.test(node.text) ? [node.text] : [];
  if ('parts' in node) return node.parts.flatMap(wordsIn);
  return 'body' in node ? wordsIn(node.body) : [];
}
