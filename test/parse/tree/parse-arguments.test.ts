import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from '../../../src/parse/tree/parse-arguments.ts';

const read = (text: string) =>
  parseArguments(text).arguments.map(({ argument }) => [argument.name, argument.value]);
const faults = (text: string) => parseArguments(text).faults.map((each) => `${each.token} ${each.fault}`);

test.each<[string, string[][]]>([
  ['', []],
  ['--continue=true', [['continue', 'true']]],
  [
    '  --a=1\t--b=2\n',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['--continue', [['continue', 'true']]],
  ['--a=b=c', [['a', 'b=c']]],
  ['--a=', [['a', '']]],
  [
    `--a="b c" --d='e "f"'`,
    [
      ['a', 'b c'],
      ['d', 'e "f"'],
    ],
  ],
  ['--a=b"c d"e', [['a', 'bc de']]],
  [
    '--a=1 --b=2 --a=3',
    [
      ['b', '2'],
      ['a', '3'],
    ],
  ],
  ['--a=${b}', [['a', '${b}']]],
  [
    '--__proto__=1 --constructor=2',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
])('%j is %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
  expect(faults(text)).toEqual([]);
});

test.each([
  ['--a b', ['b stands apart from "--a"']],
  ['a=b', ['a=b does not begin with "--"']],
  ['-a', ['-a does not begin with "--"']],
  ['--', ['-- has no name']],
  ['--=b', ['--=b has no name']],
  [`--a="b`, ['--a=b opens a quote that is not closed']],
])('%j is refused', (text, expected) => {
  expect(faults(text)).toEqual(expected);
});

test('any text is read, and every token lies in it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const result = parseArguments(text);
      for (const { start, end } of [...result.arguments, ...result.faults]) {
        expect(0 <= start && start < end && end <= text.length).toBe(true);
      }
    }),
  );
});

test('names and values that are written are read', () => {
  const name = fc.stringMatching(/^[a-zA-Z][\w-]*$/);
  const value = fc.string().filter((each) => !each.includes('"'));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([each]) => each }), (pairs) => {
      expect(read(pairs.map(([each, text]) => `--${each}="${text}"`).join(' '))).toEqual(pairs);
    }),
  );
});
