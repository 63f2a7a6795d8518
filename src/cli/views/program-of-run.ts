import { namesOfRun } from '../../framework/names-of-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { RunNames } from '../../run/host/projection.ts';
import type { Program } from '../../run/program/program.ts';
import { loadStoredProgram } from '../io/load-program.ts';
import { UsageError } from '../io/usage-error.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';

/** The program that a run goes by, from its own copies, and what its expressions read as `run`. Errors: throws JournalError. */
export function programOfRun({ run, view }: RunOnDisk): {
  readonly program: Program;
  readonly run: RunNames;
} {
  if (view.sources === undefined) throw new UsageError('The journal has no start.');
  const { program } = loadStoredProgram(nodeFileSystem, run, view.sources);
  return { program, run: namesOfRun(view, findWorkRoot(process.cwd()), run) };
}
