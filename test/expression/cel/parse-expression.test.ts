import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import { MAX_EXPRESSION_LENGTH } from '../../../src/expression/cel/parse-expression.ts';
import type { Value } from '../../../src/model/value.ts';
import { evaluate, mustParse, parse, scopeOf, type Names, type Typed } from '../../helpers/expressions.ts';

const text = (value?: string): Typed => ({ type: 'string', value });
const number = (value?: number): Typed => ({ type: 'number', value });
const integer = (value?: number): Typed => ({ type: 'integer', value });
const flag = (value?: boolean): Typed => ({ type: 'boolean', value });
const any = (value?: Value): Typed => ({ type: 'any', value });

/** Whether something ends well, or with the one error that an evaluation may throw. */
function endsInOrder(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    return thrown instanceof ExpressionError;
  }
}

const LAWS: Readonly<Record<string, readonly (readonly [string, Names, Value])[]>> = {
  'words that CEL reserves are names': [
    ["continue ? 'on' : 'off'", { continue: flag(true) }, 'on'],
    ["continue ? 'on' : 'off'", { continue: flag(false) }, 'off'],
    ['package + for', { package: text('a'), for: text('b') }, 'ab'],
    ['if || as', { if: flag(false), as: flag(true) }, true],
    ['let + var + const', { let: number(1), var: number(2), const: number(3) }, 6],
    ['function.return', { function: any({ return: 4 }) }, 4],
    ['loop + while + void', { loop: text('l'), while: text('w'), void: text('v') }, 'lwv'],
    ['namespace + import + else', { namespace: text('1'), import: text('2'), else: text('3') }, '123'],
    ['break', { break: text('now') }, 'now'],
    ['__proto__ + prototype', { ['__proto__']: text('p'), prototype: text('q') }, 'pq'],
    ['constructor + "!"', { constructor: text('c') }, 'c!'],
    ['a.package.for', { a: any({ package: { for: 1 } }) }, 1],
    ['list.exists(for, for == 2)', { list: any([1, 2]) }, true],
    ['list.exists(for, for == 2) && for', { list: any([1, 2]), for: flag(true) }, true],
    ['"continue" + \'for\' // if', {}, 'continuefor'],
  ],
  'names of CEL types and functions are names': [
    ['string + int', { string: text('s'), int: number(1) }, 's1'],
    ['map.list', { map: any({ list: 2 }) }, 2],
    ['size(size)', { size: text('four') }, 4],
    ['type', { type: text('bug') }, 'bug'],
  ],
  'whole and other numbers mix': [
    ['visits < 5', { visits: integer(3) }, true],
    ['visits == 3', { visits: integer(3) }, true],
    ['visits + 1', { visits: integer(3) }, 4],
    ['visits / 2', { visits: integer(5) }, 2],
    ['visits % 2 == 1', { visits: integer(5) }, true],
    ['score / 2', { score: number(5) }, 2.5],
    ['score % 2', { score: number(5) }, 1],
    ['score > visits', { score: number(5), visits: integer(3) }, true],
    ['score == visits', { score: number(3), visits: integer(3) }, true],
    ['visits != score', { score: number(3), visits: integer(3) }, false],
    ['score * visits - 1', { score: number(1.5), visits: integer(3) }, 3.5],
    ['-score', { score: number(3) }, -3],
    ['result.count + 1', { result: any({ count: 1 }) }, 2],
    ['size(items) + n', { items: any(['a', 'b']), n: number(1) }, 3],
    ['n in [1, 2]', { n: number(2) }, true],
    ['1 == 1.0', {}, true],
    ['items[i]', { items: any(['a', 'b']), i: number(1) }, 'b'],
    ['"abcdef".substring(n, 3)', { n: number(1) }, 'bc'],
    ['9007199254740991', {}, 9007199254740991],
  ],
  'text joins with numbers on either side': [
    ['"n=" + n', { n: number(3) }, 'n=3'],
    ['"n=" + n', { n: number(0.5) }, 'n=0.5'],
    ['n + "x"', { n: integer(3) }, '3x'],
    ['"v" + visits + "/" + 5', { visits: integer(2) }, 'v2/5'],
    ['a + b', { a: any('x'), b: any(1) }, 'x1'],
  ],
  'has is safe for whatever is missing': [
    ['has(name)', {}, false],
    ['has(name)', { name: text() }, false],
    ['has(name)', { name: text('') }, true],
    ['has(continue)', { continue: flag(false) }, true],
    ['has(a.b.c)', {}, false],
    ['has(a.b.c)', { a: any({}) }, false],
    ['has(a.b.c)', { a: any({ b: 1 }) }, false],
    ['has(a.b.c)', { a: any({ b: null }) }, false],
    ['has(a.b.c)', { a: any({ b: { c: null } }) }, true],
    ['has(a["b"][0].c)', { a: any({ b: [{ c: 1 }] }) }, true],
    ['has(a[1])', { a: any(['x']) }, false],
    ['has(a.constructor)', { a: any({}) }, false],
    ['has(vars["story-id"])', {}, false],
    ['items.filter(i, has(i.x)).size()', { items: any([{ x: 1 }, {}]) }, 1],
    ['has(review) && review.ok', { review: any() }, false],
  ],
  'an absent name reads as nothing of its type': [
    ['continue', { continue: flag() }, false],
    ['continue ? 1 : 2', { continue: flag() }, 2],
    ['focus', { focus: text() }, ''],
    ['focus == ""', { focus: text() }, true],
    ['count', { count: number() }, null],
    ['count == null', { count: integer() }, true],
    ['review', { review: any() }, null],
  ],
  'null is false as a condition': [
    ['x ? "a" : "b"', { x: any(null) }, 'b'],
    ['x ? "a" : "b"', { x: any() }, 'b'],
    ['null ? "a" : "b"', {}, 'b'],
    ['!x', { x: any(null) }, true],
    ['x && true', { x: any(null) }, false],
    ['true && x', { x: any(null) }, false],
    ['x || true', { x: any(null) }, true],
    ['x || x', { x: any(null) }, false],
    ['items.filter(i, i.done).size()', { items: any([{ done: null }, { done: true }]) }, 1],
    ['items.all(i, i.done)', { items: any([{ done: null }]) }, false],
    [
      'items.map(i, i.done, i.n)',
      {
        items: any([
          { done: null, n: 1 },
          { done: true, n: 2 },
        ]),
      },
      [2],
    ],
  ],
  'vars reads names that are no words': [
    ['vars["story-id"]', { 'story-id': text('S-1') }, 'S-1'],
    ['vars["story-id"] + "!"', { 'story-id': text() }, '!'],
    ["vars['größe'] > 1", { größe: number(2) }, true],
    ['vars.plain', { plain: text('p') }, 'p'],
    ['vars["a"]["b"]', { a: any({ b: 1 }) }, 1],
  ],
  'conditions, lists and objects are CEL': [
    ['n > 1 ? n : "none"', { n: number(2) }, 2],
    ['n > 1 ? n : "none"', { n: number(1) }, 'none'],
    ['a ? "x" : b ? "y" : "z"', { a: flag(false), b: flag(true) }, 'y'],
    ['{a: 1, "b": [2, "c"]}', {}, { a: 1, b: [2, 'c'] }],
    ['{a: n}.a', { n: number(7) }, 7],
    ['{"constructor": 1, "x": 2}.x', {}, 2],
    ['items.map(i, {id: i})', { items: any(['a']) }, [{ id: 'a' }]],
    ['"a" in items', { items: any(['a']) }, true],
    ['"a" in o', { o: any({ a: 1 }) }, true],
    ['o.constructor', { o: any({ constructor: 'mine' }) }, 'mine'],
    ['items.exists_one(i, i > 1)', { items: any([1, 2]) }, true],
    ['"A, b".lowerAscii().split(", ").join("-")', {}, 'a-b'],
    ['name.startsWith("feat/") || name.contains("x")', { name: text('feat/y') }, true],
    ['r"\\d" + "\\u0041"', {}, '\\dA'],
    ['"""two\nlines"""', {}, 'two\nlines'],
    ['string(1.5) + string(true)', {}, '1.5true'],
    ['int("42") + double("0.5")', {}, 42.5],
    ['[1, 2] == items', { items: any([1, 2]) }, true],
    ['x // not } read', { x: text('y') }, 'y'],
  ],
};

