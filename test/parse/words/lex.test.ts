import { expect, test } from 'vitest';
import { lex } from '../../../src/parse/words/lex.ts';

const kinds = (text: string) => lex(text).tokens.map(({ tokenType, image }) => [tokenType.name, image]);

// Else each of a million quotes on a line would be the beginning of a search to its end.
test.each([
  `""" x " y`,
  '"'.repeat(99) + ' x',
  `'it`,
  String.raw`'\'\'\'\'`,
  `r'\\'' '`.slice(0, 3),
  '"half',
])('a text that is not closed goes to the end of its line: %s', (text) => {
  expect(kinds(`${text}\nnext`)).toEqual([
    [expect.stringMatching(/^(?:Unclosed|Fenced)$/), text],
    ['Identifier', 'next'],
  ]);
});

test('texts side by side stay apart', () => {
  expect(kinds(`"" "a" 'b' """c"d""" r"e"`).map(([kind]) => kind)).toEqual([
    'Quoted',
    'Quoted',
    'CelText',
    'Raw',
    'CelText',
  ]);
});

test.each(['wall', 'end A outcome', 'claude A session of'])(
  'a word of the language behind "%s" is a name, and the next one begins a clause',
  (before) => {
    for (const word of ['because', 'when', 'with', 'outcome']) {
      const found = kinds(`${before} ${word} artifacts map-plan with goal`);
      expect(found.slice(-4)).toEqual([
        ['"artifacts"', 'artifacts'],
        ['Path', 'map-plan'],
        ['"with"', 'with'],
        ['Identifier', 'goal'],
      ]);
    }
  },
);
