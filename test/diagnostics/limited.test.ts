import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { limited } from '../../src/diagnostics/limited.ts';

const source = { name: 'a', text: 'x'.repeat(1000) };

test('of too many, errors are kept before warnings', () => {
  const { diagnostics, report } = collect();
  for (let start = 0; start < 150; start += 1) {
    report('unreachable-task', { source, start, end: start }, { task: 'a', start: 'b' });
  }
  report('unknown-start', { source, start: 500, end: 500 }, { start: 'b' });
  const shown = limited(diagnostics);
  expect(shown).toHaveLength(101);
  expect(shown.at(-2)?.code).toBe('unknown-start');
  expect(shown.at(-1)).toMatchObject({
    code: 'too-many-problems',
    message: '51 more problems are not shown.',
  });
});

test('a hundred are not too many', () => {
  const { diagnostics, report } = collect();
  for (let start = 0; start < 100; start += 1) report('json-comment', { source, start, end: start }, {});
  expect(limited(diagnostics)).toEqual(diagnostics);
});

test('what is told twice is told once, in order of place', () => {
  const { diagnostics, report } = collect();
  for (const start of [3, 1, 3]) report('json-comment', { source, start, end: 5 }, {});
  expect(limited(diagnostics).map((each) => each.span.start)).toEqual([1, 3]);
});

test('each file has its own hundred, and what is told at one place of two files is told twice', () => {
  const { diagnostics, report } = collect();
  const other = { name: 'b', text: source.text };
  for (let start = 0; start < 101; start += 1) {
    for (const each of [other, source]) report('json-comment', { source: each, start, end: start }, {});
  }
  const shown = limited(diagnostics);
  expect(shown.map(({ span }) => span.source.name)).toEqual([
    ...Array(101).fill('a'),
    ...Array(101).fill('b'),
  ]);
  expect(
    shown.flatMap(({ code, message, span }) => (code === 'json-comment' ? [] : [[message, span.start]])),
  ).toEqual([
    ['One more problem is not shown.', 99],
    ['One more problem is not shown.', 99],
  ]);
});

test('of nothing nothing is told', () => {
  expect(limited([])).toEqual([]);
});
