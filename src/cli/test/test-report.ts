import type { MapCoverage } from '../../scenario/coverage.ts';
import type { Failure } from '../../scenario/judge-scenario.ts';

/** What came of all scenarios that were asked for. Units: milliseconds. */
export interface TestReport {
  readonly files: readonly FileReport[];
  readonly coverage: readonly MapCoverage[];
  /** The least part of each map that is to be played; undefined where nobody asks. Units: percent. */
  readonly wanted: number | undefined;
  readonly tookMs: number;
}

/** Shape: `faults` are why the file could not be used, and then there are no scenarios. */
export interface FileReport {
  readonly file: string;
  readonly faults: readonly (readonly string[])[];
  readonly scenarios: readonly ScenarioReport[];
}

/** Units: line from 1, milliseconds. */
export interface ScenarioReport {
  readonly name: string;
  readonly line: number;
  readonly covers: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly failures: readonly Failure[];
  readonly path: readonly string[];
  readonly tookMs: number;
}

/** How many scenarios of some files passed, failed, or were not played. */
export function countOf(files: readonly FileReport[]): Readonly<Record<ScenarioReport['status'], number>> {
  const all = files.flatMap(({ scenarios }) => scenarios);
  const count = (status: ScenarioReport['status']): number =>
    all.filter((each) => each.status === status).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Rounded down, so that 100 is all. Units: percent. */
export function percentOf({ total, missing }: MapCoverage): number {
  return total === 0 ? 100 : Math.floor((100 * (total - missing.length)) / total);
}

/** The maps of which less was played than is wanted. */
export function shortOf({ coverage, wanted }: TestReport): readonly MapCoverage[] {
  return wanted === undefined ? [] : coverage.filter((each) => percentOf(each) < wanted);
}
