import { createCoverage } from '../../src/scenario/coverage.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import { findWorkRoot } from '../../src/project/find-work-root.ts';
import { testFile, type TestSession } from '../../src/cli/test/test-file.ts';
import type { TestReport } from '../../src/cli/test/test-report.ts';

/** Plays files of scenarios as the command does. */
export async function reportOf(
  files: readonly string[],
  workFolder: string,
  more: Partial<Pick<TestSession, 'filter' | 'bail'>> & { readonly wanted?: number } = {},
): Promise<TestReport> {
  const coverage = createCoverage();
  const { filter, bail = false, wanted } = more;
  const programs: TestSession['programs'] = new Map();
  const load = (map: string) => loadProgram(map, findWorkRoot(workFolder), workFolder);
  const session: TestSession = { workFolder, filter, bail, coverage, load, programs, hasFailed: false };
  const reports = [];
  for (const file of files) reports.push(await testFile(file, session));
  return { files: reports, coverage: coverage.maps(), wanted, tookMs: 0 };
}
