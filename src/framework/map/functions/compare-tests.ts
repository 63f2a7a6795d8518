import type { Value } from '../../../model/value.ts';
import { failedTests, type FailedTest } from './failed-tests.ts';
import { memberIn, toRecord, toTexts } from './read-record.ts';
import { linesOf, testVerdict } from './test-verdict.ts';

export type TestChange = 'red' | 'green' | 'broken' | 'elsewhere' | 'unknown';

interface Run {
  readonly exitCode: Value;
  readonly lines: readonly string[];
  readonly failures: readonly FailedTest[];
}

/** Tests that a reason names. */
const MAX_NAMED = 10;

/**
 * What new tests show, from a run of all tests before they were written and one after.
 *
 * Shape: `verdict` is `red` where tests of the new `files` fail and no other test fails that did not fail before; what
 * failed before counts for nothing. `green` where nothing fails that did not. `broken` where the new files cannot be run
 * as they are written. `elsewhere` where other tests fail since. `unknown` where the outputs do not tell: nothing is ever
 * taken for red that is not seen. `reason` is a sentence for whoever wrote the tests; `failures` names the tests that fail now
 * and did not, `own` those of the new files that fail now, whether they did before or not.
 */
export function compareTests(before: Value, after: Value, files: Value): Value {
  const old = runOf(before);
  const now = runOf(after);
  const known = new Set(old.failures.map((test) => keyOf(test)));
  const added = now.failures.filter((test) => !known.has(keyOf(test)));
  const own = added.filter((test) => isIn(test, files));
  const others = added.filter((test) => test.files.length > 0 && !own.includes(test));
  const verdict = verdictOf(old, now, { own, others, unplaced: added.length - own.length - others.length });
  const named = verdict === 'elsewhere' ? others : added;
  const names = named.slice(0, MAX_NAMED).map((test) => told(test));
  return {
    verdict,
    reason: reasonOf(verdict, names),
    failures: added.map((test) => told(test)),
    own: now.failures.filter((test) => isIn(test, files)).map((test) => told(test)),
  };
}

interface Added {
  readonly own: readonly FailedTest[];
  readonly others: readonly FailedTest[];
  readonly unplaced: number;
}

function verdictOf(old: Run, now: Run, { own, others, unplaced }: Added): TestChange {
  if (now.exitCode === 0) return 'green';
  if (others.length > 0) return 'elsewhere';
  if (unplaced > 0) return 'unknown';
  // What stands in both outputs says nothing of the new files.
  const shown = testVerdict(now.exitCode, addedLines(old.lines, now.lines).join('\n'));
  if (own.length > 0) return shown === 'broken' ? 'broken' : 'red';
  if (now.failures.length > 0) return 'green';
  const isNew = old.exitCode === 0 && typeof now.exitCode === 'number';
  return isNew && shown === 'broken' ? 'broken' : 'unknown';
}

const REASONS: Readonly<Record<TestChange, string>> = {
  red: 'The new tests fail, and nothing else does that did not fail before:',
  green:
    'Nothing fails that did not fail before the new tests were written: they test nothing that is missing, or the command does not run them.',
  broken: 'The new tests do not run as they are written.',
  elsewhere: 'Since the new tests were written, others fail as well, which must stay as they were:',
  unknown:
    'Whether the new tests fail, and nothing else, cannot be told from what the command printed before and after they were written.',
};

function reasonOf(verdict: TestChange, names: readonly string[]): string {
  const isListed = verdict === 'red' || verdict === 'elsewhere';
  return [REASONS[verdict], ...(isListed ? names.map((name) => `- ${name}`) : [])].join('\n');
}

function runOf(value: Value): Run {
  const record = toRecord(value);
  const lines = linesOf(memberIn(record, 'stdout') ?? null);
  const exitCode = memberIn(record, 'exitCode') ?? null;
  return { exitCode, lines, failures: exitCode === 0 ? [] : uniqueOf(failedTests(lines)) };
}

function uniqueOf(tests: readonly FailedTest[]): readonly FailedTest[] {
  return [...new Map(tests.map((test) => [keyOf(test), test])).values()];
}

function keyOf({ name, files }: FailedTest): string {
  return `${name}\0${files.map((file) => bare(file)).join('\0')}`;
}

function isIn(test: FailedTest, files: Value): boolean {
  return test.files.some((file) => isAmong(file, toTexts(files)));
}

function told({ name, files: [file = ''] }: FailedTest): string {
  return [bare(file), name].filter((part) => part !== '').join(': ');
}

/** Whether a file, as a runner writes it, is one of those: runners write it whole, from some folder, or by its last name. */
function isAmong(file: string, files: readonly string[]): boolean {
  const own = `/${bare(file)}`;
  return files.some((each) => {
    const other = `/${bare(each)}`;
    return own.endsWith(other) || other.endsWith(own);
  });
}

function bare(path: string): string {
  return path
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
}

/** Lines that an output has more often than the other; times, counts and places in files do not make two lines differ. */
function addedLines(old: readonly string[], now: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of old) left.set(alike(line), (left.get(alike(line)) ?? 0) + 1);
  return now.filter((line) => {
    const count = left.get(alike(line)) ?? 0;
    left.set(alike(line), count - 1);
    return count <= 0;
  });
}

function alike(line: string): string {
  return line.replaceAll(/\d+/g, '0');
}
