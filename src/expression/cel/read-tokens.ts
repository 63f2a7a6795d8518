import { endOfString } from './end-of-string.ts';

/** A token of an expression. Units: offsets into its text, half-open. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'mark';
  readonly start: number;
  readonly end: number;
}

/** What is wrong with the text at a place, as a clause that follows a colon. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly problem: string;
  /** What to write at a place instead. */
  readonly meant?: { readonly start: number; readonly end: number; readonly newText: string };
}

const SPACE_AND_COMMENTS = /(?:[ \t\r\n]+|\/\/[^\n]*)*/y;
/** The opening of a text, that of bytes, a name, a number, a mark: one pattern, since each costs as much as this. */
const TOKEN =
  /([rR]?["'])|([bB]["'])|([A-Za-z_][A-Za-z0-9_]*)|(0[xX][0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|==|!=|<=|>=|&&|\|\||[-+*/%<>!()[\]{}.,:?]/y;
const TAIL = /[A-Za-z_][A-Za-z0-9_]*/y;
const MAX_SIGNS = 20;

/** Reads an expression up to its end or its first lexical fault. */
export function readTokens(text: string): { readonly tokens: readonly Token[]; readonly fault?: Fault } {
  const tokens: Token[] = [];
  let signs = 0;
  for (let at = skip(text, 0); at < text.length; at = skip(text, at)) {
    const token = tokenAt(text, at);
    if ('problem' in token) return { tokens, fault: token };
    tokens.push(token);
    // The parser descends once for each sign of a row, and has no limit for it.
    signs = token.kind === 'mark' && '!-'.includes(text.slice(at, token.end)) ? signs + 1 : 0;
    if (signs > MAX_SIGNS) {
      return {
        tokens,
        fault: { start: at, end: token.end, problem: `more than ${MAX_SIGNS} signs in a row` },
      };
    }
    at = token.end;
  }
  return { tokens };
}

/** The offset after white space and comments. */
function skip(text: string, from: number): number {
  SPACE_AND_COMMENTS.lastIndex = from;
  SPACE_AND_COMMENTS.test(text);
  return SPACE_AND_COMMENTS.lastIndex;
}

function tokenAt(text: string, at: number): Token | Fault {
  TOKEN.lastIndex = at;
  const found = TOKEN.exec(text);
  if (!found) return strangerAt(text, at);
  const [written, quote, bytes, name, number] = found;
  const end = at + written.length;
  if (quote !== undefined) return stringAt(text, at, end - 1);
  if (bytes !== undefined) {
    return { start: at, end, problem: 'bytes have no use here; drop the "b" before the quote' };
  }
  if (name !== undefined) return { kind: 'name', start: at, end };
  return number === undefined ? { kind: 'mark', start: at, end } : numberAt(text, at, end);
}

const LINE_END_HELP = String.raw`; for a line end in it write \n, and \\n where that is in a text in quotes`;

function stringAt(text: string, start: number, quote: number): Token | Fault {
  const end = endOfString(text, quote);
  if (end !== undefined) return { kind: 'text', start, end };
  const lineEnd = text.indexOf('\n', quote);
  // The map around it may have made a line end of what was meant as an escape of the expression.
  const isLater = lineEnd >= 0 && text.includes(text[quote] ?? '', lineEnd);
  const help = isLater ? LINE_END_HELP : '';
  const problem = `the text that starts with ${text[quote]} is not closed on its line${help}`;
  return { start, end: lineEnd < 0 ? text.length : lineEnd, problem };
}

function numberAt(text: string, start: number, end: number): Token | Fault {
  TAIL.lastIndex = end;
  if (!TAIL.test(text)) return { kind: 'number', start, end };
  const tail = TAIL.lastIndex;
  return { start, end: tail, problem: `"${text.slice(start, tail)}" is neither a number nor a name` };
}

const INSTEAD: Readonly<Record<string, string>> = {
  '=': 'compare with "=="',
  '&': 'write "&&" for and',
  '|': 'write "||" for or',
  $: 'names stand without "$"',
  '`': 'write text in double or single quotes',
};

function strangerAt(text: string, at: number): Fault {
  const stranger = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const end = at + stranger.length;
  const instead = Object.hasOwn(INSTEAD, stranger) ? INSTEAD[stranger] : undefined;
  if (instead !== undefined)
    return { start: at, end, problem: `"${stranger}" has no meaning here; ${instead}` };
  const letter = /^\p{L}$/u.test(stranger)
    ? '; a name with other letters than a to z is read as vars["…"]'
    : '';
  return { start: at, end, problem: `"${stranger}" has no meaning here${letter}` };
}
