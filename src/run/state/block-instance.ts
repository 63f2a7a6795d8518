import { initialTransition } from 'xstate';
import {
  compileToStep,
  counted,
  type BlockMachine,
  type BlockSnapshot,
  type TaskEvent,
} from '../../compile/compile.ts';
import { countersOf } from '../../compile/counters.ts';
import { stateKeyOf } from '../../compile/state-key.ts';
import type { BlockStep } from '../../model/address.ts';
import type { Block, Task, Workspace } from '../../model/block.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import type { Scope } from '../../expression/types/value.ts';
import { invariant } from '../../util/invariant.ts';
import { nextSnapshot } from './next-snapshot.ts';
import type { AgentAtWork } from './tried-place.ts';
import type { ItemView } from './item-view.ts';
import type { Program } from '../program/program.ts';
import type { Worktree } from './worktree.ts';

/**
 * One activation of a block: its machine's snapshot, and what the machine does not know.
 *
 * The state of a run is a tree of these, kept in one pool under {@link blockKeyOf}; the root block has the
 * empty path. Mutable: only `fold` changes it.
 */
export interface BlockInstance {
  readonly path: readonly BlockStep[];
  readonly block: Block;
  /** The map that the block is of, and the inputs of it. */
  readonly program: Program;
  readonly fields: Readonly<Record<string, Value>>;
  /** Where its tasks work: for the block of a branch or item as its task says. */
  readonly workspace: Workspace;
  /** Its own worktree, from when that is planned. */
  worktree: Worktree | undefined;
  /** What was changed where it works, when somebody last was to read that. */
  diff: string | undefined;
  /** Whether no task has begun since then. */
  isDiffFresh: boolean;
  /** What its last task changed of those that are compared. */
  changes: RunEventData['changes.read'] | undefined;
  /** Why a step of its worktree could not be taken; until the run is gone on with, it is left alone. */
  stuck: string | undefined;
  /** The names of the blocks around. */
  readonly outer: Scope;
  /** The nearest item of a foreach that the block is for, with what can be read of the others. */
  readonly item: ItemView | undefined;
  readonly machine: BlockMachine;
  readonly tasks: ReadonlyMap<string, Task>;
  snapshot: BlockSnapshot;
  /** The start of the execution under way in this block. */
  open: number | undefined;
  /** Entries so far, by task. */
  readonly visits: Map<string, number>;
  /** What is bound in this block, by `as` and `set`. */
  readonly bound: Map<string, Value>;
  /** Results of items that are kept for when their task is entered again (`carry`), by task and key. */
  readonly kept: Map<string, ReadonlyMap<string, KeptItem>>;
  /** The task that finished last. */
  lastTask: string | undefined;
  /** What each task with a result came to last, and how often in a row. */
  readonly same: Map<string, { readonly result: Value; readonly count: number }>;
  /** The session of the last execution of each task that had one. */
  readonly sessions: Map<string, KnownSession>;
  /** Where its tasks keep their logs, from the work root; null for the folder of the run. */
  readonly slip: string | null;
  /** When it was entered, in milliseconds since 1970. */
  readonly enteredAtMs: number;
  /** Who was at work in it last, or in a block inside of it. */
  lastAgent: AgentAtWork | undefined;
  /** Arguments for the next execution in this block, by parameter. */
  nextArgs: Readonly<Record<string, Value>>;
}

/** A session of an agent, and whether the agent still has it. */
export interface KnownSession {
  readonly id: string;
  known: boolean;
}

/** An item that ended well. */
export interface KeptItem {
  readonly value: Value;
  readonly outcome: string;
  readonly result: Value;
}

// Its users in `files` are being moved; they import it from the model then.

const SHARED: Workspace = { kind: 'shared' };

export function enterBlock(
  path: readonly BlockStep[],
  block: Block,
  surroundings: Pick<BlockInstance, 'program' | 'fields' | 'outer'> & {
    readonly enteredAtMs?: number;
    readonly slip?: string | null;
    readonly workspace?: Workspace;
    readonly item?: ItemView | undefined;
  },
): BlockInstance {
  const { machine, snapshot, tasks } = compiledOf(block);
  return {
    path,
    block,
    workspace: SHARED,
    item: undefined,
    enteredAtMs: 0,
    slip: null,
    ...surroundings,
    worktree: undefined,
    diff: undefined,
    isDiffFresh: false,
    changes: undefined,
    stuck: undefined,
    machine,
    tasks,
    snapshot,
    open: undefined,
    visits: new Map(),
    bound: new Map(),
    kept: new Map(),
    lastTask: undefined,
    same: new Map(),
    sessions: new Map(),
    lastAgent: undefined,
    nextArgs: {},
  };
}

interface Compiled {
  readonly machine: BlockMachine;
  /** Where every activation begins. */
  readonly snapshot: BlockSnapshot;
  readonly tasks: ReadonlyMap<string, Task>;
  /** The tasks by their keys in the machine. */
  readonly byKey: ReadonlyMap<string, Task>;
}

/** Kept as long as the block: most blocks of a map are never entered, so no machine is made with the program. */
const compiled = new WeakMap<Block, Compiled>();

/** All activations of a block share its machine. */
function compiledOf(block: Block): Compiled {
  const known = compiled.get(block);
  if (known !== undefined) return known;
  const machine = compileToStep(block);
  const [snapshot] = initialTransition(machine);
  const made = {
    machine,
    snapshot,
    tasks: new Map(block.tasks.map((task) => [task.name, task])),
    byKey: new Map(block.tasks.map((task) => [stateKeyOf(task.name), task])),
  };
  compiled.set(block, made);
  return made;
}

/** The task that a block is in; undefined once it ended without an `end` task. */
export function currentTaskOf(instance: BlockInstance): Task | undefined {
  const key = instance.snapshot.value;
  invariant(typeof key === 'string', 'a block has one state at a time');
  return compiledOf(instance.block).byKey.get(key);
}

/** Takes the transition of a task that was performed; the machine decides where it leads. */
export function takeAction(instance: BlockInstance, task: string, action: string | undefined): void {
  const event: TaskEvent = { type: `xstate.done.actor.${stateKeyOf(task)}`, output: { action } };
  instance.snapshot = nextSnapshot(instance.machine, instance.snapshot, event);
}

/** Takes the `onError` transition of a task. */
export function takeError(instance: BlockInstance, task: string): void {
  const event: TaskEvent = { type: `xstate.error.actor.${stateKeyOf(task)}` };
  instance.snapshot = nextSnapshot(instance.machine, instance.snapshot, event);
}

/** Puts a block into a task from outside, whatever its bound (`resume --from`); it counts as an entry. */
export function moveTo(instance: BlockInstance, task: Task): void {
  const room = countersOf(instance.block).ofTask(task);
  const counts = counted(instance.snapshot.context, { counts: room ? [room.key] : [], resets: [] });
  instance.snapshot = instance.machine.resolveState({ value: stateKeyOf(task.name), context: { counts } });
}
