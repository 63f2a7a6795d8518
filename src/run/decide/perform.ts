import { TASK_TYPES } from '../../model/task-types.ts';
import { canChange } from '../../model/tasks.ts';
import { askPerson } from './ask-person.ts';
import type { Batch } from '../live/batch.ts';
import { beginOrFail } from './begin-or-fail.ts';
import { conclude } from './conclude.ts';
import { endBlock } from './end-block.ts';
import type { LiveRun } from '../live/live-run.ts';
import { planCommand } from './plan-command.ts';
import { planTurn } from './plan-turn.ts';
import type { Planned } from '../live/planned.ts';
import { planContext } from './read-context.ts';
import type { OpenTask } from '../state/run-state.ts';
import { needsSnapshot } from './settle-changes.ts';
import { startChildBlocks } from './start-child-blocks.ts';

/** Records the beginning of a task's work; gives what is to be started for it, if anything is. */
export function perform(live: LiveRun, batch: Batch, open: OpenTask): Planned | undefined {
  // Its own entry may have violated a property.
  if (TASK_TYPES[open.task.type].isStep && live.state.violated !== undefined) return undefined;
  if (canChange(open.task) && !live.atWork.has(open.start)) {
    if (!beginOrFail(live, batch, open)) return undefined;
    if (needsSnapshot(live, open)) {
      live.preparing.add(open.start);
      return { kind: 'snapshot', open };
    }
  }
  const context = planContext(live, batch, open);
  if (context === 'failed') return undefined;
  if (context === undefined) return performBegun(live, batch, open);
  live.preparing.add(open.start);
  return context;
}

function performBegun(live: LiveRun, batch: Batch, open: OpenTask): Planned | undefined {
  const { task } = open;
  switch (task.type) {
    case 'claude':
      return planTurn(live, batch, open, task);
    case 'shell':
      return planCommand(live, batch, open, task);
    case 'human':
      askPerson(live, batch, open, task);
      break;
    case 'decide':
      conclude(live, batch, open, { result: null, action: undefined, by: 'guard' });
      break;
    case 'parallel':
    case 'foreach':
    case 'workflow':
      startChildBlocks(live, batch, open, task);
      break;
    case 'end':
      endBlock(live, batch, open, task);
  }
  return undefined;
}
