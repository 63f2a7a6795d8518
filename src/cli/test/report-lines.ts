import { printable } from '../../diagnostics/printable.ts';
import type { MapCoverage } from '../../scenario/coverage.ts';
import { transitionText } from '../../scenario/transition.ts';
import { formatCount, formatDuration } from '../io/format.ts';
import { countOf, percentOf, type FileReport, type TestReport } from './test-report.ts';

/** A report as people read it: a line a file, what failed in full, how much of each map was played, the total. */
export function reportLines(report: TestReport): readonly string[] {
  const { files, coverage, tookMs } = report;
  const faults = files.flatMap((each) => each.faults.map((lines) => ['', ...lines])).flat();
  const maps = coverage.flatMap(coverageLines);
  const lines = [
    ...files.filter(({ faults: own }) => own.length === 0).map(fileLine),
    ...faults,
    ...files.flatMap(failureLines),
    ...(maps.length === 0 ? [] : ['', ...maps]),
    '',
    `${totalOf(files)}, in ${formatDuration(tookMs)}.`,
  ].map(printable);
  return lines[0] === '' ? lines.slice(1) : lines;
}

function fileLine({ file, scenarios }: FileReport): string {
  return `${file}: ${countsText(countOf([{ file, scenarios, faults: [] }]))}`;
}

function totalOf(files: readonly FileReport[]): string {
  const unusable = files.filter(({ faults }) => faults.length > 0).length;
  const counts = countsText(countOf(files));
  return unusable === 0 ? counts : `${counts}, ${formatCount(unusable, 'file')} that cannot be used`;
}

function countsText({ passed, failed, skipped }: ReturnType<typeof countOf>): string {
  return [
    `${formatCount(passed, 'scenario')} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} not played`]),
  ].join(', ');
}

/** What failed of the scenarios of a file, in full. */
export function failureLines({ file, scenarios }: FileReport): readonly string[] {
  return scenarios
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, line, failures }) => [
      '',
      `${file}:${line}: ${name}`,
      ...failures.flatMap((lines) => lines.map((each) => `  ${each}`)),
    ]);
}

/** Units: transitions. The whole list is in the JSON report. */
const MAX_MISSING = 50;

/** How much of a map was played, and what was not taken of it. */
export function coverageLines(map: MapCoverage): readonly string[] {
  const { total, missing } = map;
  const head = `${map.map}: ${total - missing.length}/${total} transitions`;
  if (missing.length === 0) return [head];
  const more = missing.length - MAX_MISSING;
  return [
    `${head} (${percentOf(map)} %), not taken:`,
    ...missing.slice(0, MAX_MISSING).map((each) => `  ${transitionText(each)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
