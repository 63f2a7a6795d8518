/** What a pattern asks for. */
export type PatternNode =
  /** One character (a code point), by the text that stands for it in the pattern: `a`, `\d`, `[a-z]`, `.`. */
  | { readonly kind: 'character'; readonly atom: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly of: Edge }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negated: boolean;
      readonly body: PatternNode;
    };

/** A place between two characters. */
export type Edge = 'start' | 'end' | 'word' | 'no-word';

const MAX_PATTERN_LENGTH = 2000;
const MAX_DEPTH = 50;

/** How far reading has come. */
interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
}

/**
 * Reads a pattern of ECMAScript with the flag `u`, as JSON Schema has them.
 *
 * V8 says whether it is a pattern at all, so everything here may assume that it is one.
 * Shape of `fault`: a clause with the pattern as its subject.
 * Errors: none thrown.
 * Source: ECMA-262, "Patterns".
 */
export function readPattern(pattern: string): PatternNode | { readonly fault: string } {
  if (pattern.length > MAX_PATTERN_LENGTH) return { fault: `has more than ${MAX_PATTERN_LENGTH} characters` };
  const problem = syntaxProblemOf(pattern);
  if (problem !== undefined) return { fault: `is not an ECMAScript pattern with the flag "u": ${problem}` };
  try {
    return choice({ pattern, at: 0, depth: 0 });
  } catch (thrown) {
    if (thrown instanceof Unsupported) return { fault: thrown.message };
    throw thrown;
  }
}

/** A feature of ECMAScript that cannot be matched in bounded time, or differs between versions of Node. */
class Unsupported extends Error {}

function syntaxProblemOf(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    return (words.split(': ').at(-1) ?? words).toLowerCase();
  }
}

function isNext(reader: Reader, text: string): boolean {
  return reader.pattern.startsWith(text, reader.at);
}

function take(reader: Reader, wanted: RegExp): string | undefined {
  wanted.lastIndex = reader.at;
  const found = wanted.exec(reader.pattern)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}

/** `a|b|c`, up to the end or a closing parenthesis. */
function choice(reader: Reader): PatternNode {
  if (reader.depth > MAX_DEPTH) throw new Unsupported(`is nested more than ${MAX_DEPTH} deep`);
  const options = [sequence(reader)];
  while (isNext(reader, '|')) {
    reader.at += 1;
    options.push(sequence(reader));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function sequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.at < reader.pattern.length && !isNext(reader, '|') && !isNext(reader, ')')) {
    parts.push(repeated(reader, term(reader)));
  }
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
}

const EDGES: ReadonlyMap<string, Edge> = new Map([
  ['^', 'start'],
  ['$', 'end'],
  [String.raw`\b`, 'word'],
  [String.raw`\B`, 'no-word'],
]);
const EDGE = /[\^$]|\\[bB]/y;
/** A pair of surrogates that is written as two escapes is one character. */
const PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y;
const ATOM =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./suy;

function term(reader: Reader): PatternNode {
  const edge = EDGES.get(take(reader, EDGE) ?? '');
  if (edge !== undefined) return { kind: 'edge', of: edge };
  if (isNext(reader, '(')) return group(reader);
  const atom = take(reader, PAIR) ?? take(reader, ATOM) ?? '';
  if (/^\\[1-9k]/.test(atom)) {
    throw new Unsupported(
      'has a backreference, which wfmap does not support; write out what may match there',
    );
  }
  return { kind: 'character', atom };
}

const LOOKS: ReadonlyMap<string, { readonly behind: boolean; readonly negated: boolean }> = new Map([
  ['(?=', { behind: false, negated: false }],
  ['(?!', { behind: false, negated: true }],
  ['(?<=', { behind: true, negated: false }],
  ['(?<!', { behind: true, negated: true }],
]);
const OPENING = /\((?:\?(?::|<?[=!]|<[^>=!][^>]*>))?/y;

function group(reader: Reader): PatternNode {
  const opening = take(reader, OPENING) ?? '';
  // What is left of `(?i:`, which older versions of Node do not know.
  if (isNext(reader, '?')) {
    throw new Unsupported('changes its flags, which wfmap does not support; write both cases, as in [aA]');
  }
  reader.depth += 1;
  const body = choice(reader);
  reader.depth -= 1;
  reader.at += 1;
  const look = LOOKS.get(opening);
  return look ? { kind: 'look', ...look, body } : body;
}

const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

/** Whether as much or as little as possible is taken first makes no difference to whether a text matches. */
function repeated(reader: Reader, body: PatternNode): PatternNode {
  const quantifier = take(reader, QUANTIFIER)?.replace(/(?<=.)\?$/, '');
  if (quantifier === undefined) return body;
  if (quantifier === '*') return { kind: 'repeat', body, min: 0, max: Infinity };
  if (quantifier === '+') return { kind: 'repeat', body, min: 1, max: Infinity };
  if (quantifier === '?') return { kind: 'repeat', body, min: 0, max: 1 };
  const [min = '', max = min] = quantifier.slice(1, -1).split(',');
  return { kind: 'repeat', body, min: Number(min), max: max === '' ? Infinity : Number(max) };
}
