import type { Value } from '../../../model/value.ts';
import { findingIn, type Finding } from './test-output-lines.ts';

export type TestVerdict = 'green' | 'red' | 'broken';

/** Units: characters that are read of either end of an output, and of a line. */
const MAX_READ = 100_000;
const MAX_LINE = 1000;
/** Lines between the place of code that was made at run time and the fault in it. */
const MAX_APART = 4;

/** Of a shell: it cannot run the program, or cannot find it. */
const NOT_STARTED: ReadonlySet<Value> = new Set([126, 127, 9009]);

// oxlint-disable-next-line no-control-regex
const TERMINAL_CODE = /\u001b\[[0-9;?]*[A-Za-z]/g;
const MADE_AT_RUN_TIME = /^(?:E\s+)?\s*File "<(?:string|unknown|stdin)>"/;
const TEST_MODULE = /^(?:E\s+)?ImportError: Failed to import test module: (\S+)$/;
const NO_MODULE = /^(?:E\s+)?ModuleNotFoundError: No module named '([^']*)'$/;

/**
 * What a run of tests showed: whether they hold, fail, or say nothing because they cannot be run.
 *
 * Shape: `green` for the exit code 0, whatever is printed. `red` where a test fails, or where what it imports or calls
 * is not there yet; a compiler that only lacks such names counts as well. `broken` where something is written wrong or
 * does not compile otherwise, where the runner is not found, where no test was found, and where the output says nothing
 * of either: a red test is evidence, and this would be none. One broken file makes the whole run broken.
 * Units: the first and last 100,000 characters of the output are read.
 * Source: the MAP framework's TEST_FAIL_GATE; outputs of node --test, vitest, jest, mocha, pytest, unittest, go test,
 * cargo test and tsc in test/fixtures/outputs
 */
export function testVerdict(exitCode: Value, output: Value): TestVerdict {
  if (exitCode === 0) return 'green';
  if (typeof exitCode !== 'number' || NOT_STARTED.has(exitCode)) return 'broken';
  const findings = new Set(findingsIn(linesOf(output)));
  return findings.size === 0 || findings.has('broken') ? 'broken' : 'red';
}

function* findingsIn(lines: readonly string[]): Iterable<Finding> {
  const testModules = new Set<string>();
  let madeAt = -Infinity;
  for (const [index, line] of lines.entries()) {
    if (MADE_AT_RUN_TIME.test(line)) madeAt = index;
    const testModule = TEST_MODULE.exec(line)?.[1];
    if (testModule !== undefined) testModules.add(testModule);
    // The test itself is not there.
    if (testModules.has(NO_MODULE.exec(line)?.[1] ?? '')) yield 'broken';
    const finding = findingIn(line);
    if (finding === 'broken' && index - madeAt <= MAX_APART) yield 'failed';
    else if (finding) yield finding;
  }
}

/** The lines of an output, without codes for terminals. Units: the first and last 100,000 characters are read, of a line 1000. */
export function linesOf(output: Value): readonly string[] {
  const text = typeof output === 'string' ? output : '';
  const read = text.length > 2 * MAX_READ ? `${text.slice(0, MAX_READ)}\n${text.slice(-MAX_READ)}` : text;
  return read.split(/\r\n?|\n/).map((line) => line.slice(0, MAX_LINE).replaceAll(TERMINAL_CODE, ''));
}