describe.each(Object.entries(LAWS))('%s', (_law, cases) => {
  it.each(cases)('%s', (source, names, expected) => {
    expect(evaluate(source, names)).toEqual(expected);
  });
});

describe('an evaluation that fails says why', () => {
  it.each<readonly [string, Names, string]>([
    ['storyid', {}, '"storyid" is not declared'],
    ['toString', {}, '"toString" is not declared'],
    ['a.b.c', { a: any({ b: {} }) }, 'there is no "c" in it'],
    ['a.b', { a: any(null) }, 'there is no "b" in it'],
    ['a.constructor', { a: any({}) }, 'there is no "constructor" in it'],
    ['a.__proto__', { a: any({}) }, 'there is no "__proto__" in it'],
    ['items[5]', { items: any([1]) }, 'a list has no element at that index'],
    ['visits / 0', { visits: integer(1) }, 'it divides by zero'],
    ['score / 0', { score: number(1) }, 'it divides by zero, or a number in it is too large'],
    ['double("inf")', {}, 'it divides by zero, or a number in it is too large'],
    ['visits % 0', { visits: integer(1) }, 'it divides by zero'],
    ['9223372036854775807 + 1', {}, 'a number in it is too large'],
    ['x ? 1 : 2', { x: any('yes') }, 'a condition is true or false, and "x" is a text'],
    ['true && x', { x: any(1) }, 'a condition is true or false, and "x" is a number'],
    ['x + true', { x: any([]) }, '"x + true" uses "+" between a list and true or false'],
    ['x < "a"', { x: any(1) }, '"x < "a"" uses "<" between a number and a text'],
    ['!x', { x: any({}) }, 'a condition is true or false, and "x" is an object'],
    ['int(x)', { x: any('1a') }, 'int() takes a text only where it is a whole number'],
    ['items.map(i, i.x)', { items: any([{}]) }, 'there is no "x" in it'],
    ['x.all(i, i)', { x: any(1) }, '"x" is not a list'],
  ])('%s', (source, names, reason) => {
    const evaluation = (): Value => evaluate(source, names);
    expect(evaluation).toThrow(ExpressionError);
    expect(evaluation).toThrow(`The expression "${source}" has no value: ${reason}.`);
  });
});

