import type { RunEvent } from '../../model/run-event.ts';
import { invariant } from '../../util/invariant.ts';
import { blockKeyOf } from '../../model/address.ts';
import type { BlockInstance } from './block-instance.ts';
import { RunError } from './run-error.ts';
import type { OpenTask, RunState } from './run-state.ts';

// What an event is about, found in the state of its run.

/** The execution under way in the block of an event; one at most, because a block is in one state at a time. */
export function openTaskOf(state: RunState, event: RunEvent): OpenTask {
  const open = findOpenTask(state, event);
  if (open === undefined) {
    instanceOf(state, event);
    throw doesNotFit(event, `no execution of "${event.address.task ?? ''}" is under way`);
  }
  return open;
}

function findOpenTask(state: RunState, event: RunEvent): OpenTask | undefined {
  const open = state.open.get(state.blocks.get(blockKeyOf(event.address.block))?.open ?? 0);
  return open?.task.name === event.address.task ? open : undefined;
}

export function instanceOf(
  state: RunState,
  event: Pick<RunEvent, 'address' | 'seq' | 'type'>,
): BlockInstance {
  const instance = state.blocks.get(blockKeyOf(event.address.block));
  if (instance === undefined) throw doesNotFit(event, 'its block was never entered');
  return instance;
}

/** The block that an execution is in. */
export function instanceWith(state: RunState, open: Pick<OpenTask, 'address'>): BlockInstance {
  const instance = state.blocks.get(blockKeyOf(open.address.block));
  invariant(instance !== undefined, 'an execution is in a block that was entered');
  return instance;
}

export function doesNotFit(event: Pick<RunEvent, 'seq' | 'type'>, reason: string): RunError {
  invariant(event.seq > 0, 'events are numbered from 1');
  return new RunError(
    'journal-does-not-fit',
    `Record ${event.seq} (${event.type}) does not fit the map: ${reason}.`,
    {
      help: 'The map was changed since. Run "wfmap resume --as-started" to go on with the stored copy.',
    },
  );
}
