import { TASK_TYPES } from '../../model/task-types.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { WfmapError } from '../../util/error.ts';
import { loadStoredProgram } from '../io/load-program.ts';

/** The tasks at the top of the map of a run that do work, in the order of the map; none where its copy cannot be read. */
export function tasksOfRun({ started, ...directory }: RunEntry): readonly string[] {
  if (started === undefined) return [];
  try {
    const { program } = loadStoredProgram(nodeFileSystem, directory, started.data);
    return program.map.block.tasks.filter(({ type }) => TASK_TYPES[type].isStep).map(({ name }) => name);
  } catch (thrown) {
    if (thrown instanceof WfmapError) return [];
    throw thrown;
  }
}