describe('a syntax error is told at its place', () => {
  it.each<readonly [string, number, number, string]>([
    ['1 +', 3, 3, 'it ends where a value is expected'],
    ['(1', 2, 2, 'it ends where ")" is expected'],
    ['a b', 2, 3, '"b" stands where an operator or the end is expected'],
    ['continue continue', 9, 17, '"continue" stands where an operator or the end is expected'],
    ['a ? b', 5, 5, 'it ends where ":" is expected'],
    ['a[1', 3, 3, 'it ends where "]" is expected'],
    ['{"a": 1', 7, 7, 'it ends where "}" is expected'],
    ['a.1', 2, 3, '"1" stands where a name is expected'],
    ['if + in', 5, 7, '"in" stands where a value is expected'],
    ['a = b', 2, 3, '"=" has no meaning here; compare with "=="'],
    ['a & b', 2, 3, '"&" has no meaning here; write "&&" for and'],
    ['$a', 0, 1, '"$" has no meaning here; names stand without "$"'],
    ['a #', 2, 3, '"#" has no meaning here'],
    ['größe', 2, 3, '"ö" has no meaning here; a name with other letters than a to z is read as vars["…"]'],
    ["a + 'b", 4, 6, "the text that starts with ' is not closed on its line"],
    ['12abc', 0, 5, '"12abc" is neither a number nor a name'],
    ['b"x"', 0, 2, 'bytes have no use here; drop the "b" before the quote'],
    ['"\\q"', 1, 3, 'a text in it has "\\q", which is not an escape; write "\\\\" for a backslash'],
    ['', 0, 0, 'it is empty'],
    ['  // only a comment', 0, 19, 'it is empty'],
    ['has(1)', 0, 6, 'has() takes one name or path, as in has(a.b)'],
    ['has()', 0, 5, 'has() takes one name or path, as in has(a.b)'],
    ['vars[name]', 5, 9, 'vars takes one name in quotes, as in vars["story-id"]'],
    ['a.startWith("b")', 0, 16, 'there is no method startWith(); there is startsWith()'],
    ['takes(1)', 0, 8, 'there is no function takes(); there is take()'],
    ['len(xs)', 0, 7, 'there is no function len(); there is size()'],
    ['list.all(x)', 0, 11, 'all() takes 2 arguments (name, condition), and is given 1'],
    ['a.trim(1)', 0, 9, 'trim() takes no arguments, and is given 1'],
    ['f(1,)', 4, 5, '")" stands where a value is expected'],
    [
      'items.map(1, 2)',
      10,
      11,
      'the first argument of a macro is a plain name, as in list.all(each, each > 0)',
    ],
  ])('%s', (source, start, end, problem) => {
    const { expression, diagnostics } = parse(source);
    expect(expression).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-expression',
        message: `This expression cannot be read: ${problem}.`,
        span: { start, end },
      },
    ]);
  });

  it.each([
    'timestamp("2024-01-01T00:00:00Z")',
    'x.matches("(a+)+$")',
    'cel.bind(a, 1, a)',
    'type(1)',
    'duration("1s")',
  ])('what cannot be bounded or needs a clock is not there: %s', (source) => {
    expect(parse(source).diagnostics).toMatchObject([{ code: 'invalid-expression' }]);
  });
});

