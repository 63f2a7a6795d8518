import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetAt, positionAt } from '../../src/text/source.ts';

const texts = fc.oneof(
  fc
    .array(fc.constantFrom('a', '\n', '\r\n', '\r', '𝒳', '\uFEFF'), { maxLength: 12 })
    .map((each) => each.join('')),
  fc.string(),
);

describe('places in a text', () => {
  test('an offset that no line break or mark covers is found again by its line and column', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 30 }), (text, any) => {
        const source = { name: 'a', text };
        const offset = Math.min(any, text.length);
        const isInside = text[offset - 1] === '\r' && text[offset] === '\n';
        const isMark = offset === 0 && text.startsWith('\uFEFF');
        fc.pre(!isInside && !isMark);
        expect(offsetAt(source, positionAt(source, offset))).toBe(offset);
      }),
    );
  });

  test('a place outside of the text is the nearest in it', () => {
    const source = { name: 'a', text: 'ab\r\nc' };
    expect(offsetAt(source, { line: 1, column: 99 })).toBe(2);
    expect(offsetAt(source, { line: 9, column: 1 })).toBe(5);
    expect(offsetAt(source, { line: 0, column: 0 })).toBe(0);
  });
});
