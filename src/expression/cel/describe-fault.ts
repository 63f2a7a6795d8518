import type { Fault } from './read-tokens.ts';

/** Codes of the library that speak of values which do not go together. */
export const CLASHES: ReadonlySet<string> = new Set([
  'no_such_overload',
  'no_matching_overload',
  'invalid_condition_type',
  'invalid_logical_operand',
  'cannot_index_type',
  'invalid_comprehension_range',
]);

/** What the library says about an expression. Shape: `code` is the library's own. */
export interface CelFault extends Fault {
  readonly code: string;
}

/**
 * Puts an error of the library into our words: a clause without a full stop.
 *
 * `text` is the expression as the author wrote it; it has the offsets of what the library read. Undefined for
 * what is no error of the library.
 */
export function describeFault(thrown: unknown, text: string): CelFault | undefined {
  if (!isCelError(thrown)) return undefined;
  const { code, summary, range } = thrown;
  const start = Math.min(range?.start ?? 0, text.length);
  const end = Math.max(start, Math.min(range?.end ?? text.length, text.length));
  const part = quote(text.slice(start, end));
  return { code, start, end, problem: problemOf(code, summary, part) };
}

interface CelError {
  readonly code: string;
  readonly summary: string;
  readonly range: { readonly start: number; readonly end: number } | undefined;
}

function isCelError(thrown: unknown): thrown is Error & CelError {
  return thrown instanceof Error && 'code' in thrown && 'summary' in thrown && 'range' in thrown;
}

function problemOf(code: string, summary: string, part: string): string {
  return SPOKEN.get(code)?.(summary, part) ?? FIXED.get(code) ?? `${part} has no value`;
}

/** Codes whose words need what the library found, or where. */
const SPOKEN: ReadonlyMap<string, (summary: string, part: string) => string> = new Map([
  ['expected_token', describeToken],
  ['unexpected_token', describeToken],
  ['unexpected_character', describeToken],
  ['no_such_overload', describeOverload],
  ['no_matching_overload', describeOverload],
  ['invalid_condition_type', describeCondition],
  ['invalid_logical_operand', describeCondition],
  [
    'cannot_index_type',
    (summary, part) => `${part} asks for a member of ${typeWord(/type '(.*)'$/.exec(summary)?.[1] ?? '')}`,
  ],
  ['invalid_comprehension_range', (_, part) => `${part} is not a list`],
  ['no_such_key', (summary) => `there is no ${quote(summary.replace(/^No such key: /, ''))} in it`],
]);

const FIXED: ReadonlyMap<string, string> = new Map([
  ['reserved_identifier', 'there is no function of that name'],
  ['invalid_index_type', 'an element of a list is read by its number, as in list[0]'],
  ['limit_exceeded', 'it is nested too deep or has too many parts'],
  ['invalid_macro_argument', 'the first argument of a macro is a plain name, as in list.all(each, each > 0)'],
  ['division_by_zero', 'it divides by zero'],
  ['modulo_by_zero', 'it divides by zero'],
  ['numeric_overflow', 'a number in it is too large'],
  ['invalid_number', 'a number in it is too large'],
  ['index_out_of_bounds', 'a list has no element at that index'],
  ['index_out_of_range', 'a position lies outside the text'],
  ['invalid_escape_sequence', 'a text in it has an unknown escape; write "\\\\" for a backslash'],
  ['invalid_unicode_escape', 'a text in it has an escape that is no character'],
  ['invalid_unicode_surrogate', 'a text in it has an escape that is no character'],
  ['invalid_hex_escape', 'a text in it has an escape that is no character'],
  ['invalid_octal_escape', 'a text in it has an escape that is no character'],
  ['octal_escape_out_of_range', 'a text in it has an escape that is no character'],
  ['int_conversion_error', 'int() was given a text that is no whole number'],
  ['double_conversion_error', 'double() was given a text that is no number'],
  ['bool_conversion_error', 'bool() was given a text that is neither true nor false'],
  ['invalid_list_element_type', 'join() was given a list with something else than texts'],
]);

const TOKENS: ReadonlyMap<string, string> = new Map([
  ['EOF', 'the end'],
  ['RPAREN', '")"'],
  ['RBRACKET', '"]"'],
  ['RBRACE', '"}"'],
  ['COLON', '":"'],
  ['IDENTIFIER', 'a name'],
]);

function describeToken(summary: string, part: string): string {
  const [, wanted, got] = /^Expected (\w+), got (\w+)$/.exec(summary) ?? [];
  const atEnd = (got ?? summary).endsWith('EOF');
  const found = atEnd ? 'it ends' : `${part} stands`;
  if (wanted !== undefined) return `${found} where ${TOKENS.get(wanted) ?? 'something else'} is expected`;
  if (summary.startsWith('Unexpected character')) return `${found} where an operator or the end is expected`;
  return `${found} where a value is expected`;
}

function describeCondition(summary: string, part: string): string {
  return `a condition is true or false, and ${part} is ${typeWord(/got '(.*)'$/.exec(summary)?.[1] ?? '')}`;
}

/** `no such overload: dyn<string> + bool`, `!double`, or `found no matching overload for 'a.b(c, d)'`. */
function describeOverload(summary: string, part: string): string {
  const infix = /^no such overload: (.+) (\S+) (.+)$/.exec(summary);
  if (infix) {
    const [, left = '', operator = '', right = ''] = infix;
    return `${part} uses "${operator}" between ${typeWord(left)} and ${typeWord(right)}`;
  }
  const prefix = /^no such overload: ([!-])(.+)$/.exec(summary);
  if (prefix) return `${part} uses "${prefix[1] ?? ''}" before ${typeWord(prefix[2] ?? '')}`;
  return `${part} is called with arguments that it does not take`;
}

/** A type of the library in plain words. */
function typeWord(type: string): string {
  const name = type.replace(/^dyn<(.*)>$/, '$1').replace(/<.*$/, '');
  const words: Readonly<Record<string, string>> = {
    string: 'a text',
    int: 'a number',
    double: 'a number',
    bool: 'true or false',
    null: 'null',
    list: 'a list',
    map: 'an object',
  };
  return words[name] ?? 'a value';
}

function quote(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}
