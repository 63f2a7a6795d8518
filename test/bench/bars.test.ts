import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BARS, ROWS, type Bar, type Row } from '../../bench/bars.ts';
import { withBars } from '../../bench/bars-table.ts';
import { conclude, judge } from '../../bench/judge.ts';
import type { Figure } from '../../bench/measure.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const bar = (figure: string, most: number): Bar => ({ figure, most, unit: 'x', against: 'nothing' });
const BARS_HERE = [bar('fast', 2), bar('small', 3)];
const ROWS_HERE: readonly Row[] = [
  { work: 'speed', measure: 'speed', bars: [bar('fast', 2)] },
  { work: 'size', measure: 'size', bars: [bar('small', 3)] },
];
const figure = (name: string, value?: number): Figure => ({
  name,
  unit: 'x',
  detail: '',
  ...(value === undefined ? {} : { value }),
});
const concludeOf = (figures: readonly Figure[], measures = ['speed', 'size']) =>
  conclude(
    figures.map((each) => judge(each, BARS_HERE)),
    ROWS_HERE,
    measures,
  );

describe('a benchmark', () => {
  test('ends with 0 where every figure is at its bar or below', () => {
    expect(concludeOf([figure('fast', 2), figure('small', 1)])).toEqual({ missed: [], exitCode: 0 });
  });

  test('ends with 1 and says which where a bar is missed, by however little', () => {
    const { missed, exitCode } = concludeOf([figure('fast', 2.01), figure('small', 1)]);
    expect(missed).toEqual(['fast: 2.01x, at most 2.00x']);
    expect(exitCode).toBe(1);
  });

  test('takes a value that is no number for a bar that is missed', () => {
    expect(concludeOf([figure('fast', Number.NaN), figure('small', 1)]).exitCode).toBe(1);
  });

  test('misses a bar for which its measure gave no figure', () => {
    expect(concludeOf([figure('fast', 1)])).toEqual({ missed: ['small: no figure'], exitCode: 1 });
  });

  test('asks nothing of measures that did not run', () => {
    expect(concludeOf([figure('fast', 1)], ['speed']).exitCode).toBe(0);
  });

  test('misses nothing by a figure that cannot be taken, and says so', () => {
    expect(judge(figure('fast'), BARS_HERE).verdict).toBe('not measured');
    expect(concludeOf([figure('fast'), figure('small', 1)]).exitCode).toBe(0);
  });

  test('holds a figure without a bar to nothing', () => {
    expect(judge(figure('other', 1000), BARS_HERE).verdict).toBe('');
  });
});

describe('the table of bars', () => {
  test('has each figure once, with a limit and what it is compared with', () => {
    const names = BARS.map((each) => each.figure);
    expect(new Set(names).size).toBe(names.length);
    for (const { figure: name, most, against } of BARS) {
      expect(most, name).toBeGreaterThan(0);
      expect(against, name).not.toBe('');
    }
  });

  test('has a measure or a reason for each row, and a row for each measure with bars', () => {
    for (const { work, measure, elsewhere, bars } of ROWS) {
      expect(measure ?? elsewhere, work).toBeDefined();
      expect(bars.length > 0, work).toBe(measure !== undefined);
    }
    const measures = readdirSync(join(ROOT, 'bench'))
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => /: Measure = \{\n {2}name: '([\w-]+)'/.exec(read(`bench/${name}`))?.[1] ?? []);
    // What it adds depends on what walls a machine has: for information.
    expect(ROWS.flatMap(({ measure }) => measure ?? []).toSorted()).toEqual(
      measures.filter((name) => name !== 'agent-effects').toSorted(),
    );
  });

  test('is the only place with limits', () => {
    const others = readdirSync(join(ROOT, 'bench')).filter(
      (name) => name.endsWith('.ts') && name !== 'bars.ts',
    );
    expect(others.filter((name) => /\blimit: \d/.test(read(`bench/${name}`)))).toEqual([]);
  });

  test('is the one in CONTRIBUTING.md (node bench/bars-page.ts writes it again)', () => {
    const page = read('CONTRIBUTING.md');
    expect(page).toBe(withBars(page));
  });
});
