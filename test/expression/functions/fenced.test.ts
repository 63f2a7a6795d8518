import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWN_FUNCTIONS } from '../../../src/expression/functions/own-functions.ts';
import type { Value } from '../../../src/model/value.ts';

function fenced(text: Value): string {
  const given = OWN_FUNCTIONS.find(({ name }) => name === 'fenced')?.call([text]);
  return typeof given === 'string' ? given : 'no text';
}

test('a text that is fenced cannot close its fence', () => {
  const text = fc.array(fc.constantFrom('`', '```', '\n', 'x', '~~~')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (inside) => {
      const lines = fenced(inside).split('\n');
      expect(lines.at(-1)).toBe(lines[0]);
      expect(lines[0]).toMatch(/^`{3,}$/);
      expect(lines.slice(1, -1).some((line) => line.includes(lines[0] ?? ''))).toBe(false);
    }),
  );
});

test.each<[Value, string]>([
  ['a\u001b[2Jb\u202ec\n', '```\na[2Jbc\n```'],
  ['', '```\n\n```'],
  [7, ''],
  [null, ''],
])('fenced of %j is %j', (text, expected) => {
  expect(fenced(text)).toBe(expected);
});
