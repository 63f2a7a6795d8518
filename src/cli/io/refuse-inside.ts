import { findRuns, type RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { runsAround } from '../../process/runs-around.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { UsageError } from './usage-error.ts';

/**
 * Refuses to answer, resume, steer or stop a run for an agent or command of a run, except for runs that it started itself.
 *
 * Errors: throws UsageError that names both runs.
 */
export function refuseInside(run: RunEntry, verb: 'answer' | 'resume' | 'steer' | 'stop'): void {
  const around = runsAround();
  const within = run.started?.data.within ?? [];
  const outside = around.find(
    (each) => !within.some(({ run: id, agent }) => id === each.run && agent === each.agent),
  );
  if (outside === undefined) return;
  throw new UsageError(
    `This process is inside of the run ${nameOf(outside.run)}, so it cannot ${verb} ${run.name}.`,
    {
      help:
        `Agents and commands of a run can ${verb} only runs that they started. Do it from a terminal outside of that ` +
        'run; a shell or tmux that was started in it counts as inside.',
    },
  );
}

/** The name that a person knows; the id where it is not a run of this project. */
function nameOf(id: string): string {
  const runs = findRuns(nodeFileSystem, findWorkRoot(process.cwd()));
  return runs.find(({ started }) => started?.data.run === id)?.name ?? id;
}
