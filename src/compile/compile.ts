import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { ActiveTask, Block, Task } from '../model/block.ts';
import type { Room } from './counters.ts';
import { stateKeyOf, TERMINAL_KEY } from './state-key.ts';
import { destinationsOf, destinationsOfEntry, type Destination } from './destinations.ts';

/** What the machine of a block remembers: how often each thing with a bound happened, by `counters.ts`. */
export interface BlockContext {
  readonly counts: Readonly<Record<string, number>>;
}

/** What a performer hands back to the machine: the chosen action; undefined from a task without actions. */
export interface TaskOutput {
  readonly action: string | undefined;
}

/** The events of XState's invoke protocol, `xstate.done.actor.<state>` and `xstate.error.actor.<state>`. */
export interface TaskEvent {
  readonly type: string;
  readonly output?: TaskOutput;
}

/** The XState machine of a block. */
export type BlockMachine = ReturnType<typeof machineSetup.createMachine>;
export type BlockSnapshot = SnapshotFrom<BlockMachine>;

/**
 * Turns a valid block into an XState machine.
 *
 * Shape: as {@link machineConfigOf} says, with what its named guards and actions do.
 * Errors: XState throws where a target is unknown; a block that passed `validate` has none.
 */
export function compile(block: Block): BlockMachine {
  return machineSetup.createMachine(machineConfigOf(block));
}

/**
 * The machine that the engine steps through a block: the same states, transitions and counters as those of {@link compile}.
 *
 * Shape: what XState makes of an invocation's `onDone` and `onError` is written out, as transitions on the events of that
 * protocol; no actor is made for a task, since none is ever started: a step takes 0.93 times the processor time.
 * Errors: as `compile`.
 */
export function compileToStep(block: Block): BlockMachine {
  const { states, ...config } = machineConfigOf(block);
  const written = Object.entries(states).map(([key, state]) => [key, withoutActor(state)]);
  return machineSetup.createMachine({ ...config, states: Object.fromEntries(written) });
}

type StateConfig = ReturnType<typeof stateOf>;

function withoutActor(state: StateConfig): object {
  if (!('invoke' in state)) return state;
  const { invoke, ...rest } = state;
  const { id, onDone, onError } = invoke;
  return {
    ...rest,
    on: {
      [`xstate.done.actor.${id}`]: onDone,
      ...(onError === undefined ? {} : { [`xstate.error.actor.${id}`]: onError }),
    },
  };
}

/**
 * The configuration of a block's machine: data only, as XState and its tools read it.
 *
 * Shape: one state a task; it invokes an actor named after its type, its actions are the guarded `onDone`
 * transitions, `onError` is the error transition; an end is a final state. Whoever performs a task decides the
 * action (agent, person or the guards of the map) and hands it back as `output.action`; what the machine itself
 * looks at is which action that is, and whether the counters leave room.
 */
export function machineConfigOf(block: Block) {
  const [first] = destinationsOfEntry(block, block.start);
  const counts = Object.fromEntries((first?.counts ?? []).map((key) => [key, 1]));
  return {
    id: 'block',
    context: { counts } satisfies BlockContext as BlockContext,
    initial: stateKeyOf(block.start),
    states: {
      ...Object.fromEntries(block.tasks.map((task) => [stateKeyOf(task.name), stateOf(block, task)])),
      [TERMINAL_KEY]: { type: 'final' as const },
    },
  };
}

/** Only the pure transition functions are used: XState never starts the actor of a task. */
const performedOutside = fromPromise<TaskOutput>(() => Promise.reject(new Error('performed by the engine')));

// XState reads the types off values that it never looks at.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const types = {} as { context: BlockContext; events: TaskEvent };

/** What the names in a configuration stand for. Given to XState's `setup`, it makes a configuration a machine. */
export const machineSetup = setup({
  types,
  actors: {
    claude: performedOutside,
    shell: performedOutside,
    human: performedOutside,
    decide: performedOutside,
    parallel: performedOutside,
    foreach: performedOutside,
    workflow: performedOutside,
  },
  guards: {
    chosen: ({ event }, params: { readonly action: string }) => event.output?.action === params.action,
    chosenWithin: ({ context, event }, params: { readonly action: string } & Rooms) =>
      event.output?.action === params.action && hasRoom(context, params),
    within: ({ context }, params: Rooms) => hasRoom(context, params),
  },
  actions: {
    count: assign(({ context }, params: Counting) => ({ counts: counted(context, params) })),
  },
});

interface Rooms {
  readonly rooms: readonly Room[];
}

/** Shape: `resets` begin anew before `counts` are counted. */
export interface Counting {
  readonly counts: readonly string[];
  readonly resets: readonly string[];
}

function hasRoom({ counts }: BlockContext, { rooms }: Rooms): boolean {
  return rooms.every(({ key, max }) => (counts[key] ?? 0) < max);
}

/** The counters after a transition, or an entry from outside. */
export function counted({ counts }: BlockContext, counting: Counting): BlockContext['counts'] {
  const next: Record<string, number> = { ...counts };
  for (const key of counting.resets) next[key] = 0;
  for (const key of counting.counts) next[key] = (next[key] ?? 0) + 1;
  return next;
}

function stateOf(block: Block, task: Task) {
  const about = task.description === undefined ? {} : { description: task.description };
  if (task.type === 'end') return { ...about, type: 'final' as const };
  const invoke = {
    id: stateKeyOf(task.name),
    src: task.type,
    onDone: task.actions.length === 0 ? [{ target: TERMINAL_KEY }] : transitionsOf(block, task),
    ...(task.onError === undefined
      ? {}
      : { onError: destinationsOfEntry(block, task.onError).map(errorTransition) }),
  };
  return { ...about, invoke };
}

function transitionsOf(block: Block, task: ActiveTask) {
  return task.actions.flatMap((action) => {
    const about = action.when ?? action.choose;
    const description =
      about === undefined ? {} : { description: typeof about === 'string' ? about : about.text };
    return destinationsOf(block, action).map((destination) => ({
      ...transition(destination),
      ...description,
      guard:
        destination.rooms.length === 0
          ? { type: 'chosen' as const, params: { action: action.name } }
          : { type: 'chosenWithin' as const, params: { action: action.name, rooms: destination.rooms } },
    }));
  });
}

function errorTransition(destination: Destination) {
  const { rooms } = destination;
  return rooms.length === 0
    ? transition(destination)
    : { ...transition(destination), guard: { type: 'within' as const, params: { rooms } } };
}

/** `reenter`: an action may lead back to its own task, which then is a new visit. */
function transition({ target, counts, resets }: Destination) {
  const to = { target: stateKeyOf(target), reenter: true };
  if (counts.length === 0 && resets.length === 0) return to;
  return { ...to, actions: { type: 'count' as const, params: { counts, resets } } };
}
