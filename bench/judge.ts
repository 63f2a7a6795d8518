import type { Bar, Row } from './bars.ts';
import type { Figure } from './measure.ts';

export type Verdict = 'ok' | 'missed' | 'not measured' | '';

/** A figure beside its bar. Shape: without a bar it is for information. */
export interface Judged extends Figure {
  readonly bar?: Bar;
  readonly verdict: Verdict;
}

/** Shape: `missed` has one line for each bar that does not hold, in the order of the table. */
export interface Judgement {
  readonly missed: readonly string[];
  readonly exitCode: 0 | 1;
}

/** A figure without a value is one that cannot be taken here, or not with these flags. */
export function judge(figure: Figure, bars: readonly Bar[]): Judged {
  const bar = bars.find((each) => each.figure === figure.name);
  if (figure.value === undefined) return { ...figure, ...(bar && { bar }), verdict: 'not measured' };
  if (bar === undefined) return { ...figure, verdict: '' };
  // A value that is no number compares as false, and has met nothing.
  return { ...figure, bar, verdict: figure.value <= bar.most ? 'ok' : 'missed' };
}

/** What the figures of some measures come to. A bar of such a measure that no figure is for is missed. */
export function conclude(
  figures: readonly Judged[],
  rows: readonly Row[],
  measures: readonly string[],
): Judgement {
  const missed = rows
    .filter(({ measure }) => measure !== undefined && measures.includes(measure))
    .flatMap(({ bars }) => bars)
    .flatMap((bar) => faultOf(bar, figures));
  return { missed, exitCode: missed.length > 0 ? 1 : 0 };
}

function faultOf(bar: Bar, figures: readonly Judged[]): readonly string[] {
  const figure = figures.find(({ name }) => name === bar.figure);
  if (figure === undefined) return [`${bar.figure}: no figure`];
  if (figure.verdict !== 'missed') return [];
  return [`${bar.figure}: ${amountOf(figure.value, bar.unit)}, at most ${amountOf(bar.most, bar.unit)}`];
}

export function amountOf(value: number | undefined, unit: Figure['unit']): string {
  if (value === undefined) return '';
  const digits = unit === 'MiB' || unit === '/min' ? 0 : 2;
  const gap = unit === 'x' || unit === '' || unit === '/min' ? '' : ' ';
  return `${value.toFixed(digits)}${gap}${unit}`;
}
