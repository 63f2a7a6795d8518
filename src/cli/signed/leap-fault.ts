import { TASK_TYPES } from '../../model/task-types.ts';
import { blockKeyOf, childPathOf, WORKFLOW_KEY, type BlockStep } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { currentTaskOf } from '../../run/state/block-instance.ts';
import type { RunState } from '../../run/state/run-state.ts';

/**
 * What a record skips, checked before it is folded: a clause; undefined for nothing.
 *
 * The engine writes no such record, so its fold does not check: a block has ended only at an end, a task with blocks
 * inside only once all of them have, and an execution resumes only one of its own block.
 */
export function leapFault(state: RunState, event: RunEvent): string | undefined {
  const { address } = event;
  if (event.type === 'run.finished') return endFault(state, []);
  if (event.type === 'workflow.finished') return endFault(state, childPathOf(address, WORKFLOW_KEY));
  if (event.type === 'branch.finished' || event.type === 'item.finished') {
    return endFault(state, childPathOf(address, event.data.key));
  }
  if (event.type === 'task.finished') return childBlocksFault(state, event);
  if (event.type !== 'task.started') return undefined;
  const own = state.blocks.get(blockKeyOf(address.block))?.open ?? null;
  return event.data.resumes === own ? undefined : 'it does not resume the execution that was open there';
}

function endFault(state: RunState, path: readonly BlockStep[]): string | undefined {
  const instance = state.blocks.get(blockKeyOf(path));
  if (instance === undefined) return 'its block was never entered';
  const task = currentTaskOf(instance);
  const hasEnded = task === undefined || (task.type === 'end' && instance.lastTask === task.name);
  return instance.open === undefined && hasEnded ? undefined : 'its block had not ended';
}

function childBlocksFault(state: RunState, { address }: RunEvent): string | undefined {
  const open = state.open.get(state.blocks.get(blockKeyOf(address.block))?.open ?? 0);
  if (open === undefined || !TASK_TYPES[open.task.type].hasChildBlocks) return undefined;
  return open.children?.left === 0 ? undefined : 'blocks inside of it had not ended';
}
