import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { byPlace, collect } from '../../src/diagnostics/diagnostic.ts';
import { displayWidth, signsOf } from '../../src/diagnostics/display-width.ts';
import { printable } from '../../src/diagnostics/printable.ts';
import { renderConcise } from '../../src/diagnostics/render-concise.ts';
import { renderPretty } from '../../src/diagnostics/render-pretty.ts';
import { frameOf } from '../../src/diagnostics/source-frame.ts';

const GOLDENS = join(import.meta.dirname, '../fixtures/diagnostics');

/** A text in plain signs, its end where it is long. */
function spelled(text: string): string {
  const hidden = /\p{Mn}|[\u200b-\u200f\u202a-\u202e\ufeff]/gu;
  const start = Math.max(0, text.indexOf('‹') - 10);
  const plain = JSON.stringify(text.length > 60 ? text.slice(start, start + 40) : text);
  return plain.replaceAll(hidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The frame of what stands in ‹›, as its line and what is below it. */
function framed(marked: string, width = 120): string {
  const [start, end] = [marked.indexOf('‹'), marked.indexOf('›') - 1];
  const source = { name: 'a', text: marked.replaceAll(/[‹›]/g, '') };
  const frame = frameOf({ source, start, end }, width);
  const below = `${' '.repeat(frame.start)}${'^'.repeat(frame.end - frame.start)}`;
  return `== ${spelled(marked)} in ${width}\n${frame.line} |${frame.text}|\n  |${below}`;
}

const digits = (from: number, count: number): string =>
  Array.from({ length: count }, (_none, at) => String((from + at) % 10)).join('');

test('a frame is the line cut around the place, with tabs, wide and hidden signs as they are shown', async () => {
  const reported = [
    ...['‹a›bc', 'ab‹c›', 'abc‹›', 'a‹›bc', 'a‹b\nc›d', 'x\n‹y›\nz', '‹›'].map((each) => framed(each)),
    ...[
      '\t‹a›',
      'a\t‹b›',
      'abcd\t‹b›',
      'abc‹\t›b',
      '漢‹字›x',
      'e\u0301‹e\u0301›x',
      '❤\ufe0f‹x›',
      '👩‍👩‍👧‹x›',
    ].map((each) => framed(each)),
    ...['a\u001b‹b›', 'a‹\u0000›b', 'a\u202e‹b›', '\ud800‹b›', '\ufeff‹b›'].map((each) => framed(each)),
    // Ninety columns in thirty, wherever the place is.
    ...[0, 1, 5, 9, 10, 11, 30, 62, 63, 64, 88, 89].map((at) =>
      framed(`${digits(0, at)}‹${digits(at, 1)}›${digits(at + 1, 89 - at)}`, 30),
    ),
    framed(`${digits(0, 30)}‹${digits(30, 28)}›${digits(58, 30)}`, 30),
    framed(`${digits(0, 30)}‹${digits(30, 60)}›`, 30),
    framed(`‹${digits(0, 90)}›`, 30),
    framed(`${'漢'.repeat(30)}‹字›${'漢'.repeat(30)}`, 30),
    framed(`${digits(0, 12)}‹x›${digits(13, 17)}`, 30),
    framed(`${digits(0, 12)}‹x›${digits(13, 18)}`, 30),
    framed(`${digits(0, 20)}‹x›${digits(1, 20)}`, 6),
  ];
  await expect(`${reported.join('\n')}\n`).toMatchFileSnapshot(join(GOLDENS, 'frames.out'));
});

test('of a line of 5,000 signs 2,000 on each side of the place are looked at', () => {
  const text = `${'a'.repeat(2_500)}x${'b'.repeat(2_499)}`;
  const { text: shown, start } = frameOf({ source: { name: 'a', text }, start: 2_500, end: 2_501 }, Infinity);
  expect([shown.length, shown.indexOf('x'), start]).toEqual([4_000, 2_000, 2_000]);
});

/** An error with all that one can have, a warning of the same kind, and one without a line. */
function diagnosed() {
  const { diagnostics, report } = collect();
  const source = { name: 'maps/a\u0007.json', text: '{\n  "start": "Wrok",\n  "Work": 1\n}\n' };
  const span = { source, start: 13, end: 19 };
  const related = [{ message: 'This is it.', span: { source, start: 23, end: 29 } }];
  report('unknown-start', span, { start: 'Wrok' }, { related });
  report(
    'unknown-start',
    span,
    { start: 'Wrok' },
    { fix: { title: 'Go to "Work".', safe: false, edits: [] } },
  );
  report(
    'unreachable-task',
    { source, start: 23, end: 29 },
    { task: 'Work', start: 'Wrok' },
    { help: 'Go.' },
  );
  const empty = { name: 'empty.json', text: '' };
  report('unexpected-token', { source: empty, start: 0, end: 0 }, { expected: 'a map', found: 'nothing' });
  return diagnostics;
}

test('diagnostics are told to people, with colour and without, and a line each', async () => {
  const diagnostics = diagnosed();
  const colored = renderPretty(diagnostics, { color: true, width: 0 }).replaceAll('\u001b', '␛');
  const reported = [renderPretty(diagnostics), colored, renderConcise(diagnostics)];
  await expect(reported.join('\n')).toMatchFileSnapshot(join(GOLDENS, 'formats.out'));
  expect([renderPretty([]), renderConcise([])]).toEqual(['', '']);
});

describe('the order of diagnostics', () => {
  test('is that of files, places, ends, codes and messages', () => {
    const { diagnostics, report } = collect();
    const [a, b] = ['a', 'b'].map((name) => ({ name, text: 'xxxxx' }));
    if (a === undefined || b === undefined) throw new Error('there are two');
    report('unknown-start', { source: a, start: 0, end: 1 }, { start: 'a' });
    report('unknown-start', { source: a, start: 0, end: 1 }, { start: 'b' });
    report('json-comment', { source: a, start: 0, end: 2 }, {});
    report('unknown-start', { source: a, start: 0, end: 2 }, { start: 'a' });
    report('json-comment', { source: a, start: 1, end: 1 }, {});
    report('json-comment', { source: b, start: 0, end: 0 }, {});
    expect(diagnostics.toReversed().toSorted(byPlace)).toEqual(diagnostics);
    for (const [index, each] of diagnostics.entries()) {
      const signs = diagnostics.map((other) => Math.sign(byPlace(each, other)));
      expect(signs).toEqual(diagnostics.map((_other, at) => Math.sign(index - at)));
    }
  });

  test('a report says nothing more where nothing more is known, and what is known in place of the usual', () => {
    const { diagnostics, report } = collect();
    const span = { source: { name: 'a', text: 'x' }, start: 0, end: 1 };
    report('unknown-start', span, { start: 'x'.repeat(200) });
    report('unknown-start', span, { start: 'x'.repeat(201) }, { evidence: 'heuristic', help: 'Help.' });
    const [first, second] = diagnostics;
    expect(first).toMatchObject({ evidence: 'proved', related: [], fix: undefined, severity: 'error' });
    expect(first?.message).toContain(`"${'x'.repeat(200)}"`);
    expect(second).toMatchObject({ evidence: 'heuristic', help: 'Help.' });
    expect(second?.message).toContain(`"${'x'.repeat(200)}…"`);
  });
});

test('what would turn, hide or ring is shown', () => {
  expect(printable('a\u0000\u001b\n\t\u001f b')).toBe('a␀␛␊␉␟ b');
  expect(printable('\u007f\u0080\u009f\u00a0')).toBe('␡\\u0080\\u009f\u00a0');
  expect(printable('\u061c\u200e\u200f\u2010\u2027\u2028\u202e\u202f')).toBe(
    '\\u061c\\u200e\\u200f\u2010\u2027\\u2028\\u202e\u202f',
  );
  expect(printable('\u2065\u2066\u2069\u206a\ufeff')).toBe('\u2065\\u2066\\u2069\u206a\\ufeff');
  expect(printable('\ud800a\udc00😀\ud83d')).toBe('\\ud800a\\udc00😀\\ud83d');
});

test('signs take as many columns as a terminal gives them', () => {
  const narrow = ['a', '~', '\u007f', 'é', 'e\u0301', 'ｱ', '❤', '\u10ff', '\u1160', '\u303f', '\uffe7'];
  const wide = ['漢', '한', 'Ａ', '😀', '❤\ufe0f', '👩‍👩‍👧', '𠀀', '\u1100', '\u115f', '\u303e', '\uffe6'];
  const hidden = ['\u0301', '\u200b', '\u20dd', ''];
  expect(narrow.map(displayWidth)).toEqual(narrow.map(() => 1));
  expect(wide.map(displayWidth)).toEqual(wide.map(() => 2));
  expect(hidden.map(displayWidth)).toEqual(hidden.map(() => 0));
  expect(signsOf('a漢e\u0301')).toEqual([
    { text: 'a', width: 1 },
    { text: '漢', width: 2 },
    { text: 'e\u0301', width: 1 },
  ]);
  expect(signsOf('ab')).toEqual([
    { text: 'a', width: 1 },
    { text: 'b', width: 1 },
  ]);
  expect(displayWidth('')).toBe(0);
});
