import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** What a test run says, one JSON line each. Shape: `failed` has the test's file and name, `test` alone a passed one. */
export interface TestLine {
  /** The path of the test's file, relative to the root. */
  readonly test: string;
  readonly failed?: string;
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