describe('every use of a free name is listed with its place', () => {
  const namesOf = (source: string): readonly string[] =>
    mustParse(source).names.map(({ name, guarded, span }) => {
      const spelled = span.source.text.slice(span.start, span.end);
      return `${name}${guarded ? '?' : ''} ${spelled}`;
    });
  it.each<readonly [string, readonly string[]]>([
    ['  storyId ', ['storyId storyId']],
    ['a + b.c + d["e"]', ['a a', 'b b', 'd d']],
    ['has(a) ? a : ""', ['a? a', 'a a']],
    ['has(a.b[c])', ['a? a', 'c c']],
    ['vars["story-id"] + vars.x', ['story-id "story-id"', 'x vars.x']],
    ['list.all(x, x > y) && x', ['list list', 'y y', 'x x']],
    ['list.map(x, list.map(x, x + y))', ['list list', 'list list', 'y y']],
    ['{key: value}', ['value value']],
    ['size(a) + f.size()', ['a a', 'f f']],
    ['continue ? package : for', ['continue continue', 'package package', 'for for']],
    ['true && null == null', []],
  ])('%s', (source, expected) => {
    expect(namesOf(source)).toEqual(expected);
  });
});

describe('hostile expressions end soon and without a crash', () => {
  it.each(
    [
      ['('.repeat(5000)],
      ['['.repeat(5000)],
      ['!'.repeat(9000)],
      ['-'.repeat(9000)],
      [`1${'+1'.repeat(4000)}`],
      [`a${'.b'.repeat(4000)}`],
      [`a${'[0]'.repeat(3000)}`],
      [`${'a ? b : '.repeat(1000)}c`],
      ['"'.repeat(9999)],
      ["'\\".repeat(4000)],
      ['x'.repeat(MAX_EXPRESSION_LENGTH + 1)],
      ['9'.repeat(9000)],
    ].map(([text = '']) => [text.slice(0, 12), text.length, text] as const),
  )('%s…, %d characters', (_start, _length, source) => {
    const { expression, diagnostics } = parse(source);
    expect(diagnostics).toHaveLength(expression ? 0 : 1);
    expect(endsInOrder(() => expression?.evaluate({ types: new Map(), values: new Map() }))).toBe(true);
  });

  it('a chain of 150 terms is fine', () => {
    expect(evaluate(`1${' + 1'.repeat(149)}`)).toBe(150);
  });

  it('nested loops are cut off', () => {
    const list = any(Array.from({ length: 200 }, (_, index) => index));
    const source = 'l.all(a, l.all(b, l.all(c, l.all(d, a + b + c + d >= 0.0))))';
    expect(() => evaluate(source, { l: list })).toThrow('it takes too long');
  });

  it('a fault that all() would pass over still ends the evaluation', () => {
    const list = any(Array.from({ length: 1500 }, (_, index) => index));
    expect(() => evaluate('l.exists(a, l.all(b, b >= 0.0)) || true', { l: list })).not.toThrow(RangeError);
    expect(() => evaluate('l.all(a, l.all(b, b >= 0.0)) || true', { l: list })).toThrow('it takes too long');
  });

  it('values that double are cut off', () => {
    expect(() => evaluate(`[1]${'.map(a, [a, a])'.repeat(40)}`)).toThrow('too large a value');
    expect(() => evaluate(`["x"]${'.map(a, a + a)'.repeat(40)}`)).toThrow('too large a value');
  });

  it('deep values are refused, not walked', () => {
    let deep: Value = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(() => evaluate('x == 1', { x: any(deep) })).toThrow('nested more than 200 deep');
  });

  it('a bare name gives the value itself', () => {
    const value = { a: [1] };
    expect(evaluate('x', { x: any(value) })).toBe(value);
  });
});

describe('properties', () => {
  const pieces = fc.constantFrom(
    'continue',
    'for',
    'a',
    'vars',
    'has',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '.',
    ',',
    ':',
    '?',
    '+',
    '==',
    '&&',
    '!',
    '-',
    '1',
    '2.5',
    ' ',
    '\n',
    'true',
    'null',
    'in',
    'map',
    'all',
    '//',
    'r"x"',
    'ö',
    '\\',
  );
  const source = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 14 }).map((all) => all.join('')),
  );

  it('any text is read without a throw, and every span lies in it', () => {
    fc.assert(
      fc.property(source, (input) => {
        const { expression, diagnostics } = parse(input);
        expect(expression === undefined).toBe(diagnostics.length > 0);
        for (const { span } of [...diagnostics, ...(expression?.names ?? [])]) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(input.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('what was read gives a value or an ExpressionError', () => {
    const names = { a: any({ a: [1, 'x', null] }), for: any([1]), continue: flag(true) };
    fc.assert(
      fc.property(source, (input) => {
        const { expression } = parse(input);
        expect(endsInOrder(() => expression?.evaluate(scopeOf(names)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
