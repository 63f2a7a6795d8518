import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { Block, ClaudeTask, Task } from '../model/block.ts';
import { stateKeyOf, TERMINAL_KEY } from './state-key.ts';

/** What the machine of a block remembers: how often each limited action was taken, by {@link limitKeyOf}. */
export interface BlockContext {
  readonly taken: Readonly<Record<string, number>>;
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

export type BlockMachine = ReturnType<typeof machineSetup.createMachine>;
export type BlockSnapshot = SnapshotFrom<BlockMachine>;

/**
 * Turns a valid block into an XState machine.
 *
 * Shape: one state a task; a claude task invokes an actor named after its type, its actions are the guarded
 * `onDone` transitions, `onError` is the error transition; an end is a final state. The configuration holds
 * only data: guards and actions are named, with parameters.
 * Errors: XState throws where a target is unknown; a block that passed `validate` has none.
 */
export function compile(block: Block): BlockMachine {
  return machineSetup.createMachine({
    id: 'block',
    context: { taken: {} },
    initial: stateKeyOf(block.start),
    states: {
      ...Object.fromEntries(block.tasks.map((task, index) => [stateKeyOf(task.name), stateOf(task, index)])),
      [TERMINAL_KEY]: { type: 'final' },
    },
  });
}

/** Only the pure transition functions are used: XState never starts the actor of a task. */
const performedOutside = fromPromise<TaskOutput>(() => Promise.reject(new Error('performed by the engine')));

// XState reads the types off values that it never looks at.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const types = {} as { context: BlockContext; events: TaskEvent };

const machineSetup = setup({
  types,
  actors: { claude: performedOutside },
  guards: {
    chosen: ({ event }, params: { readonly action: string }) => event.output?.action === params.action,
    chosenWithinLimit: ({ context, event }, params: { readonly action: string } & LimitParams) =>
      event.output?.action === params.action && (context.taken[params.key] ?? 0) < params.max,
  },
  actions: {
    count: assign(({ context }, params: { readonly key: string }) => ({
      taken: { ...context.taken, [params.key]: (context.taken[params.key] ?? 0) + 1 },
    })),
  },
});

interface LimitParams {
  readonly key: string;
  readonly max: number;
}

function stateOf(task: Task, index: number) {
  if (task.type === 'end') return { type: 'final' as const };
  const invoke = {
    id: stateKeyOf(task.name),
    src: task.type,
    onDone: task.actions.length === 0 ? [{ target: TERMINAL_KEY }] : transitionsOf(task, index),
    ...(task.onError === undefined ? {} : { onError: { target: stateKeyOf(task.onError) } }),
  };
  return { invoke };
}

/** A limited action gives two transitions: its own while the limit holds, then the one to `then`. */
function transitionsOf(task: ClaudeTask, taskIndex: number) {
  return task.actions.flatMap((action, actionIndex) => {
    const chosen = { type: 'chosen' as const, params: { action: action.name } };
    if (action.limit === undefined) return [transitionTo(action.target, chosen)];
    const key = limitKeyOf(taskIndex, actionIndex);
    const within = {
      type: 'chosenWithinLimit' as const,
      params: { action: action.name, key, max: action.limit.max },
    };
    return [
      { ...transitionTo(action.target, within), actions: { type: 'count' as const, params: { key } } },
      transitionTo(action.limit.then, chosen),
    ];
  });
}

/** `reenter`: an action may lead back to its own task, which then is a new visit. */
function transitionTo<G>(task: string, guard: G) {
  return { target: stateKeyOf(task), guard, reenter: true };
}

/** Counters are named by position: user names as keys of a plain object could reach its prototype. */
function limitKeyOf(taskIndex: number, actionIndex: number): string {
  return `${taskIndex}.${actionIndex}`;
}
