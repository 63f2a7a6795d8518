import { expect, test } from 'vitest';
import { tailOf } from '../../../src/lsp/symbols/receiver-type.ts';

test.each([
  // A name begins.
  ['', [undefined, '']],
  ['a', [undefined, 'a']],
  ['a ', [undefined, '']],
  ['a == b', [undefined, 'b']],
  ['a && !b', [undefined, 'b']],
  ['size(a', [undefined, 'a']],
  ['[a, b', [undefined, 'b']],
  // A member of what stands before it.
  ['a.', ['a', '']],
  ['a.b', ['a', 'b']],
  ['a.b.c', ['a.b', 'c']],
  ['x == a.b.', ['a.b', '']],
  ['x + a . b', ['a . b'.slice(0, 1), 'b']],
  ['a[0].', ['a[0]', '']],
  ['a[b[0]].c', ['a[b[0]]', 'c']],
  ['a.b(c).d', ['a.b(c)', 'd']],
  ['f(a, (b)).', ['f(a, (b))', '']],
  ['a[0][1].', ['a[0][1]', '']],
  ['a.f(1)(2).', ['a.f(1)(2)', '']],
  ['!(a).', ['(a)', '']],
  ['[1, 2].', ['[1, 2]', '']],
  ['"text".', ['"text"', '']],
  ['x == "text".s', ['"text"', 's']],
  ['.', ['', '']],
  // Nothing can be written.
  ['1', undefined],
  ['"a"', undefined],
  ['"a', undefined],
  ['a + "b', undefined],
  ['== "b', undefined],
  ['a == #', undefined],
  // What a text is compared with.
  ['a == "b', [undefined, 'b', 'a']],
  ["a.b != 'c d", [undefined, 'c d', 'a.b']],
  ['x && a[0].b == "', [undefined, '', 'a[0].b']],
  ['a < "b', undefined],
])('%s ends with %j', (text, tail) => {
  const reported = tail && { receiver: tail[0], partial: tail[1], compared: tail[2] };
  expect(tailOf(text)).toEqual(reported);
});
