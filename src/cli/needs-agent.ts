import type { Block, Task } from '../model/block.ts';

/** Whether some task of a block is an agent's: a map without one runs where no agent is installed. */
export function needsAgent({ tasks }: Block): boolean {
  return tasks.some(isAgents);
}

function isAgents(task: Task): boolean {
  if (task.type === 'parallel') return task.branches.some(({ block }) => needsAgent(block));
  if (task.type === 'foreach') return needsAgent(task.body);
  // What another map has is not known here.
  return task.type === 'claude' || task.type === 'workflow';
}
