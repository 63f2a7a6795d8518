/**
 * What readers ask about a run: its executions, child blocks, questions and figures, folded from its events.
 *
 * It needs no map and decides nothing: the state that a run goes by is `RunState`. Mutable: only `applyEvent` changes it.
 * V1. An event costs the depth of its address, whatever came before it. Only what leaves blocks (a cancelled branch, a
 *     resume, an interruption) also costs the executions under way in them.
 * V2. Any events give a view. Events that fit nothing are ignored: old journals, or parts of one.
 */
import { blockKeyOf, type Address, type BlockStep } from '../model/address.ts';
import type { Value } from '../model/value.ts';
import type { Denial, SettingsRecord, WallRecord, WorktreeRecord } from '../model/event-records.ts';
import type { RunEventData, RunEventOf } from '../model/run-event.ts';

/** Units: US dollars, ms. */
export interface RunView {
  started: RunEventOf<'run.started'> | undefined;
  status: 'running' | 'paused' | 'finished';
  /** The `seq` of the pause or the end at which it stands; undefined while it goes on. */
  standsSeq: number | undefined;
  paused: RunEventData['run.paused'] | undefined;
  finished: RunEventOf<'run.finished'> | undefined;
  /** The map and templates, and the settings, that the run uses now. */
  sources: Pick<RunEventData['run.started'], 'map' | 'templates'> | undefined;
  settings: SettingsRecord | undefined;
  /** The wall around its tasks; undefined in a simulation, and for older journals. */
  wall: WallRecord | undefined;
  /** The `seq` of the event that says so. */
  wallSeq: number | undefined;
  /** The time of the last event, ISO 8601; "" before the first. */
  lastAt: string;
  /** The `seq` of the last event; 0 before the first. */
  seq: number;
  /** Time in which an agent or a command worked, until the last event: waiting for a person is none. */
  activeMs: number;
  /** The block of the map itself. */
  readonly root: BlockView;
  /** All blocks, by `blockKeyOf`. */
  readonly blocks: Map<string, BlockView>;
  /** How many executions that have ended it keeps at least; it may drop others. For readers of what goes on; else `Infinity`. */
  readonly keepsEnded: number;
  /** In the order of their starts. */
  readonly executions: Execution[];
  /** How many there were that have done any work, and resume no other. */
  steps: number;
  /** Those that have not ended, by visit. Cancelled ones stay, for the end of their agent or command. */
  readonly open: Map<string, Execution>;
  /** Executions whose question nobody has answered, in the order in which they asked. */
  readonly questions: Set<Execution>;
  /** The answers that were refused. */
  readonly refusals: RunEventData['human.refused'][];
  /** The messages to agents that were refused. */
  readonly refusedMessages: RunEventData['message.refused'][];
  /** The properties that were violated, in the order in which they were. */
  readonly violations: RunEventOf<'property.violated'>[];
  /** Whether a violated property pauses the run, and the first one that nobody has accepted. */
  claims: 'pause' | 'warn';
  violated: RunEventData['property.violated'] | undefined;
  /** The limits that were reached since the run was started or resumed, each once. */
  reached: readonly RunEventData['limit.reached'][];
  /** Since when its properties no longer speak of the run, and how many there are; undefined while they do. */
  unwatched: { readonly seq: number; readonly at: string; readonly count: number } | undefined;
  readonly worktrees: WorktreeRecord[];
  /** Executions at work whose agent waits for a person to allow a tool call. */
  readonly held: Set<Execution>;
  /** How many executions are under way that neither wait for a person nor have child blocks. */
  atWork: number;
  /** The numbers of the starts whose agent or command works now: only that time is active. */
  readonly working: Set<number>;
  /** Of all turns that have ended. */
  costUsd: number;
  tokens: number;
  turns: number;
  endedTurns: number;
  /** Ended turns that gave no figure of their cost. */
  unpricedTurns: number;
}

