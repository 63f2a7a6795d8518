import { readFileSync } from 'node:fs';
import { readEbnf } from './ebnf.ts';
import { lexicon } from './ebnf-lexicon.ts';

/** The reference grammar of the map language. */
export const mapGrammar = readEbnf(
  readFileSync(`${import.meta.dirname}/../../grammar/wfmap.ebnf`, 'utf8'),
  new Set(lexicon.keys()),
);
