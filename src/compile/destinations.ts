import type { Action } from '../model/action.ts';
import type { Block } from '../model/block.ts';
import { countersOf, type Room } from './counters.ts';

/**
 * One place a transition may lead to: while there is room on every counter; which of them count then, and which
 * begin anew before that.
 */
export interface Destination {
  readonly target: string;
  readonly rooms: readonly Room[];
  readonly counts: readonly string[];
  readonly resets: readonly string[];
}

/**
 * Where an action leads: its destinations in order, of which the first that has room is taken.
 *
 * A limited action leads to its target while the limit holds, and counts then; after that to the task its limit
 * names, where it counts as an entry there; then it is not taken, and resets nothing. The last one has no
 * conditions.
 */
export function destinationsOf(block: Block, action: Action): readonly Destination[] {
  const counters = countersOf(block);
  const room = counters.ofAction(action);
  const direct = rearmed(destinationsOfEntry(block, action.target), counters.resetBy(action));
  if (room === undefined || action.limit === undefined) return direct;
  const within = direct.map(({ rooms, counts, ...destination }) => ({
    ...destination,
    rooms: [room, ...rooms],
    counts: [room.key, ...counts],
  }));
  return [...within, ...destinationsOfEntry(block, action.limit.then)];
}

/** A counter that the action itself begins anew has room for where it leads. */
function rearmed(destinations: readonly Destination[], resets: readonly string[]): readonly Destination[] {
  if (resets.length === 0) return destinations;
  return destinations.map((destination) => ({
    ...destination,
    rooms: destination.rooms.filter(({ key }) => !resets.includes(key)),
    resets,
  }));
}

/** Where an entry of a task leads: to the task while it may be visited, then to the one that its bound names. */
export function destinationsOfEntry(block: Block, name: string): readonly Destination[] {
  const counters = countersOf(block);
  const destinations: Destination[] = [];
  const passed = new Set<string>();
  for (let at = name; ;) {
    const task = counters.taskNamed(at);
    const room = task && counters.ofTask(task);
    // Bounds that lead round are refused by `validate`; here the round ends where it began.
    if (task?.type === 'end' || task?.maxVisits === undefined || room === undefined || passed.has(at)) {
      return [...destinations, { target: at, rooms: [], counts: [], resets: [] }];
    }
    passed.add(at);
    destinations.push({ target: at, rooms: [room], counts: [room.key], resets: [] });
    at = task.maxVisits.then;
  }
}
