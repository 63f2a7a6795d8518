import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineText, offsetAt, positionAt, wholeOf } from '../../src/text/source.ts';

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

  test('lines end with LF, CRLF or a lone CR; a byte order mark has an offset and no column', () => {
    const source = { name: 'a', text: '\ufeffab\r\nc\rd\n\nef' };
    const places = Array.from({ length: source.text.length + 1 }, (_none, offset) =>
      positionAt(source, offset),
    );
    expect(places.map(({ line, column }) => `${line}:${column}`).join(' ')).toBe(
      '1:1 1:1 1:2 1:3 1:4 2:1 2:2 3:1 3:2 4:1 5:1 5:2 5:3',
    );
    expect(places.map(({ offset }) => offset)).toEqual(places.map((_place, index) => index));
    expect([-1, 99].map((offset) => positionAt(source, offset))).toEqual([places[0], places.at(-1)]);
    expect([1, 2, 3, 4, 5].map((line) => lineText(source, line))).toEqual(['ab', 'c', 'd', '', 'ef']);
    const offsets = [1, 2, 3, 4, 5].map((line) =>
      [0, 1, 2, 9].map((column) => offsetAt(source, { line, column })),
    );
    expect(offsets).toEqual([
      [1, 1, 2, 3],
      [5, 5, 6, 6],
      [7, 7, 8, 8],
      [9, 9, 9, 9],
      [10, 10, 11, 12],
    ]);
    expect(wholeOf(source)).toEqual({ source, start: 0, end: 12 });
  });

  test('a byte order mark that is not the first sign is a sign', () => {
    const source = { name: 'a', text: 'a\ufeff\n\ufeffb' };
    expect([2, 3, 4, 5].map((offset) => positionAt(source, offset).column)).toEqual([3, 1, 2, 3]);
    expect(offsetAt(source, { line: 2, column: 2 })).toBe(4);
  });
});
