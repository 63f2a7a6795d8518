import { dirname } from 'node:path';
import type { ProjectHealth } from '../../context/project/outline.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { WfmapError } from '../../util/error.ts';
import { readRunOnDisk } from './open-run.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { summaryOf } from '../../report/run-summary.ts';

/** Units: runs, and tasks. */
const MAX_RUNS = 20;
const MAX_FAILING = 3;

/**
 * How the newest runs went that a project keeps; undefined where it has none. Simulations do not count.
 *
 * Errors: none; a run whose journal cannot be read tells nothing.
 */
export function projectHealth(root: string): ProjectHealth | undefined {
  const found = readable(() => findRuns(nodeFileSystem, findWorkRoot(root))).flat();
  const runs = found.slice(0, MAX_RUNS).flatMap((run) => readable(() => readRunOnDisk(run)));
  const counted = runs
    .map((run) => ({ run, summary: summaryOf(run) }))
    .filter(({ summary }) => !summary.simulation);
  if (counted.length === 0) return undefined;
  const statuses = counted.map(({ summary }) => summary.status);
  const completed = statuses.filter((each) => each === 'completed').length;
  const failed = statuses.filter((each) => each === 'failed').length;
  return {
    completed,
    failed,
    open: statuses.length - completed - failed,
    costUsd: counted.reduce((sum, { summary }) => sum + summary.costUsd, 0),
    failing: failingTasks(counted.map(({ run }) => run)),
  };
}

function readable<T>(read: () => T): readonly T[] {
  try {
    return [read()];
  } catch (thrown) {
    if (thrown instanceof WfmapError) return [];
    throw thrown;
  }
}

/** Those that failed most often, by map and task. */
function failingTasks(runs: readonly RunOnDisk[]): ProjectHealth['failing'] {
  const counts = new Map<string, number>();
  for (const { run, view } of runs) {
    for (const { task } of view.executions.filter(({ ending }) => ending === 'failed')) {
      const key = `${dirname(run.name)}: ${task}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([task, times]) => ({ task, times }))
    .toSorted((a, b) => b.times - a.times || (a.task < b.task ? -1 : 1))
    .slice(0, MAX_FAILING);
}
