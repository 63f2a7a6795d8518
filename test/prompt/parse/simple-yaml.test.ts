import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFrontMatter } from '../../../src/prompt/parse/front-matter.ts';
import { readSimpleYaml } from '../../../src/prompt/parse/simple-yaml.ts';
import { readYaml } from '../../../src/prompt/values/yaml-entries.ts';

const ROOT = `${import.meta.dirname}/../../..`;

function spanOf(text: string) {
  const source = { name: 'a.md', text: `---\n${text}---\n` };
  return { source, start: 4, end: 4 + text.length };
}

/** What the simple reader gives must be what the library gives; for what it leaves alone there is nothing to hold. */
function expectSame(text: string): void {
  const span = spanOf(text);
  const simple = readSimpleYaml(span);
  if (simple) expect(simple).toEqual(readYaml(span));
}

test('the front matter of every shipped prompt is simple', () => {
  const files = globSync(`${ROOT}/prompts/**/*.md`);
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const source = { name, text: readFileSync(name, 'utf8') };
    const { frontMatter } = splitFrontMatter(source);
    if (!frontMatter) continue;
    const span = { source, ...frontMatter };
    expect(readSimpleYaml(span), name).toEqual(readYaml(span));
  }
});

test.each([
  'a: "b"',
  "a: 'it''s'",
  "a: 'b",
  "a: 'b' c",
  'a: [b]',
  'a:\n  - b: c',
  'a:\n  -',
  'a:\n  - b\n  c: d',
  'a:\n  b: c\n  - d',
  'a:\n  - b\n    - c',
  'a: b\n  - c',
  'a: b # c',
  'a: b: c',
  'a: null',
  'a: ~',
  'a: |\n  b',
  'a: b\n  c',
  'a: b\n  c: d',
  'a:\n- b',
  'a: b ',
  'a:\n    b: c\n  d: e',
  ' a: b',
  'a: b\r\nc: d\r\n',
  'a: *b',
  '? a',
  'a:\tb',
  'a',
])('%j is left to the library', (text) => {
  expect(readSimpleYaml(spanOf(`${text}\n`))).toBeUndefined();
});

test('simple front matter reads as the library reads it', () => {
  const word = fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/);
  const value = fc.oneof(
    fc.constantFrom(
      'true',
      'No',
      '1',
      '1e3',
      '0x1f',
      '007',
      '2026-01-01',
      "it's",
      'a "b"',
      'x - y',
      'nullable',
      '1:2',
    ),
    fc.stringMatching(/^[A-Za-z0-9][ -~]{0,20}$/),
    fc.stringMatching(/^'[ -~]{0,20}'$/),
    fc.constantFrom("''", "'null'", "'a: b # c'", "' '"),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  const line = fc
    .tuple(fc.constantFrom('', '  ', '  ', '    ', '   '), word, fc.option(value))
    .map(([blanks, key, text]) => (text === null ? `${blanks}${key}:` : `${blanks}${key}: ${text}`));
  const item = fc
    .tuple(fc.constantFrom('', '  ', '  ', '    '), fc.constantFrom('-', '- ', '- ', '-  '), value)
    .map((parts) => parts.join(''));
  const other = fc.constantFrom('', 'a:\n  - b\n  - c', 'a:\n  b:\n    - c');
  const text = fc.array(
    fc.oneof({ arbitrary: line, weight: 6 }, { arbitrary: item, weight: 3 }, { arbitrary: other, weight: 1 }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(text, fc.boolean(), (lines, ends) => {
      expectSame(lines.join('\n') + (ends ? '\n' : ''));
    }),
    { numRuns: 3000 },
  );
});

test('any text reads as the library reads it, or is left to it', () => {
  const piece = fc.constantFrom(
    'a',
    'b: c',
    ':',
    ' ',
    '  ',
    '\n',
    '-',
    '#',
    '"',
    "'",
    '{',
    '&',
    '!',
    '---',
    '...',
    '%',
    '\u0085',
    '\u2028',
    '\ufeff',
    'null',
    '\t',
    '<<',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      expectSame(pieces.join(''));
    }),
    { numRuns: 3000 },
  );
});
