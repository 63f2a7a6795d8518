import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from '../../src/parse/build/read-text.ts';
import { stringOffsets } from '../../src/parse/tree/string-offsets.ts';
import { spellLine, spellText } from '../../src/print/spell.ts';

/** Pieces of texts in which quotes, escapes and placeholders meet. */
const piece = fc.constantFrom(
  'a',
  '"',
  "'",
  '\\',
  '\\n',
  '\n',
  '\t',
  '\\"',
  "\\'",
  '${',
  '{',
  '}',
  '$',
  '${x}',
  "${x.join('\\n')}",
  '${x.join("\\n")}',
  "${x.join('\n')}",
  '${x ? \'a\' : "b"}',
  '${{',
  '\u0001',
  '"""',
);
const anyValue = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('a text', () => {
  test('has the value that it was written for', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const written of [spellText(value, '  '), ...(value.includes('\n') ? [] : [spellLine(value)])])
          expect(readText(written)).toEqual({ value });
      }),
    );
  });

  test('may have a line end in a text of its placeholder, whichever its quotes', () => {
    expect(readText(String.raw`"a\n${'$'}{x.join('\n')} ${'$'}{x.join("\n")}"`)).toEqual({
      value: 'a\n${x.join(\'\\n\')} ${x.join("\\n")}',
    });
  });

  test('in the JSON form escapes everywhere, and each unit is found where it was written', () => {
    const value = "a ${x.join('\n')} b";
    const literal = JSON.stringify(value);
    const offsetOf = stringOffsets(literal, 0, literal.length, value.length);
    expect(literal.slice(offsetOf(value.indexOf('b')))).toBe('b"');
  });
});
