import type { ClaudeTask, ShellTask } from '../../model/block.ts';
import { roleOf } from '../../model/tasks.ts';
import type { Program } from './program.ts';
import type { TaskEffects } from './task-effects.ts';

/**
 * What a task may write, as its map states it; undefined where that is left to the permissions of its agent, or to its command.
 *
 * An agent edits where its map asks for that. Maps of the original format could not, and go on as they did. A role narrows
 * what its tasks may change, and never widens it.
 * Shape: as in the map: paths, or "nothing" or "anything" alone. `isReadonly` is said of the block that the task is in.
 */
export function statedWrites(
  { facts, roles }: Pick<Program, 'facts' | 'roles'>,
  task: ClaudeTask | ShellTask,
  isReadonly: boolean,
): readonly string[] | undefined {
  const isReader = roles.get(roleOf(task)?.name ?? '')?.settings.writes === 'nothing';
  if (isReadonly || isReader) return ['nothing'];
  if (task.writes !== undefined) return task.writes;
  if (task.type === 'claude') return facts.isOriginal ? undefined : ['nothing'];
  return task.frozen !== undefined || task.mayCommit ? ['anything'] : undefined;
}

/** The same as the effects of a task have it. Shape: paths as in the map. */
export function writesOf(stated: readonly string[]): TaskEffects['writes'] {
  if (stated.includes('nothing')) return 'nothing';
  return stated.includes('anything') ? 'anything' : stated;
}
