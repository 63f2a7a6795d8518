import type { Compiler } from './compiler.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './draw-mutants.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { ScratchCopy } from './scratch-copy.ts';
import { slowTestsOf } from './slow-tests.ts';

/** What the tests say of a mutant. Shape: `by` names the test that failed, or what passed last before it hung. */
export interface Verdict {
  readonly end: 'killed' | 'timed-out' | 'survived';
  readonly by: string;
}

type Project = 'fast' | 'slow';

/** Units: ms without the end of a test. Far more than any of them takes on a busy machine. */
const QUIET_MS = { fast: 180_000, slow: 300_000 };
/** Units: ms. A fast test that waits for what never comes waits no longer. */
const TEST_TIMEOUT_MS = { fast: 60_000, slow: 120_000 };
const GRACE_MS = { fast: 0, slow: 30_000 };
const SURVIVED: Verdict = { end: 'survived', by: '' };

/**
 * Judges mutants in a copy of the checkout, one at a time: by the fast tests that import the file, by the types of all other files,
 * then by the slow tests of its area.
 *
 * A test that kills for the first time is run again without the change. One that fails then too has killed nothing, and its file
 * is left out from then on.
 */
export class Judge {
  /** Files of tests that failed without a change, with what failed in them. */
  readonly unsound = new Map<string, string>();
  readonly #copy: ScratchCopy;
  readonly #workers: number;
  readonly #compiler: Pick<Compiler, 'findFault'>;
  readonly #sound = new Set<string>();

  constructor(copy: ScratchCopy, workers: number, compiler: Pick<Compiler, 'findFault'>) {
    this.#copy = copy;
    this.#workers = workers;
    this.#compiler = compiler;
  }

  async judge({ path, text }: Mutant): Promise<Verdict> {
    const original = readFileSync(join(this.#copy.root, path), 'utf8');
    const change = { path, text, original };
    try {
      const fast = await this.#verdict('fast', change, ['related', path, '--run']);
      if (fast.end !== 'survived') return fast;
      const fault = this.#compiler.findFault(path, text);
      if (fault !== undefined) return { end: 'killed', by: `the types: ${fault}` };
      return await this.#verdict('slow', change, ['run', ...slowTestsOf(path)]);
    } finally {
      this.#copy.put(path, original);
    }
  }

  /** Errors: throws where tests cannot be run at all. */
  async #verdict(project: Project, change: Change, line: readonly string[]): Promise<Verdict> {
    const done: string[] = [];
    for (;;) {
      this.#copy.put(change.path, change.text);
      const fault = project === 'slow' ? this.#build() : undefined;
      if (fault !== undefined) return { end: 'killed', by: `the build: ${fault}` };
      const run = await this.#run(project, change.path, [...line, ...without(done)]);
      if (run.end === 'passed') return SURVIVED;
      if (run.end === 'timed-out') return { end: 'timed-out', by: run.by };
      this.#copy.put(change.path, change.original);
      if (await this.#isSound(run, project, change.path)) return { end: 'killed', by: run.by };
      if (run.file === undefined) throw new Error(`Without a change this fails too: ${run.by}`);
      this.unsound.set(run.file, run.by);
      done.push(...run.done);
    }
  }

  /** Whether what failed passes without the change. */
  async #isSound({ file }: TestRun, project: Project, path: string): Promise<boolean> {
    if (file !== undefined && this.#sound.has(file)) return true;
    if (project === 'slow') this.#build();
    const run = await this.#run(
      project,
      path,
      file === undefined ? ['related', path, '--run'] : ['run', file],
    );
    if (run.end === 'passed' && file !== undefined) this.#sound.add(file);
    return run.end === 'passed';
  }

  #run(project: Project, changed: string, line: readonly string[]): Promise<TestRun> {
    return runTests({
      root: this.#copy.root,
      line: [
        ...line,
        `--project=${project}`,
        `--maxWorkers=${this.#workers}`,
        `--testTimeout=${TEST_TIMEOUT_MS[project]}`,
        ...without(this.unsound.keys()),
      ],
      changed,
      quietMs: QUIET_MS[project],
      graceMs: GRACE_MS[project],
    });
  }

  /** Builds the program that slow tests run; gives what is wrong, if anything. */
  #build(): string | undefined {
    try {
      execFileSync(process.execPath, ['test/config/bundle.mjs'], { cwd: this.#copy.root, stdio: 'pipe' });
      return undefined;
    } catch (thrown) {
      return String(thrown).split('\n')[0] ?? '';
    }
  }
}

interface Change {
  readonly path: string;
  readonly text: string;
  readonly original: string;
}

/** Arguments of vitest that leave files of tests out. */
function without(files: Iterable<string>): readonly string[] {
  return Array.from(files, (file) => `--exclude=${file}`);
}
