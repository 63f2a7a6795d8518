import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../helpers/any-text.ts';
import { stringOffsets } from '../../../src/parse/tree/string-offsets.ts';

test('every unit of a value is where it was written', () => {
  fc.assert(
    fc.property(anyText(100), (value) => {
      const literal = JSON.stringify(value);
      const text = `{"a": ${literal}}`;
      const offsetOf = stringOffsets(text, 6, 6 + literal.length);
      for (const [index, unit] of [...Array(value.length).keys()].map(
        (each) => [each, value[each]] as const,
      )) {
        expect(JSON.parse(`"${text.slice(offsetOf(index), offsetOf(index + 1))}"`)).toBe(unit);
      }
      expect(offsetOf(value.length)).toBe(6 + literal.length - 1);
    }),
  );
});

test('finds each unit of a text between quotes that escape nothing', () => {
  const text = 'prompt """a "b" \\n"""';
  const [start, end] = [7, text.length];
  const value = 'a "b" \\n';
  const offsetOf = stringOffsets(text, start, end, value.length);
  const found = Array.from({ length: value.length }, (_, index) => text[offsetOf(index)]);
  expect(found.join('')).toBe(value);
});
