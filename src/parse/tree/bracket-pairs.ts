import { createScanner } from 'jsonc-parser';
import { Token } from './json-token.ts';

/** Units: half-open offsets, the brackets with it. */
export interface BracketPair {
  readonly start: number;
  readonly end: number;
}

/** Units: pairs. */
const MAX_PAIRS = 100_000;

/** Objects and lists of a JSON text, in order of their ends; those of a text that is being written too, as far as they close. */
export function bracketPairsOf(text: string): readonly BracketPair[] {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  const pairs: BracketPair[] = [];
  while (pairs.length < MAX_PAIRS) {
    const token: number = scanner.scan();
    if (token === Token.end) break;
    if (token === Token.openBrace || token === Token.openBracket) open.push(scanner.getTokenOffset());
    if (token !== Token.closeBrace && token !== Token.closeBracket) continue;
    const start = open.pop();
    if (start !== undefined) pairs.push({ start, end: scanner.getTokenOffset() + 1 });
  }
  return pairs;
}
