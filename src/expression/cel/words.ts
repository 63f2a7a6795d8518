/** The only words that cannot be names: they are values, or an operator between two values. */
export const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** Functions by what other languages call them. */
export const FUNCTIONS_ELSEWHERE: Readonly<Record<string, string>> = {
  len: 'size',
  length: 'size',
  count: 'size',
  str: 'string',
  toString: 'string',
  number: 'double',
  float: 'double',
  parseInt: 'int',
  defined: 'has',
};
