import { expect, test } from 'vitest';
import { MAX_EXPRESSION_LENGTH } from '../../src/expression/cel/parse-expression.ts';
import type { Value } from '../../src/model/value.ts';
import { evaluate, parse, type Names } from '../helpers/expressions.ts';
import { diagnosticLines } from '../helpers/diagnostic-lines.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/expression`;
const CUT = 100;
const shown = (text: string): string =>
  text.length > CUT ? `${text.slice(0, CUT)}… (${text.length} characters)` : text;

const UNREADABLE: readonly string[] = [
  '',
  '1 +',
  'a = b',
  'a & b',
  'a | b',
  '$a',
  '`a`',
  'a # b',
  'a ; b',
  'größe',
  'a + 😀',
  "'a",
  '"a\n"',
  '12abc',
  '1.5e3x',
  'b"x"',
  "B'x'",
  'r"x" r"y"',
  'a b',
  'a.b c',
  'a b c d e f',
  '(1',
  '[1',
  'a[1',
  '{a: 1',
  '{a}',
  '{a: }',
  'a ? b',
  'a ? b :',
  'a.',
  'a.1',
  'a.in',
  'f(1',
  '* 2',
  ')',
  'in in in',
  '1 2',
  '"\\q"',
  '"\\u12"',
  '"\\ud800"',
  '"\\U00110000"',
  '"\\xg"',
  '"\\08"',
  '"\\777"',
  '99999999999999999999',
  '0xfffffffffffffffffff',
  'has(1)',
  'has(a, b)',
  'has(f())',
  'has("a")',
  'has()',
  'vars',
  'vars[name]',
  'vars["a", "b"]',
  'vars()',
  'for(1)',
  'sise(a)',
  'nothing(a)',
  'contains(a, "b")',
  'startsWith(a)',
  'a.string()',
  'a.has()',
  'a.take(1)',
  'a.startWith("b")',
  'a.nothing()',
  'take(a)',
  'take()',
  'take(a, 1, 2)',
  'signature()',
  'signature(a, b)',
  'list.all(1, true)',
  'list.all(a.b, true)',
  'list.all(a)',
  'list.map(a, b, c, d)',
  'list.exists_one()',
  'size(1, 2, 3, 4, 5, 6, 7, 8, 9)',
  '!'.repeat(20) + 'a',
  '!'.repeat(21) + 'a',
  '- - - - - - - - - - - - - - - - - - - - -1',
  `${'('.repeat(47)}1${')'.repeat(47)}`,
  `${'('.repeat(60)}1${')'.repeat(60)}`,
  `1${' + 1'.repeat(198)}`,
  `1${' + 1'.repeat(201)}`,
  `[${'1,'.repeat(1001)}1]`,
  'x'.repeat(MAX_EXPRESSION_LENGTH + 1),
];

test('an expression that cannot be read is told why, and where', async () => {
  const text = UNREADABLE.map((each) =>
    [shown(each), ...diagnosticLines(parse(each).diagnostics)].join('\n'),
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`${GOLDENS}/unreadable.txt`);
});

const any = (value?: Value) => ({ type: 'any' as const, value });
const FAILING: readonly (readonly [string, Names])[] = [
  ['storyid', {}],
  ['a.b', { a: any({}) }],
  ['a.b', { a: any(null) }],
  ['a.b', { a: any('text') }],
  ['a["b c"]', { a: any({}) }],
  ['a.b.c', { a: any({ b: 1 }) }],
  ['a["x"]', { a: any([1]) }],
  ['a[true]', { a: any([1]) }],
  ['a[1]', { a: any([1]) }],
  ['a[-1]', { a: any([1]) }],
  ['a[0.5]', { a: any([1]) }],
  ['"abc".substring(5)', {}],
  ['"abc".substring(2, 1)', {}],
  ['1 / 0', {}],
  ['1 % 0', {}],
  ['a / 0', { a: any(1) }],
  ['a * a', { a: any(1e308) }],
  ['9223372036854775807 + 1', {}],
  ['int(a)', { a: any('1a') }],
  ['int(a)', { a: any(1e300) }],
  ['int(a)', { a: any([]) }],
  ['double(a)', { a: any('x') }],
  ['bool(a)', { a: any('x') }],
  ['string(a)', { a: any([]) }],
  ['size(a)', { a: any(1) }],
  ['a.join(",")', { a: any([1, 'b']) }],
  ['a.join(",")', { a: any('b') }],
  ['a.trim()', { a: any(1) }],
  ['a ? 1 : 2', { a: any('yes') }],
  ['a ? 1 : 2', { a: any([]) }],
  ['a ? 1 : 2', { a: any({}) }],
  ['a ? 1 : 2', { a: any(1) }],
  ['true && a', { a: any('x') }],
  ['a || false', { a: any(1) }],
  ['!a', { a: any('x') }],
  ['-a', { a: any('x') }],
  ['-a', { a: any(true) }],
  ['a + b', { a: any(1), b: any(true) }],
  ['a + b', { a: any(null), b: any('x') }],
  ['a + b', { a: any([]), b: any(true) }],
  ['[1, 2]["x"]', {}],
  ['["x"][true]', {}],
  ['[1].join(",")', {}],
  ['["a", b].join(",")', { b: any(1) }],
  ['a.split(",").map(x, b).join(",")', { a: any('1,2'), b: any(1) }],
  ['99999999999999999999', {}],
  ['0xfffffffffffffffffff', {}],
  ['a.all(x)', { a: any([1]) }],
  ['a.map(x, x, x, x)', { a: any([1]) }],
  ['a.exists_one()', { a: any([1]) }],
  ['1e999', {}],
  ['1 ? 2 : 3', {}],
  ['"a" && true', {}],
  ['"a".foo', {}],
  ['1.all(x, x)', {}],
  ['1 + true', {}],
  ['a < b', { a: any('x'), b: any(1) }],
  ['a < b', { a: any(true), b: any('x') }],
  ['a in b', { a: any(1), b: any(2) }],
  ['a.all(x, x)', { a: any(1) }],
  ['a.all(x, x)', { a: any([1]) }],
  ['a.map(x, x.y)', { a: any([{}]) }],
  ['a.filter(x, x > 1)', { a: any(['x']) }],
  ['a.exists_one(x, x)', { a: any(['x']) }],
  [
    `aaaaaaaaaaaaaaaaaaaa\n  + aaaaaaaaaaaaaaaaaaaa   +   ${'b'.repeat(12)}`,
    Object.fromEntries([
      ['a'.repeat(20), any('x')],
      ['b'.repeat(12), any(true)],
    ]),
  ],
  [`${'a'.repeat(29)} + ${'b'.repeat(28)}`, { ['a'.repeat(29)]: any(true), ['b'.repeat(28)]: any(true) }],
  [`${'a'.repeat(29)} + ${'b'.repeat(29)}`, { ['a'.repeat(29)]: any(true), ['b'.repeat(29)]: any(true) }],
  ['[1, 2].map(a, [a, a]).map(a, [a, a])', {}],
  [`["x"]${'.map(a, a + a)'.repeat(40)}`, {}],
];

test('an evaluation that fails says why', async () => {
  const text = FAILING.map(
    ([source, names]) =>
      `${JSON.stringify(source)} with ${JSON.stringify(names)}\n  ${outcome(source, names)}`,
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`${GOLDENS}/evaluation.txt`);
});

function outcome(source: string, names: Names): string {
  try {
    return `gives ${JSON.stringify(evaluate(source, names))}`;
  } catch (thrown) {
    return String(thrown);
  }
}
