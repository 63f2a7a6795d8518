/** The only words that cannot be names: they are values, or an operator between two values. */
export const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** Functions and methods by what other languages call them. */
export const CALLS_ELSEWHERE: ReadonlyMap<string, string> = new Map<string, string>([
  ['len', 'size'],
  ['length', 'size'],
  ['count', 'size'],
  ['str', 'string'],
  ['toString', 'string'],
  ['number', 'double'],
  ['float', 'double'],
  ['parseInt', 'int'],
  ['defined', 'has'],
  ['some', 'exists'],
  ['any', 'exists'],
  ['every', 'all'],
  ['lower', 'lowerAscii'],
  ['toLowerCase', 'lowerAscii'],
  ['upper', 'upperAscii'],
  ['toUpperCase', 'upperAscii'],
  ['strip', 'trim'],
]);

/** What to write for methods of other languages that no single one stands for. */
export const ADVICE_ELSEWHERE: ReadonlyMap<string, string> = new Map<string, string>([
  ['includes', 'a text has contains(…), and a list is asked with in, as in value in list'],
  ['append', 'lists are put together with +, as in list + [value]'],
  ['push', 'lists are put together with +, as in list + [value]'],
  ['concat', 'lists and texts are put together with +'],
  ['find', 'the first that fits is list.filter(each, …)[0]'],
]);

/** Values by what other languages call them. */
export const VALUES_ELSEWHERE: ReadonlyMap<string, 'null' | 'true' | 'false'> = new Map<
  string,
  'null' | 'true' | 'false'
>([
  ['undefined', 'null'],
  ['None', 'null'],
  ['nil', 'null'],
  ['Null', 'null'],
  ['NULL', 'null'],
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
]);
