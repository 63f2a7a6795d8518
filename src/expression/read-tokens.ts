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
}

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /\/\/[^\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /0[xX][0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const MARK = /==|!=|<=|>=|&&|\|\||[-+*/%<>!()[\]{}.,:?]/y;
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
  let at = from;
  for (;;) {
    const end = match(SPACE, text, at) ?? match(COMMENT, text, at);
    if (end === undefined) return at;
    at = end;
  }
}

function tokenAt(text: string, at: number): Token | Fault {
  const prefixed = /^[rR]["']/.test(text.slice(at, at + 2));
  const first = text[at] ?? '';
  if (prefixed || first === '"' || first === "'") return stringAt(text, at, prefixed ? at + 1 : at);
  if (/^[bB]["']/.test(text.slice(at, at + 2))) {
    return { start: at, end: at + 2, problem: 'bytes have no use here; drop the "b" before the quote' };
  }
  const name = match(NAME, text, at);
  if (name !== undefined) return { kind: 'name', start: at, end: name };
  const number = match(NUMBER, text, at);
  if (number !== undefined) return numberAt(text, at, number);
  const mark = match(MARK, text, at);
  if (mark !== undefined) return { kind: 'mark', start: at, end: mark };
  return strangerAt(text, at);
}

function stringAt(text: string, start: number, quote: number): Token | Fault {
  const end = endOfString(text, quote);
  if (end !== undefined) return { kind: 'text', start, end };
  const lineEnd = text.indexOf('\n', quote);
  const problem = `the text that starts with ${text[quote]} is not closed on its line`;
  return { start, end: lineEnd < 0 ? text.length : lineEnd, problem };
}

function numberAt(text: string, start: number, end: number): Token | Fault {
  const tail = match(NAME, text, end);
  if (tail === undefined) return { kind: 'number', start, end };
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

/** The end of what a sticky pattern matches at a place. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
