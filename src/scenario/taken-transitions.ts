import { destinationsOf, destinationsOfEntry, type Destination } from '../compile/destinations.ts';
import type { ActiveTask, Block, Task } from '../model/block.ts';
import type { RunEvent } from '../model/run-event.ts';
import { blockKeyOf } from '../model/address.ts';
import type { BlockInstance } from '../run/state/block-instance.ts';
import type { RunState } from '../run/state/run-state.ts';
import type { Transition } from './transition.ts';

/** A transition that a run took, with the block instance that it is in. */
export interface TakenTransition {
  readonly instance: BlockInstance;
  readonly taken: Omit<Transition, 'block' | 'target'>;
}

/**
 * The transitions that an event takes in the state before it: one, and one for each bound that it meets on its way.
 *
 * An action that its limit sends elsewhere has not taken its own transition.
 */
export function takenBy(state: RunState, event: RunEvent): readonly TakenTransition[] {
  if (event.type !== 'task.finished' && event.type !== 'task.failed') return [];
  const instance = state.blocks.get(blockKeyOf(event.address.block));
  const task = instance?.tasks.get(event.data.task);
  if (instance === undefined || task === undefined || task.type === 'end') return [];
  const taken =
    event.type === 'task.failed'
      ? event.data.target === null
        ? []
        : byError(instance, task, event.data.target)
      : byAction(instance, task, event.data.action);
  return taken.map((each) => ({ instance, taken: each }));
}

type Taken = TakenTransition['taken'];

function byError(instance: BlockInstance, task: ActiveTask, target: string): readonly Taken[] {
  const own: Taken = { kind: 'error', task: task.name, action: null };
  return [
    own,
    ...redirects(instance, target, takenDestination(instance, destinationsOfEntry(instance.block, target))),
  ];
}

function byAction(instance: BlockInstance, task: ActiveTask, name: string | null): readonly Taken[] {
  const action = task.actions.find((each) => each.name === name);
  if (action === undefined) return [];
  const destinations = destinationsOf(instance.block, action);
  const index = takenDestination(instance, destinations);
  // The destinations that keep to a limit come first, as many as lead to the target.
  const within =
    action.limit === undefined
      ? destinations.length
      : destinationsOfEntry(instance.block, action.target).length;
  const isWithin = index < within;
  const redirected = isWithin
    ? redirects(instance, action.target, index)
    : redirects(instance, action.limit?.then ?? action.target, index - within);
  if (isWithin && redirected.length > 0) return redirected;
  return [{ kind: isWithin ? 'action' : 'limit', task: task.name, action: action.name }, ...redirected];
}

/** The first destination that has room, as the machine takes it. */
function takenDestination({ snapshot }: BlockInstance, destinations: readonly Destination[]): number {
  const { counts } = snapshot.context;
  const open = destinations.findIndex(({ rooms }) => rooms.every(({ key, max }) => (counts[key] ?? 0) < max));
  return open < 0 ? destinations.length - 1 : open;
}

/** The bounds of visits that a destination passes by: those of so many tasks from its first on. */
function redirects({ block }: BlockInstance, first: string, passed: number): readonly Taken[] {
  const taken: Taken[] = [];
  let at: Task | undefined = taskIn(block, first);
  for (let left = passed; left > 0 && at !== undefined && at.type !== 'end'; left -= 1) {
    taken.push({ kind: 'visits', task: at.name, action: null });
    at = at.maxVisits === undefined ? undefined : taskIn(block, at.maxVisits.then);
  }
  return taken;
}

function taskIn({ tasks }: Block, name: string): Task | undefined {
  return tasks.find((task) => task.name === name);
}
