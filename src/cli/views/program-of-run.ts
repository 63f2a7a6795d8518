import { PROJECTIONS } from '../../framework/projections.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { RunNames } from '../../run/host/projection.ts';
import type { Program } from '../../run/program/program.ts';
import { runNames } from '../../run/start/drive-held.ts';
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
  const branch = view.started?.data.git?.branch ?? '';
  const workRoot = findWorkRoot(process.cwd());
  return { program, run: runNames({ branch, workRoot, projections: PROJECTIONS }, run) };
}
