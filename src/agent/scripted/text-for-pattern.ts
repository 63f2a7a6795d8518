import { hash } from './seeded.ts';

const MAX_PATTERN = 500;
const MAX_TEXT = 2_000;

/**
 * A text that a regular expression of ECMAScript matches; undefined for one with look-arounds, back references,
 * properties of characters, or longer than 500 characters. No expression is run.
 */
export function textForPattern(pattern: string, seed: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const reader: Reader = { pattern, at: 0, seed, made: 0, depth: 0 };
  const text = alternatives(reader);
  return text === undefined || reader.at < pattern.length || text.length > MAX_TEXT ? undefined : text;
}

interface Reader {
  readonly pattern: string;
  at: number;
  readonly seed: string;
  /** How many choices were made. */
  made: number;
  depth: number;
}

function next(reader: Reader, count: number): number {
  reader.made += 1;
  return hash(`${reader.seed}/${reader.made}`) % count;
}

function peek(reader: Reader): string {
  return reader.pattern.charAt(reader.at);
}

/** `a|b|c`: all are read, one is taken. */
function alternatives(reader: Reader): string | undefined {
  const all: string[] = [];
  do {
    if (all.length > 0) reader.at += 1;
    const text = sequence(reader);
    if (text === undefined) return undefined;
    all.push(text);
  } while (peek(reader) === '|');
  return all[next(reader, all.length)];
}

function sequence(reader: Reader): string | undefined {
  let text = '';
  while (reader.at < reader.pattern.length && peek(reader) !== '|' && peek(reader) !== ')') {
    if (peek(reader) === '^' || peek(reader) === '$') {
      reader.at += 1;
      continue;
    }
    const one = atom(reader);
    const times = one === undefined ? undefined : quantity(reader);
    if (one === undefined || times === undefined || one.length * times > MAX_TEXT) return undefined;
    text += one.repeat(times);
    if (text.length > MAX_TEXT) return undefined;
  }
  return text;
}

/** How often the atom before stands: the least, or little more. */
function quantity(reader: Reader): number | undefined {
  const found = /^(?:([*+?])|\{(\d{1,4})(,?)(\d{0,4})\})/.exec(
    reader.pattern.slice(reader.at, reader.at + 12),
  );
  if (!found) return 1;
  reader.at += found[0].length;
  if (peek(reader) === '?') reader.at += 1;
  const [, mark, from, comma, to] = found;
  if (mark !== undefined) return mark === '?' ? next(reader, 2) : (mark === '+' ? 1 : 0) + next(reader, 3);
  const least = Number(from);
  const most = comma === '' ? least : to === '' ? least + 2 : Number(to);
  return most < least ? undefined : least + next(reader, Math.min(most - least, 2) + 1);
}

function atom(reader: Reader): string | undefined {
  const char = peek(reader);
  reader.at += 1;
  if (char === '(') return group(reader);
  if (char === '[') return characterClass(reader);
  if (char === '.') return 'x';
  if (char === '\\') return oneOf(escaped(reader), reader);
  return '*+?{'.includes(char) ? undefined : char;
}

function group(reader: Reader): string | undefined {
  const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(reader.pattern.slice(reader.at, reader.at + 60));
  reader.at += opening?.[0].length ?? 0;
  if (!opening && peek(reader) === '?') return undefined;
  reader.depth += 1;
  const text = reader.depth > 50 ? undefined : alternatives(reader);
  reader.depth -= 1;
  if (peek(reader) !== ')') return undefined;
  reader.at += 1;
  return text;
}

const DIGITS = '0123456789';
const WORD = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ${DIGITS}_`;
/** What can be written without an escape anywhere: space to tilde. */
const ASCII = Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n)).join('');
const ESCAPES: Readonly<Record<string, string>> = {
  d: DIGITS,
  w: WORD,
  s: ' ',
  D: without(DIGITS),
  W: without(WORD),
  S: without(' '),
  n: '\n',
  t: '\t',
  r: '\r',
};

function without(chars: string): string {
  return Array.from(ASCII, (char) => (chars.includes(char) ? '' : char)).join('');
}

/** The characters that an escape stands for; undefined for one that is no character. */
function escaped(reader: Reader): string | undefined {
  const char = peek(reader);
  reader.at += 1;
  if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char];
  return char === '' || /[A-Za-z0-9]/.test(char) ? undefined : char;
}

function characterClass(reader: Reader): string | undefined {
  const isNegated = peek(reader) === '^';
  if (isNegated) reader.at += 1;
  let chars = '';
  while (peek(reader) !== ']') {
    const from = classPart(reader);
    if (from === undefined) return undefined;
    if (from.length > 1 || peek(reader) !== '-' || reader.pattern.charAt(reader.at + 1) === ']') {
      chars += from;
      continue;
    }
    reader.at += 1;
    const to = classPart(reader);
    if (to === undefined) return undefined;
    chars += range(from, to);
  }
  reader.at += 1;
  return oneOf(isNegated ? without(chars) : chars, reader);
}

function classPart(reader: Reader): string | undefined {
  const char = peek(reader);
  reader.at += 1;
  if (char === '') return undefined;
  return char === '\\' ? escaped(reader) : char;
}

/** The start of a range is enough: those of letters and digits are short, others may be a whole alphabet. */
function range(from: string, to: string): string {
  const start = from.charCodeAt(0);
  const length = Math.min(to.charCodeAt(0) - start + 1, 100);
  return Array.from({ length: Math.max(length, 0) }, (_, n) => String.fromCharCode(start + n)).join('');
}

function oneOf(chars: string | undefined, reader: Reader): string | undefined {
  return chars === undefined || chars === '' ? undefined : chars.charAt(next(reader, chars.length));
}
