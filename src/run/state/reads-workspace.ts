import { currentTaskOf, type BlockInstance } from './block-instance.ts';
import { saysName } from '../program/says-name.ts';

/**
 * Whether the task that a block is in speaks of its workspace anywhere, so that what was changed must be read.
 *
 * Where the word is said in another sense it costs a question to git.
 */
export function readsWorkspace(instance: BlockInstance): boolean {
  const task = currentTaskOf(instance);
  return task !== undefined && saysName(instance.program, task, 'workspace');
}
