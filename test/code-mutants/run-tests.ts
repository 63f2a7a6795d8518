import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { TestLine } from './report-lines.ts';

/** How a run of tests ended. Shape: `by` is what failed, or what had passed last before nothing more came. */
export interface TestRun {
  readonly end: 'passed' | 'failed' | 'timed-out';
  /** The file of the test, relative to the root; undefined where none can be named. */
  readonly file?: string;
  readonly by: string;
  /** Files of tests that have passed as a whole. */
  readonly done: readonly string[];
}

type Ending = Omit<TestRun, 'done'>;

/** What to run. Shape: `line` is the command line of vitest without its configuration. */
export interface TestCommand {
  readonly root: string;
  readonly line: readonly string[];
  /** The file of the code that was changed. */
  readonly changed: string;
  /** So long no test may end before the run counts as one without an end. */
  readonly quietMs: number;
  /** So long the run may take to end by itself after a failure: tests of processes end those. */
  readonly graceMs: number;
}

/** Runs tests until one fails, and ends all processes of the run then. */
export function runTests({ root, line, changed, quietMs, graceMs }: TestCommand): Promise<TestRun> {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const settings = ['--config', 'test/code-mutants/vitest.config.ts', '--passWithNoTests', '--bail', '1'];
  const child = spawn(process.execPath, [program, ...line, ...settings], {
    cwd: root,
    detached: true,
    env: { ...process.env, WFMAP_MUTANT: changed },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , errors, lines] = child.stdio;
  return new Promise((resolve) => {
    const abandon = (): void => endGroup(child.pid);
    process.prependOnceListener('exit', abandon);
    let said = '';
    let last = 'nothing';
    const done: string[] = [];
    let failure: Ending | undefined;
    const end = (run: Ending): void => {
      clearTimeout(timer);
      abandon();
      process.off('exit', abandon);
      resolve({ ...run, done });
    };
    const timer = setTimeout(() => end({ end: 'timed-out', by: `after ${last}` }), quietMs);
    const fail = (run: Ending): void => {
      failure ??= run;
      setTimeout(end, graceMs, failure).unref();
    };
    errors?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-2_000);
    });
    createInterface({ input: lines as Readable }).on('line', (text) => {
      timer.refresh();
      const { test, failed, isDone = false } = JSON.parse(text) as TestLine;
      last = test;
      if (isDone) done.push(test);
      if (failed === undefined) return;
      fail({ end: 'failed', ...(test === '' ? {} : { file: test }), by: `${test} > ${failed}` });
    });
    child.on('close', (code) => {
      const silent: Ending = { end: 'failed', by: said.trim().split('\n').at(-1) ?? '' };
      end(failure ?? (code === 0 ? { end: 'passed', by: last } : silent));
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
