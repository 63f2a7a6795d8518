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
