import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, signsOf } from '../../src/diagnostics/display-width.ts';

/** ASCII, Latin letters, and the signs of drawings: every one that could be counted without a segmenter, and a few that cannot. */
const SIGN = fc.oneof(
  fc.integer({ min: 0x20, max: 0x17f }),
  fc.integer({ min: 0x2010, max: 0x2030 }),
  fc.integer({ min: 0x2190, max: 0x219a }),
  fc.integer({ min: 0x2500, max: 0x2580 }),
);
const TEXT = fc.array(SIGN).map((codes) => String.fromCodePoint(...codes));

test('a text has the signs that it has before one which only a segmenter can count', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      expect(signsOf(`${text}語`)).toEqual([...signsOf(text), { text: '語', width: 2 }]);
      expect(displayWidth(text)).toBe(signsOf(text).reduce((sum, { width }) => sum + width, 0));
    }),
  );
});

test('signs that are joined, wide or of no width are counted as a terminal shows them', () => {
  const widths = ['…', 'é', 'e\u0301', '\u00ad', '語', '👩‍🚀', '©', '©\ufe0f', '→', '─'].map(displayWidth);
  expect(widths).toEqual([1, 1, 1, 0, 2, 2, 1, 2, 1, 1]);
});
