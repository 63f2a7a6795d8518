import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Budget } from '../../../src/schema/budget.ts';
import { backtracks } from '../../../src/schema/pattern/backtracks.ts';
import { toPattern } from '../../../src/schema/pattern/pattern.ts';
import { tries } from '../../helpers/tries.ts';

function isIn(source: string, text: string): boolean | string {
  const pattern = toPattern(source);
  if ('fault' in pattern) return pattern.fault;
  const budget = new Budget();
  budget.begin(10_000_000);
  return pattern.isIn(text, budget);
}

const CHARACTERS = [
  'a',
  'b',
  'B',
  '7',
  '_',
  '-',
  ' ',
  '\n',
  '\u2028',
  '\r',
  'ä',
  'ſ',
  '\ufeff',
  '😀',
  '\ud83d',
  '\ude00',
];
/** None has a space in it, or changes with a digit behind it, as `\0` would. */
const ATOMS =
  String.raw`a b 7 - ä 😀 . [ab] [^a] [^] [] [a-z] [\d_] [^\w] [😀-😂] [\]^-] \d \D \w \W \s \S \n \r \t \v \f [\0] \. \/ \\ \cJ
\x61 \u0061 \u{61} \u{1F600} \ud83d\ude00 \uD83D \ude00 [\ud83d\ude00] [\b] \p{L} \P{L} \p{Lu} [^\p{L}\p{N}] \p{Script=Latin}
\p{Emoji} \p{ASCII} \p{Any}`.split(/\s+/);
const atoms = fc.constantFrom(...ATOMS);
const edges = fc.constantFrom('^', '$', '\\b', '\\B');
const quantifiers = fc.constantFrom(
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0}',
  '{1,2}',
  '{0,3}?',
  '{2,}',
);
const { pattern: patterns } = fc.letrec<{ pattern: string; group: string; term: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('pattern'))
    // Each name is used once in a pattern.
    .map(
      ([open, inner]) => `${inner.includes('(?<name>') ? '(' : open}${inner.replaceAll('(?<name>', '(')})`,
    ),
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: fc.tuple(atoms, quantifiers).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: edges },
    { weight: 2, arbitrary: fc.tuple(tie('group'), quantifiers).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
        .map(([open, inner]) => `${open}${inner.replaceAll('(?<name>', '(')})`),
    },
  ),
}));
const texts = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 9 })
  .map((characters) => characters.join(''));

/** Asked place by place: left to itself, V8 also looks between the halves of a character, which ECMA-262 does not. */
function isInByV8(source: string, text: string): boolean {
  const theirs = new RegExp(source, 'uy');
  const places = [0];
  for (const character of text) places.push((places.at(-1) ?? 0) + character.length);
  return places.some((place) => {
    theirs.lastIndex = place;
    return theirs.test(text);
  });
}

test('a pattern matches what it matches in ECMAScript', () => {
  const seen = { true: 0, false: 0 };
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 1, maxLength: 5 }), (pattern, samples) => {
      const source = pattern.replaceAll('(?<name>', (_, at: number) => `(?<n${at}>`);
      // V8 tries all ways of nested repeats, whose number is exponential in the text.
      const length = backtracks(source) ? 4 : 9;
      for (const text of samples.map((each) => each.slice(0, length))) {
        const found = isIn(source, text);
        // Repeats of repeats may be more than a pattern is allowed.
        fc.pre(typeof found !== 'string' || !found.includes('has more than 5000 parts'));
        const expected = isInByV8(source, text);
        seen[`${expected}`] += 1;
        expect(found, `${source} on ${JSON.stringify(text)}`).toBe(expected);
      }
    }),
    { numRuns: tries(20_000, 1000) },
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(500);
});

describe('characters are those of ECMAScript', () => {
  test.each([
    ['$ is the end, and not before a last new line', '^a$', 'a\n', false],
    ['. is no end of a line', '^.$', '\u2028', false],
    ['. is a whole character', '^.$', '😀', true],
    ['half a character is one where its other half is missing', '^.$', '\ud83d', true],
    ['half a character is not in a whole one', '\\ud83d', '😀', false],
    ['between the halves of a character is no place', '(?<!^|😀)', '😀', false],
    ['digits are ASCII', '\\d', '٣', false],
    ['words are ASCII', '\\w', 'é', false],
    ['the byte order mark is a space', '\\s', '\ufeff', true],
    ['letters of all alphabets have a property', '^\\p{L}+$', 'Straßeλж', true],
    ['two escapes of a pair are one character', '^\\ud83d\\ude00$', '😀', true],
    ['an empty class has nothing in it', '[]', 'a', false],
    ['the opposite of it has everything', '^[^]$', '\n', true],
    ['the empty pattern matches all', '', '', true],
  ])('%s', (_, source, text, expected) => {
    expect(isIn(source, text)).toBe(expected);
  });
});

describe('look-arounds hold what they say', () => {
  test.each([
    ['^(?=.*\\d)(?=.*[a-z]).{4,}$', 'abc1', true],
    ['^(?=.*\\d)(?=.*[a-z]).{4,}$', 'abcd', false],
    ['^(?!.*--)[a-z-]+$', 'a-b-c', true],
    ['^(?!.*--)[a-z-]+$', 'a--b', false],
    ['(?<=^|,)b(?=,|$)', 'a,b,c', true],
    ['(?<=^|,)b(?=,|$)', 'a,bc', false],
    ['(?<!a(?=bc))bc', 'abc', false],
    ['(?<!a(?!bc))bc', 'abc', true],
  ])('%s in %s', (source, text, expected) => {
    expect(isIn(source, text)).toBe(expected);
  });
});

describe('what cannot be matched says what to write instead', () => {
  test.each([
    ['(a)\\1', /has a backreference.*write out/],
    ['(?<x>a)\\k<x>', /has a backreference/],
    ['(?i:a)', /changes its flags|is not an ECMAScript pattern/],
    ['(', /is not an ECMAScript pattern with the flag "u": unterminated group/],
    ['\\-', /is not an ECMAScript pattern/],
    ['a'.repeat(2001), /more than 2000 characters/],
    ['(?:a{1000}){1000}', /more than 5000 parts/],
    ['(){9999999999999}', /more than 5000 parts/],
    [`${'('.repeat(60)}${')'.repeat(60)}`, /nested more than 50 deep/],
  ])('%s', (source, reason) => {
    expect(isIn(source, 'a')).toMatch(reason);
  });

  test('without a throw, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('()[]{}|*+?^$\\.-,<>=!:abk1uxpPdwi😀')) }),
        texts,
        (source, text) => {
          isIn(source, text);
        },
      ),
      { numRuns: tries(20_000, 1000) },
    );
  });
});
