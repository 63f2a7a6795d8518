import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapWords } from '../../../src/cli/io/wrap-words.ts';

test('lines are as long as fits, and a longer word has its own', () => {
  expect(wrapWords('the story to work on', 9)).toEqual(['the story', 'to work', 'on']);
  expect(wrapWords('see stories/STORY-1.md now', 8)).toEqual(['see', 'stories/STORY-1.md', 'now']);
  expect(wrapWords('', 8)).toEqual(['']);
});

test('no word is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/)),
      fc.integer({ min: 1, max: 40 }),
      (words, width) => {
        expect(wrapWords(words.join(' '), width).join(' ')).toBe(words.join(' '));
      },
    ),
  );
});
