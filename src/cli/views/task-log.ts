import { join } from 'node:path';
import { taskFilesOf } from '../../journal/task-files.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { Execution } from '../../view/run-view.ts';

/** Where the log of an execution is, and when its lines came. Absolute. */
export function taskLogOf(
  run: Pick<RunDirectory, 'folder'>,
  { number, task, block: { slip } }: Pick<Execution, 'number' | 'task' | 'block'>,
): { readonly log: string; readonly times: string } {
  const folder = slip === null ? run.folder : join(findWorkRoot(process.cwd()), slip);
  const { log, times } = taskFilesOf(number, task);
  return { log: join(folder, log), times: join(folder, times) };
}
