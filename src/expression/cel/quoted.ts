import { readText } from './read-literal.ts';
import { readTokens } from './read-tokens.ts';

/** A part of an expression as messages quote it: on one line, and not too long. */
export function quoted(part: string): string {
  return inQuotes(onOneLine(part));
}

/** A name that is no part of an expression, quoted likewise. */
export function quotedName(name: string): string {
  return inQuotes(withoutGaps(name));
}

function inQuotes(line: string): string {
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/**
 * The same expression on one line, without comments.
 *
 * Shape: blanks stay as they are in the texts that it quotes, for they are a part of those; line ends in such a text become escapes.
 */
export function onOneLine(expression: string): string {
  const { tokens, fault } = readTokens(expression);
  if (fault) return withoutGaps(expression);
  const parts = tokens.map((token, index) => {
    const written = expression.slice(token.start, token.end);
    const text = token.kind === 'text' && LINE_END.test(written) ? readText(expression, token) : undefined;
    const gap = index > 0 && tokens[index - 1]?.end !== token.start ? ' ' : '';
    return gap + (typeof text === 'string' ? JSON.stringify(text) : written);
  });
  return parts.join('');
}

const LINE_END = /[\r\n]/;

function withoutGaps(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