/** One execution of a task. Units: US dollars, ms. */
export interface Execution {
  /** The `seq` of its start. */
  readonly seq: number;
  /** Its place among all executions of the run, from 1. */
  readonly number: number;
  readonly task: string;
  readonly address: Address;
  readonly visit: number;
  /** The block that it is in. */
  readonly block: BlockView;
  /** Whether it resumes an earlier execution of its visit. */
  readonly resumes: boolean;
  readonly start: string;
  end: string | null;
  /** The `seq` of its end; null before. */
  endSeq: number | null;
  ending: 'finished' | 'failed' | 'cancelled' | null;
  /** Why it failed. */
  reason: string | null;
  action: string | null;
  /** When its process was gone before it had ended: it was stopped, or found dead by a resume. */
  interruptedAt: string | null;
  /** Whether its agent or command was cut off, or another execution took its place. */
  isCutOff: boolean;
  /** Whether it is one of those that `RunView.atWork` counts. */
  isAtWork: boolean;
  /** Whether it has done any work: a decision and an end do none. */
  isStep: boolean;
  hasPrompt: boolean;
  turns: number;
  endedTurns: number;
  /** Turns that gave no figure of their cost: under way, cut off, or without one. */
  unpricedTurns: number;
  costUsd: number;
  tokens: number;
  /** How often its command was started. */
  commands: number;
  /** The time that its turns and commands took. */
  workMs: number;
  /** Which of the two started last. */
  worker: 'agent' | 'command' | null;
  session: string | null;
  /** What was wrong with its last turn; null for nothing. */
  fault: Pick<RunEventData['agent.finished'], 'fault' | 'reason'> | null;
  /** Of its command, the last time that it ran to an end. */
  exitCode: number | null;
  /** The tool calls that were refused, at most 100. */
  denials: readonly Denial[];
  /** The tool calls that a person was asked about, at most 100, in the order in which they were. */
  calls: readonly JudgedCall[];
  /** What a person told its agents while they worked, at most 100, in order. */
  messages: readonly SentMessage[];
  /** Processes that outlived it. */
  survivors: number;
  /** The properties that this visit of its task violated, also in an earlier execution. */
  violations: readonly RunEventOf<'property.violated'>[];
  /** Whether it waits for the answer of a person. */
  isAsking: boolean;
  /** What it asks, until that is settled: it is one of `RunView.questions`. */
  question: RunEventData['human.asked'] | null;
  /** The `seq` of the event that asked last; null before. */
  askedSeq: number | null;
  answer: RunEventData['human.answered'] | null;
  children: ChildBlocks | null;
}

/**
 * A tool call that a person was asked about. Shape: `id` is the agent's; `allow` is null while nobody has answered, and
 * `isOver` says that nobody can any more.
 */
export interface JudgedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Value;
  readonly rule: string | null;
  allow: RunEventData['call.answered']['allow'] | null;
  reason: string;
  isOver: boolean;
}

/** What a person told an agent at work. Shape: `isRead` is null until its turn has ended. */
export interface SentMessage extends Pick<
  RunEventData['message.sent'],
  'message' | 'text' | 'origin' | 'sender' | 'client'
> {
  readonly at: string;
  isRead: boolean | null;
}

/** `stopped`: a task in it failed, and nothing in it continues before the run resumes. */
export type BlockStatus = 'waiting' | 'running' | 'stopped' | 'finished' | 'kept' | 'cancelled' | 'skipped';

/** A block: that of the map itself, or a child block. */
export interface BlockView {
  readonly kind: 'root' | 'branch' | 'item' | 'map';
  readonly path: readonly BlockStep[];
  /** The execution that it is inside of; undefined for the root. */
  readonly parent: Execution | undefined;
  /** The name of a branch, the key of an item. */
  readonly key: string;
  /** What an item is about, as its list says it; "" where it does not. */
  readonly title: string;
  status: BlockStatus;
  outcome: string | null;
  failed: boolean;
  /** Why it was skipped, has stopped, or ended so. */
  reason: string | null;
  /** Keys of the items that must be over before it starts. */
  readonly waitsFor: readonly string[];
  /** What it shares with no other running item: empty for one that runs alone, null where there is no such rule. */
  readonly exclusive: readonly string[] | null;
  /** A map that a task runs: as the outer map names it, and its run directory, null for none. */
  readonly map: Pick<RunEventData['workflow.started'], 'map' | 'slip'> | undefined;
  /** The worktree that it works in, from the work root, and why it is still there though the block is over; null for none. */
  worktree: { readonly path: string; readonly branch: string; readonly kept: string | null } | null;
  /** When it ended, or was left. */
  endAt: string | null;
  /** The `seq` of its end; null before, and where it was left. */
  endSeq: number | null;
  /** Whether it was left before it had ended: cancelled, or something around it was. */
  isLeft: boolean;
  /** The run directory of the nearest map around, from the work root; null for that of the run. */
  readonly slip: string | null;
  /** In the order of their starts. */
  readonly executions: Execution[];
  /** The one that is under way. */
  current: Execution | undefined;
}

