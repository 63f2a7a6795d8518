import type { Task } from '../model/block.ts';
import { currentTaskOf, type BlockInstance } from './block-instance.ts';
import type { Program } from './program.ts';

/**
 * Whether the task that a block is in speaks of its workspace anywhere, so that what was changed must be read.
 *
 * Decided by the word alone: it costs a question to git where it is said in another sense.
 */
export function readsWorkspace(instance: BlockInstance): boolean {
  const task = currentTaskOf(instance);
  return task !== undefined && saysWorkspace(instance.program, task);
}

const known = new WeakMap<Task, boolean>();

export function saysWorkspace(program: Program, task: Task): boolean {
  const answer = known.get(task) ?? textsOf(program, task).some((text) => text.includes('workspace'));
  known.set(task, answer);
  return answer;
}

function textsOf({ templates, roles }: Program, task: Task): readonly string[] {
  // The blocks inside of a task speak for themselves.
  const own = { ...task, branches: undefined, body: undefined, workspace: undefined };
  const texts = [JSON.stringify(own)];
  if (task.type !== 'claude' && task.type !== 'human') return texts;
  const template = templates.get(task.prompt);
  const role = task.type === 'claude' && task.agent !== undefined ? roles.get(task.agent.name) : undefined;
  for (const each of [template, role]) if (each !== undefined) texts.push(each.source.text);
  return texts;
}
