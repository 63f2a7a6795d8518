import type { Address } from '../../model/address.ts';
import type { Task } from '../../model/block.ts';
import type { ChangesRecord, LimitsRecord, SnapshotRecord } from '../../model/event-records.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import type { BlockInstance, KnownSession } from './block-instance.ts';
import { createTriedPlace, type TriedPlace } from './tried-place.ts';
import { MovableBlocks } from './movable-blocks.ts';
import type { ChildStates } from './child-states.ts';

/**
 * What a run knows: the fold of its journal, and nothing besides.
 *
 * Units: US dollars, milliseconds. Mutable: only `fold` changes it.
 */
export interface RunState {
  status: 'new' | 'running' | 'paused' | 'finished';
  lastSeq: number;
  /** When the last event was, in milliseconds since 1970. */
  lastAtMs: number;
  started: RunEventData['run.started'] | undefined;
  readonly blocks: Map<string, BlockInstance>;
  /** The execution of each block that ended last, and how it was left, by the key of the block. */
  readonly departures: Map<string, Departure>;
  /** Blocks without an execution under way: those that can go on. */
  readonly movable: MovableBlocks;
  /** Executions that have not ended, by the `seq` of their start. */
  readonly open: Map<number, OpenTask>;
  /** Those of a foreach. */
  readonly lists: Set<OpenTask>;
  /** Those among them in which items have stopped at some time. */
  readonly stoppedIn: Set<OpenTask>;
  /** How many of them wait for a person. */
  waiting: number;
  /** How many agents and commands are at work, and what is set aside for them. */
  working: number;
  /** Agents at work that wait for a person to judge what they want to do, by the start of their execution. */
  readonly held: Set<number>;
  reservedUsd: number;
  /** Those among them whose block was left, by their start, with what is set aside. They count for their cost. */
  readonly leftBehind: Map<number, number>;
  /** What was tried in vain, by where: the root is the run itself. */
  readonly tried: TriedPlace;
  /** The files of the answers that were taken, by their bare names. */
  readonly answered: Set<string>;
  /** The messages that agents were told, by their ids. */
  readonly told: Set<string>;
  executions: number;
  /** Started executions of tasks that do work; going on after an interruption is not another one. */
  steps: number;
  costUsd: number;
  tokens: number;
  /** Time in which some agent or command was at work. */
  activeMs: number;
  limits: LimitsRecord;
  /** Whether a violated property pauses the run, and the first one that nobody has accepted. */
  claims: 'pause' | 'warn';
  violated: RunEventData['property.violated'] | undefined;
  /** The limits that were reached since the run was started or gone on with, each once. */
  reached: readonly RunEventData['limit.reached'][];
  paused: RunEventData['run.paused'] | undefined;
  finished: RunEventData['run.finished'] | undefined;
}

/** An execution under way: where it is, and how its turns with whoever performs it went. */
export interface OpenTask {
  readonly start: number;
  readonly address: Address;
  readonly task: Task;
  readonly execution: number;
  readonly args: Readonly<Record<string, Value>>;
  /** Why an earlier start of the same visit did not end it. */
  readonly resumes: { readonly cause: 'interrupted' | 'failed'; readonly reason: string } | undefined;
  attempts: number;
  /** Whether an agent or a command is at work for it. */
  isWorking: boolean;
  /** Calls of the agent that a person is to judge, with the rule of each. */
  readonly calls: Map<string, string | null>;
  /** Permission rules that a person has given for this execution. */
  readonly givenRules: Set<string>;
  /** What this visit's agents were told while they worked, in order. */
  readonly messages: ToldMessage[];
  session: KnownSession | undefined;
  /** The turn that is under way; undefined between turns. */
  turn: RunEventData['agent.started'] | undefined;
  last: RunEventData['agent.finished'] | undefined;
  /** The last reply that was no answer, in this execution or one that it goes on with. */
  rejected: RunEventData['action.rejected'] | undefined;
  /** Turns repeated after faults of the transport, and after replies that were no answer. */
  retries: number;
  repairs: number;
  /** Turns that were to go on in a session, or in a copy of one, that the agent did not have. */
  lost: number;
  /** A command that was started and has led nowhere yet, until a person lets it be run again. */
  command: RunEventData['shell.started'] | undefined;
  /** What a person is asked, until there is an answer. */
  question: RunEventData['human.asked'] | undefined;
  /** The record that asks it. */
  askedAt: number | undefined;
  /** The blocks inside of it, from when they are known. */
  children: ChildStates | undefined;
  failed: RunEventData['task.failed'] | undefined;
  /** The outline of the project that its prompts name; undefined until it is read. */
  outline: string | undefined;
  /** The attempts before it that its prompts name; undefined where there were none. */
  earlierAttempts: string | undefined;
  /** Its folder before the first work of this visit, where what it changes is read. */
  snapshot: SnapshotRecord | undefined;
  /** The same when this start began to work, where an earlier one of the visit had worked. */
  again: SnapshotRecord | undefined;
  /** What was changed there by the end of its last turn or command. */
  changes: RunEventData['changes.read'] | undefined;
  /** Whether that was read in this start. */
  isCompared: boolean;
  /** What earlier starts changed; null where nobody looked before they ended, undefined where none worked, or where all since the first begin counts. */
  before: ChangesRecord | null | undefined;
}

/** Shape: `isRead` once a turn has ended that read it. */
export interface ToldMessage {
  readonly id: string;
  readonly text: string;
  isRead: boolean;
}

/** How a task was left: with what it found out and chose, or because it failed and has `onError`. */
export interface Departure {
  readonly open: OpenTask;
  readonly result: Value;
  /** What it `set`; empty where it failed. */
  readonly bindings: Readonly<Record<string, Value>>;
  readonly action: string | null;
  /** Why it failed; null where it did not. */
  readonly failure: string | null;
}

export const NO_LIMITS: LimitsRecord = { steps: null, costUsd: null, tokens: null, durationMs: null };

export function createRunState(): RunState {
  return {
    status: 'new',
    lastSeq: 0,
    lastAtMs: 0,
    started: undefined,
    blocks: new Map(),
    departures: new Map(),
    movable: new MovableBlocks(),
    open: new Map(),
    lists: new Set(),
    stoppedIn: new Set(),
    waiting: 0,
    working: 0,
    held: new Set(),
    reservedUsd: 0,
    leftBehind: new Map(),
    tried: createTriedPlace(),
    answered: new Set(),
    told: new Set(),
    executions: 0,
    steps: 0,
    costUsd: 0,
    tokens: 0,
    activeMs: 0,
    limits: NO_LIMITS,
    claims: 'pause',
    violated: undefined,
    reached: [],
    paused: undefined,
    finished: undefined,
  };
}
