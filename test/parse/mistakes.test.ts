import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnose, fixedText, isSameMap, mistakeText, readMistake } from '../helpers/mistake.ts';
import { mistakesPage } from '../helpers/mistakes-page.ts';

const FIXTURES = `${import.meta.dirname}/../fixtures/mistakes`;
const filesIn = (pattern: string) =>
  globSync(`${FIXTURES}/${pattern}`)
    .toSorted()
    .map((file): [string, string] => [basename(file, '.txt'), file]);
const single = filesIn('*.txt');
const several = filesIn('several/*.txt');

/** Mistakes that are told in more than one place, and why. */
const TOLD_TWICE: Readonly<Record<string, string>> = {
  'foreach-braces': 'the braces of the task, and the tasks that are left without a body',
  'head-of-two-words': 'the word that means nothing, and the head that is missing',
  'name-apostrophe': 'the name stands in two places',
  'name-hyphen': 'the name stands in two places',
  'name-slash': 'the name stands in two places',
  'name-with-word': 'the name stands in two places',
  semicolons: 'there are two of them',
};
/** Fixes that do not lead to what was meant, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'foreach-braces': 'where the body begins is not known',
};
/** Words of those who build a parser, and regular expressions. */
const JARGON =
  /\b(?:(?<!")tokens?(?!")|EOF|identifiers?|undefined|NaN|null)\b|\(\?|\\[wdsp]|\[\^|[a-z]Item\b/;
/** What other forms are called is said where one of them was found. */
/** What looks like a mistake, and is none. */
const FINE = new Set(['guard-line-begin-operator', 'guard-line-end-operator']);
const ABOUT_JSON = new Set(['json', 'wfmap-in-json-file']);

describe('a mistake gives what stands in its fixture', () => {
  test.each([...single, ...several])('%s', async (_, file) => {
    await expect(mistakeText(readMistake(file), file)).toMatchFileSnapshot(file);
  });
});

describe('a mistake is told once, in words of the language, and its fix gives the map that was meant', () => {
  test.each(single)('%s', (name, file) => {
    const { source, meant, diagnostics } = readMistake(file);
    const expected = FINE.has(name) ? 0 : name in TOLD_TWICE ? 2 : 1;
    expect(diagnostics.map(({ message }) => message)).toHaveLength(expected);
    for (const { message, fix } of diagnostics) {
      // An escape that the map itself has may be quoted.
      const ours = message.replaceAll(/"(\\.)"/g, (quote, part: string) =>
        source.text.includes(part) ? '""' : quote,
      );
      expect(`${ours} ${fix?.title ?? ''}`).not.toMatch(JARGON);
      if (!ABOUT_JSON.has(name)) expect(message).not.toContain('JSON');
    }
    const fixed = fixedText(source, diagnostics, () => true);
    if (fixed !== source.text && !(name in OTHERWISE)) expect(isSameMap(fixed, meant)).toBe(true);
  });
});

test.each([...single, ...several])('the safe fixes of "%s" leave a map without what they fix', (_, file) => {
  const { source, diagnostics } = readMistake(file);
  const safe = diagnostics.filter(({ fix }) => fix?.safe === true);
  const text = fixedText(source, diagnostics, ({ safe: isSafe }) => isSafe);
  const left = diagnose({ ...source, text }, file).map(({ message }) => message);
  if (safe.length === diagnostics.length) expect(left).toEqual([]);
  else expect(left.length).toBeLessThanOrEqual(diagnostics.length - safe.length);
});

test.each(several)('of several mistakes in one map, as in "%s", each is told', (_, file) => {
  expect(readMistake(file).diagnostics).toHaveLength(3);
});

test.each([...single, ...several])('what is meant in "%s" is told nothing', (_, file) => {
  const { meant } = readMistake(file);
  expect(diagnose({ name: 'map.wfmap', text: meant }, file).map(({ message }) => message)).toEqual([]);
});

test('grammar/MISTAKES.md says what the fixtures say', async () => {
  const page = mistakesPage([...single, ...several].map(([, file]) => readMistake(file)));
  await expect(page).toMatchFileSnapshot(`${import.meta.dirname}/../../grammar/MISTAKES.md`);
});

/** Single texts in quotes; what is put together of several is told in the fixtures of its parts. */
const SENTENCE = /\b(?:expected|title|found|help): '((?:[^'\\\n]|\\')+)'/g;

test('every sentence of the recovery stands in a fixture', () => {
  const code = globSync(`${import.meta.dirname}/../../src/parse/{recovery,build}/*.ts`);
  const sentences = code.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(SENTENCE), ([, text = '']) => text.replaceAll("\\'", "'")),
  );
  const shown = [...single, ...several].map(([, file]) => readFileSync(file, 'utf8')).join('');
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((text) => !patternOf(text).test(shown))).toEqual([]);
});

/** A sentence with anything in the place of `$name`. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\$(?:[A-Za-z]+|\{[A-Za-z]+\})/u);
  return new RegExp(
    parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)).join('.+'),
    'u',
  );
}

test('a block that was left open is closed where its own head begins', () => {
  const text = `map "Both at once"

start Both

parallel Both
  branch one {
    parallel Inner
      branch left {
        start Look
        claude Look
          promptTemplate "Look."
          -> Seen
        end Seen
      -> Seen
    end Seen
  }
  -> Done

end Done
`;
  const source = { name: 'map.wfmap', text };
  const fixed = fixedText(source, diagnose(source, `${FIXTURES}/open.txt`), () => true);
  expect(fixed).toContain('        end Seen\n      }\n      -> Seen\n');
});

test('a long text in single quotes gets double ones, and keeps its words', () => {
  const written = 'Write it. '.repeat(90);
  const text = `map "Write code"\n\nstart Write\n\nclaude Write\n  promptTemplate '${written}'\n  -> Done\n\nend Done\n`;
  const source = { name: 'map.wfmap', text };
  const diagnostics = diagnose(source, `${FIXTURES}/long.txt`);
  expect(diagnostics.map(({ fix }) => fix?.title)).toEqual(['Write double quotes.']);
  expect(fixedText(source, diagnostics, () => true)).toBe(text.replaceAll("'", '"'));
});
