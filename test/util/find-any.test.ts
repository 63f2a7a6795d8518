import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnyOf } from '../../src/util/find-any.ts';

/** Few letters, so that texts begin alike, overlap and stand in each other; and pairs that share a place in the table. */
const word = (min: number, max: number) =>
  fc
    .array(fc.constantFrom('a', 'b', 'A', '\u0161', '\u4161'), { minLength: min, maxLength: max })
    .map((all) => all.join(''));
const texts = fc.array(word(2, 16), { minLength: 1, maxLength: 12 });

describe('a search for any of some texts finds what looking at every place does', () => {
  test('the first, and of those that begin there the longest', () => {
    fc.assert(
      fc.property(texts, word(0, 60), fc.nat(60), (all, text, from) => {
        const found = createAnyOf(all).find(text, from);
        let start = from;
        while (start < text.length && !all.some((each) => text.startsWith(each, start))) start += 1;
        const lengths = all.filter((each) => text.startsWith(each, start)).map((each) => each.length);
        expect(found).toEqual(start < text.length ? { start, end: start + Math.max(...lengths) } : undefined);
      }),
      { numRuns: 2000 },
    );
  });

  test('the first place where one is broken off', () => {
    fc.assert(
      fc.property(texts, word(0, 60), fc.nat(60), (all, text, from) => {
        let at = from;
        const isBroken = (): boolean =>
          all.some((each) => each.length > text.length - at && each.startsWith(text.slice(at)));
        while (at < text.length && !isBroken()) at += 1;
        expect(createAnyOf(all).findBroken(text, from)).toBe(Math.min(at, text.length));
      }),
      { numRuns: 2000 },
    );
  });
});
