import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineReader } from '../../src/process/line-reader.ts';

function read(chunks: readonly Uint8Array[], maxBytes: number): string[] {
  const lines: string[] = [];
  const reader = createLineReader(maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

test('the lines do not depend on how the stream was cut', () => {
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), cuts, (text, places) => {
      const bytes = Buffer.from(text.replaceAll('x', '\n'));
      const sorted = [
        0,
        ...places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b),
        bytes.length,
      ];
      const chunks = sorted.slice(1).map((end, n) => bytes.subarray(sorted[n], end));
      const whole = bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
      expect(read(chunks, 1_000)).toEqual(whole);
    }),
  );
});

test('a line over the bound is dropped and the next one is read', () => {
  const text = Buffer.from(`${'a'.repeat(10)}\n${'b'.repeat(11)}\nc`);
  expect(read([text.subarray(0, 15), text.subarray(15)], 10)).toEqual(['a'.repeat(10), 'c']);
});
