import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** What a test run says, one JSON line each. */
export interface TestLine {
  /** The path of the test's file, relative to the root. */
  readonly test: string;
  /** The name of a test that failed. */
  readonly failed?: string;
  /** Whether the file has ended without a failure. */
  readonly isDone?: boolean;
}

/** The descriptor that the lines are written to: the tests themselves may print. */
const LINES = 3;

/** Reports each test as it ends. */
export class ReportLines implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const path = pathOf(test.module);
    put(test.result().state === 'failed' ? { test: path, failed: test.fullName } : { test: path });
  }

  onTestModuleEnd(module: TestModule): void {
    const [error] = module.errors();
    if (error) put({ test: pathOf(module), failed: `does not load: ${error.message}` });
    else if (module.ok()) put({ test: pathOf(module), isDone: true });
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    const [error] = errors;
    if (error) put({ test: '', failed: `outside of a test: ${error.message}` });
  }
}

function pathOf({ moduleId, project }: TestModule): string {
  return relative(project.config.root, moduleId);
}

function put(line: TestLine): void {
  writeSync(LINES, `${JSON.stringify(line)}\n`);
}
