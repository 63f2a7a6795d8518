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
  for (const { key, value } of topTexts(text)) {
    if (key === 'taskDefinitions' && value === undefined) return true;
    if (key === '$schema' && value?.endsWith('map.schema.json') === true) return true;
  }
  return false;
}

/** The keys of the outermost object, each once alone, and again with its value where that is a text. */
function* topTexts(text: string): Iterable<{ readonly key: string; readonly value: string | undefined }> {
  const scanner = createScanner(text, true);
  let depth = 0;
  let last: string | undefined;
  let key: string | undefined;
  for (let count = 0; count < MAX_TOKENS; count += 1) {
    const token: number = scanner.scan();
    if (token === Token.end) return;
    depth += depthOf(token);
    if (token === Token.string && depth === 1) {
      last = scanner.getTokenValue();
      if (key !== undefined) yield { key, value: last };
      key = undefined;
    } else {
      key = token === Token.colon && depth === 1 ? last : undefined;
      if (key !== undefined) yield { key, value: undefined };
    }
  }
}

function depthOf(token: number): number {
  if (token === Token.openBrace || token === Token.openBracket) return 1;
  return token === Token.closeBrace || token === Token.closeBracket ? -1 : 0;
}
