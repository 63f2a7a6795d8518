import { type CstNode, EOF, type IToken } from 'chevrotain';
import type { ToleratedToken } from './value-grammar.ts';
import { TooManyFaults, WordsExpected } from '../words/expected.ts';
import { MapGrammar } from './map-grammar.ts';

export type Rule = 'map' | 'expression';

/** What a syntax error says. `expected` is a part of a sentence; `rule` is the last of the `rules` that it was missed in. */
export interface SyntaxFault {
  readonly token: IToken;
  readonly previous: IToken | undefined;
  readonly expected: string;
  readonly rule: string;
  readonly rules: readonly string[];
}

/** A tree with gaps where there are faults, and what was read although it is not written so. */
export interface TokensRead {
  readonly tree: CstNode;
  readonly faults: readonly SyntaxFault[];
  readonly toleratedTokens: readonly ToleratedToken[];
}

let parser: MapGrammar | undefined;
const words = new WordsExpected();

/** Reads tokens by a rule; after some hundreds of faults no further. */
export function readTokens(tokens: IToken[], rule: Rule): TokensRead {
  parser ??= new MapGrammar(words);
  words.reset();
  parser.toleratedTokens = [];
  parser.input = tokens;
  const tree = treeOf(parser, rule);
  const before = new Map(parser.errors.map(({ token }) => [token, previousOf(tokens, token)]));
  const faults = parser.errors.map((error) => ({
    token: error.token.tokenType === EOF ? { ...error.token, startOffset: NaN } : error.token,
    previous: before.get(error.token),
    expected: error.message,
    rule: error.context.ruleStack.at(-1) ?? '',
    rules: error.context.ruleStack,
  }));
  // What the parser put in to go on was told as missing.
  const toleratedTokens = parser.toleratedTokens.filter(({ token }) => token.image !== '');
  return { tree, faults, toleratedTokens };
}

function treeOf(grammar: MapGrammar, rule: Rule): CstNode {
  try {
    return rule === 'map' ? grammar.map() : grammar.expression();
  } catch (error) {
    if (error instanceof TooManyFaults && grammar.errors.length > 0) return { name: rule, children: {} };
    throw error;
  }
}

/** The token before another, or the last one. */
function previousOf(tokens: readonly IToken[], token: IToken): IToken | undefined {
  if (token.tokenType === EOF) return tokens.at(-1);
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.startOffset ?? 0) < token.startOffset) low = middle + 1;
    else high = middle;
  }
  return tokens[low - 1];
}