/** The child blocks of an execution. */
export interface ChildBlocks {
  readonly kind: 'branch' | 'item' | 'map';
  /** As listed, or in the order of their starts. */
  readonly list: BlockView[];
  readonly byKey: Map<string, BlockView>;
  readonly counts: Record<BlockStatus, number>;
  /** How many of the finished ones failed, and how many did not, but met other changes in their merge. */
  failed: number;
  unmerged: number;
  /** Those that have started and are not over, in the order of their starts. */
  readonly underWay: Set<BlockView>;
}

/** A view of no events. */
export function createRunView({ keepsEnded = Infinity }: Partial<Pick<RunView, 'keepsEnded'>> = {}): RunView {
  const root = createBlock({ kind: 'root', path: [], parent: undefined, key: '', slip: null });
  return {
    started: undefined,
    status: 'running',
    standsSeq: undefined,
    paused: undefined,
    finished: undefined,
    sources: undefined,
    settings: undefined,
    wall: undefined,
    wallSeq: undefined,
    lastAt: '',
    seq: 0,
    activeMs: 0,
    root,
    blocks: new Map([[blockKeyOf(root.path), root]]),
    keepsEnded,
    executions: [],
    steps: 0,
    open: new Map(),
    questions: new Set(),
    refusals: [],
    refusedMessages: [],
    violations: [],
    claims: 'pause',
    violated: undefined,
    reached: [],
    unwatched: undefined,
    worktrees: [],
    held: new Set(),
    atWork: 0,
    working: new Set(),
    costUsd: 0,
    tokens: 0,
    turns: 0,
    endedTurns: 0,
    unpricedTurns: 0,
  };
}

/** A block that waits. */
export function createBlock(
  of: Pick<BlockView, 'kind' | 'path' | 'parent' | 'key' | 'slip'> &
    Partial<Pick<BlockView, 'title' | 'waitsFor' | 'exclusive' | 'map'>>,
): BlockView {
  return {
    title: '',
    status: 'waiting',
    outcome: null,
    failed: false,
    reason: null,
    waitsFor: [],
    worktree: null,
    exclusive: null,
    map: undefined,
    endAt: null,
    endSeq: null,
    isLeft: false,
    executions: [],
    current: undefined,
    ...of,
  };
}

/** What most executions have none of: one list for all of them. */
const NONE: readonly never[] = [];

/** An execution that has just started. It shares what it can: a long run has a million of them. */
export function createExecution(
  { seq, at, address, data }: RunEventOf<'task.started'>,
  block: BlockView,
): Execution {
  return {
    seq,
    number: data.execution,
    task: data.task,
    address: { ...address, block: block.path },
    visit: address.visit ?? 1,
    block,
    resumes: data.resumes !== null,
    start: at,
    end: null,
    endSeq: null,
    ending: null,
    reason: null,
    action: null,
    interruptedAt: null,
    isCutOff: false,
    isAtWork: false,
    isStep: false,
    hasPrompt: false,
    turns: 0,
    endedTurns: 0,
    unpricedTurns: 0,
    costUsd: 0,
    tokens: 0,
    commands: 0,
    workMs: 0,
    worker: null,
    session: null,
    fault: null,
    exitCode: null,
    denials: NONE,
    calls: NONE,
    messages: NONE,
    survivors: 0,
    violations: NONE,
    isAsking: false,
    question: null,
    askedSeq: null,
    answer: null,
    children: null,
  };
}
