import { createScanner } from 'jsonc-parser';
import { Token } from './json-token.ts';

/** Units: tokens. What makes a map stands near its beginning, or nothing is lost. */
const MAX_TOKENS = 2_000_000;

/**
 * Whether a JSON text is meant to be a map: it has `taskDefinitions` at its top, or a `$schema` that is that of maps.
 *
 * Goes by the tokens, so that it also tells of a text that is being written.
 */
export function hasMapKeys(text: string): boolean {
  if (!text.includes('"taskDefinitions"') && !text.includes('map.schema.json')) return false;
  const scanner = createScanner(text, true);
  let depth = 0;
  let before: string | undefined;
  let key: string | undefined;
  for (let count = 0; count < MAX_TOKENS; count += 1) {
    const token: number = scanner.scan();
    if (token === Token.end) return false;
    if (token === Token.openBrace || token === Token.openBracket) depth += 1;
    if (token === Token.closeBrace || token === Token.closeBracket) depth -= 1;
    if (token === Token.colon && depth === 1) {
      if (before === 'taskDefinitions') return true;
      key = before;
    }
    before = token === Token.string ? scanner.getTokenValue() : undefined;
    if (depth === 1 && key === '$schema' && before?.endsWith('map.schema.json') === true) return true;
    if (before !== undefined) key = undefined;
  }
  return false;
}
