import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { displayWidth } from '../../src/diagnostics/display-width.ts';
import { PLAIN, renderPretty } from '../../src/diagnostics/render-pretty.ts';

function reported(text: string, stretch: string, style = PLAIN): readonly string[] {
  const { diagnostics, report } = collect();
  const start = text.indexOf(stretch);
  const source = { name: 'a.json', text };
  report('unknown-start', { source, start, end: start + stretch.length }, { start: stretch });
  return renderPretty(diagnostics, style).split('\n');
}

/** What stands above the carets. */
function underlined([, line = '', carets = '']: readonly string[]): string {
  const [from, to] = [carets.indexOf('^'), carets.lastIndexOf('^') + 1];
  let column = 0;
  let found = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (column >= from && column < to) found += segment;
    column += displayWidth(segment);
  }
  return found;
}

describe('the carets stand below the whole token', () => {
  test.each([
    ['{"a": "here"}', '"here"'],
    ['\t\t"a": "here"', '"here"'],
    ['{"漢字": "here"}', '"here"'],
    ['{"a": "漢字"}', '"漢字"'],
    ['{"👩‍👩‍👧": "here"}', '"here"'],
    ['{"e\u0301e\u0301": "here"}', '"here"'],
    ['{"한국어": "here", "b": 1}', '"here"'],
    [`{"${'x'.repeat(5000)}": "here", "b": "${'y'.repeat(5000)}"}`, '"here"'],
    ['first\r\n  "here"\r\nlast', '"here"'],
    ['\ufeff"here"', '"here"'],
  ])('%j', (text, stretch) => {
    expect(underlined(reported(text, stretch))).toBe(stretch);
  });
});

test('no line is wider than the terminal', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    .filter((each) => !/[\r\n]/.test(each));
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 40, max: 200 }), (line, at, width) => {
      const start = at % line.length;
      const { diagnostics, report } = collect();
      report('json-comment', { source: { name: 'a', text: line }, start, end: start + 1 }, {});
      const [, shown = '', carets = ''] = renderPretty(diagnostics, { color: false, width }).split('\n');
      expect(displayWidth(shown)).toBeLessThanOrEqual(width);
      expect(carets).toMatch(/\^/);
    }),
  );
});

test('a long line takes all of the terminal, twenty columns at least, and all of its own where there is no bound', () => {
  const text = `${'\n'.repeat(9)}${'x'.repeat(90)}"here"${'y'.repeat(90)}`;
  const widthIn = (width: number): number | undefined =>
    reported(text, '"here"', { color: false, width })[1]?.length;
  expect([100, 60, 27, 20, 1, 0].map(widthIn)).toEqual([100, 60, 27, 27, 27, 193]);
});

test('a reason that several have is said once, with the first of them', () => {
  const { diagnostics, report } = collect();
  const source = { name: 'a.json', text: '{"a": 1, "b": 2}' };
  for (const start of [1, 9]) report('json-comment', { source, start, end: start + 3 }, {});
  report('unknown-start', { source, start: 1, end: 4 }, { start: 'a' });
  const reasons = renderPretty(diagnostics)
    .split('\n\n')
    .map((block) => /why: (.*)/.exec(block)?.[1]);
  const [first, second, third] = diagnostics;
  expect(second?.why).toBe(first?.why);
  expect(reasons).toEqual([first?.why, undefined, third?.why]);
});

test('nothing in a map reaches the terminal as a control sequence', () => {
  const { diagnostics, report } = collect();
  const evil = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202e\u0000\u2028\ud800';
  report(
    'unknown-start',
    { source: { name: evil, text: evil }, start: 0, end: 3 },
    { start: evil },
    {
      related: [{ message: evil, span: { source: { name: evil, text: evil }, start: 1, end: 1 } }],
      fix: { title: evil, safe: true, edits: [] },
    },
  );
  // oxlint-disable-next-line no-control-regex
  const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|\ud800/;
  expect(renderPretty(diagnostics)).not.toMatch(unsafe);
});

test('colour is the only thing that colour adds', () => {
  const plain = reported('{"a": 1}', '"a"');
  const colored = reported('{"a": 1}', '"a"', { color: true, width: 120 });
  // oxlint-disable-next-line no-control-regex
  expect(colored.map((line) => line.replace(/\u001b\[\d+m/g, ''))).toEqual(plain);
  expect(colored).not.toEqual(plain);
});

test('an empty file has no line to show', () => {
  const { diagnostics, report } = collect();
  report(
    'unexpected-token',
    { source: { name: 'a', text: '' }, start: 0, end: 0 },
    { expected: 'x', found: 'y' },
  );
  expect(renderPretty(diagnostics).split('\n')).toHaveLength(4);
});

test('names as long as the file are cut in messages', () => {
  const [first = ''] = reported(`"${'x'.repeat(100_000)}"`, `"${'x'.repeat(100_000)}"`);
  expect(first.length).toBeLessThan(400);
});
