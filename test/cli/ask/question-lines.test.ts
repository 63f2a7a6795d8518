import { describe, expect, test } from 'vitest';
import { deadlineLine, labelsOf, listLines, textLines } from '../../../src/cli/ask/question-lines.ts';

describe('a text for a terminal', () => {
  test.each<readonly [string, number, readonly string[]]>([
    ['', 30, ['']],
    ['one\r\ntwo\rthree\n\nfour \n\n', 30, ['one', 'two', 'three', '', 'four']],
    ['\tindented', 30, ['    indented']],
    ['123456789 123456789 1', 20, ['123456789 123456789', '1']],
    ['123456789 1234567890', 20, ['123456789 1234567890']],
    ['123456789 123456789 1', 5, ['123456789 123456789', '1']],
    ['  - one two three four five', 20, ['  - one two three', '  four five']],
    [`${' '.repeat(18)}one two three`, 20, ['          one two', '          three']],
    ['x'.repeat(45), 20, ['x'.repeat(19), 'x'.repeat(19), 'xxxxxxx']],
    ['宽'.repeat(12), 20, ['宽'.repeat(9), '宽'.repeat(3)]],
    ['a \u001B[31mred', 30, ['a ␛[31mred']],
  ])('%j in %d columns is %j', (text, width, lines) => {
    expect(textLines(text, width)).toEqual(lines);
  });
});

describe('a list', () => {
  test('has numbers for labels, with a mark where an entry is a number', () => {
    expect(labelsOf(['a', 'b'])).toEqual(['1', '2']);
    expect(labelsOf(['a', ' 7 '])).toEqual(['#1', '#2']);
    expect(labelsOf(['a7', '7b'])).toEqual(['1', '2']);
    expect(labelsOf([])).toEqual([]);
  });

  test('has its entries below each other, what does not fit indented, and labels to the right', () => {
    const entries = [
      { name: 'Yes\n', note: 'it is good and long enough to break' },
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => ({ name, note: null })),
      { name: 'No', note: '' },
    ];
    expect(listLines(entries, 30).join('\n')).toMatchInlineSnapshot(`
      "   1  Yes: it is good and long
            enough to break
         2  b
         3  c
         4  d
         5  e
         6  f
         7  g
         8  h
         9  i
        10  No:"
    `);
    expect(listLines([], 30)).toEqual([]);
    expect(listLines([{ name: 'x'.repeat(300), note: 'y'.repeat(1100) }], 3000)).toEqual([
      `  1  ${'x'.repeat(199)}…: ${'y'.repeat(999)}…`,
    ]);
  });
});

test('a deadline is told with what is left, and as over from its very moment', () => {
  const deadline = '2026-01-01T12:30:00.250Z';
  const at = Date.parse(deadline);
  expect(deadlineLine({ deadline: null }, at)).toBeUndefined();
  expect(deadlineLine({ deadline }, at - 1)).toBe('Answer within 1 ms (until 2026-01-01T12:30:00Z).');
  expect(deadlineLine({ deadline }, at)).toBe('The time to answer was over at 2026-01-01T12:30:00Z.');
});
