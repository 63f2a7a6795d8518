import { resolve } from 'node:path';
import { testFile, type TestSession } from '../cli/test/test-file.ts';
import { createCoverage } from '../scenario/coverage.ts';
import { LibraryError } from './library-error.ts';
import { loadNow, programOf } from './load-map.ts';

/** Which scenarios are played. */
export interface ScenariosOptions {
  /** The folder that paths are relative to. Default: the current folder. */
  readonly folder?: string;
  /** Only scenarios with this text in their name, in any case. Default: all. */
  readonly filter?: string;
  /** Whether nothing is played after the first that fails. Default: false. */
  readonly bail?: boolean;
}

/** What came of the scenarios of some files. Plain values; in the order of the files. */
export interface ScenariosResult {
  /** Whether none failed. */
  readonly passed: boolean;
  readonly scenarios: readonly ScenarioResult[];
  /** How much of each map was played, by its path. Units: transitions. */
  readonly coverage: readonly { readonly map: string; readonly taken: number; readonly total: number }[];
}

/** Shape: `failures` are texts of one or several lines, none where it passed. Units: line from 1, ms. */
export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly failures: readonly string[];
  /** The tasks of the map that were entered, in order. */
  readonly path: readonly string[];
  readonly tookMs: number;
}

/**
 * Plays the scenarios of `*.scenario.yaml` files, as `wfmap test` does: no agent and no command is started, and no time passes.
 *
 * Errors: rejects with LibraryError `scenarios-unusable` for a file that is none, or whose map has errors.
 */
export async function testScenarios(
  files: string | readonly string[],
  { folder = '.', filter, bail = false }: ScenariosOptions = {},
): Promise<ScenariosResult> {
  const workFolder = resolve(folder);
  const coverage = createCoverage();
  const load = (map: string) => programOf(loadNow(map, workFolder));
  const session: TestSession = {
    workFolder,
    filter,
    bail,
    coverage,
    load,
    programs: new Map(),
    hasFailed: false,
  };
  const scenarios: ScenarioResult[] = [];
  for (const name of typeof files === 'string' ? [files] : files) {
    const { file, faults, scenarios: played } = await testFile(name, session);
    if (faults.length > 0)
      throw new LibraryError('scenarios-unusable', faults.map((lines) => lines.join('\n')).join('\n'));
    for (const { name: title, line, status, failures, path, tookMs } of played) {
      const texts = failures.map((lines) => lines.join('\n'));
      scenarios.push({ file, name: title, line, status, failures: texts, path, tookMs });
    }
  }
  return {
    passed: !session.hasFailed,
    scenarios,
    coverage: coverage
      .maps()
      .map(({ map, total, missing }) => ({ map, taken: total - missing.length, total })),
  };
}
