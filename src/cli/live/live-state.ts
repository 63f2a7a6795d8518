/**
 * What the live view of a run shows: the tree of blocks with what goes on in each, and the figures.
 *
 * Mutable, at constant cost an event: thousands of items may begin at once.
 * L1. `atWork` is the number of tasks under way that neither wait for a person nor have blocks inside of them.
 * L2. Blocks stand in the order in which they were entered, whatever goes on in them.
 */
import type { AgentProgress } from '../../agent/agent.ts';
import { WORKFLOW_KEY, type Address, type BlockStep } from '../../model/address.ts';
import type { RunEvent, RunEventData } from '../../model/run-event.ts';
import { takeFrom, type EventTable } from '../io/event-table.ts';
import { createShortPlaces, type ShortPlaces } from '../views/short-places.ts';

/** Units: ms of a clock of the caller's choice; US dollars. */
export interface LiveState {
  /** When this process began with the run; undefined until it has. */
  runSince: number | undefined;
  readonly root: LiveBlock;
  readonly places: ShortPlaces;
  atWork: number;
  /** Whether the run has paused or ended. */
  isResting: boolean;
  /** Of all turns that have ended, those before a resume too. */
  costUsd: number;
  /** Whether some turn gave no figure of its cost. */
  costIsPartial: boolean;
  tokens: number;
}

export interface LiveBlock {
  readonly path: readonly BlockStep[];
  /** The names on the way to it, the outermost first. */
  readonly names: readonly string[];
  /** The task under way. */
  task: LiveTask | undefined;
}

export interface LiveTask {
  readonly name: string;
  readonly execution: number;
  readonly visit: number;
  readonly since: number;
  /** Processes started for it, from 1; 0 before the first. */
  attempt: number;
  /** Of its turns that have ended. */
  costUsd: number;
  /** What the agent said or did last, as it came. */
  doing: string | undefined;
  /** Whether it waits for a person. */
  isAsking: boolean;
  /** The blocks inside of it, once there are some. */
  parts: LiveParts | undefined;
}

/** Units: parts; `total` are all, also those that have not begun. */
export interface LiveParts {
  readonly kind: 'items' | 'branches' | 'map';
  total: number;
  done: number;
  failed: number;
  /** Skipped and cancelled ones. */
  leftOut: number;
  /** Those that are running, by key. */
  readonly running: Map<string, LiveBlock>;
}

export function createLiveState(): LiveState {
  return {
    runSince: undefined,
    root: { path: [], names: [], task: undefined },
    places: createShortPlaces(),
    atWork: 0,
    isResting: false,
    costUsd: 0,
    costIsPartial: false,
    tokens: 0,
  };
}

/** What a run that goes on has behind it: blocks stay entered and questions open, nobody is at work. */
export function createLiveStateAfter(past: readonly RunEvent[]): LiveState {
  const state = createLiveState();
  for (const event of past) seeEvent(state, event, 0);
  state.runSince = undefined;
  if (past.length > 0) rest(state, state.root);
  return state;
}

/** Takes in an event of the run. */
export function seeEvent(state: LiveState, event: RunEvent, now: number): void {
  state.places.follow(event);
  takeFrom(OF_RUN, event, { state, now });
  const block = blockAt(state, event.address.block);
  if (block === undefined) return;
  if (event.type === 'task.started') {
    leave(state, block);
    block.task = taskOf(event.data, event.address, now);
    state.atWork += 1;
    return;
  }
  const { task } = block;
  if (task === undefined || task.name !== event.address.task) return;
  if (event.type === 'task.finished' || event.type === 'task.failed') leave(state, block);
  else takeFrom(IN_TASK, event, { state, block, task });
}

const OF_RUN: EventTable<{ readonly state: LiveState; readonly now: number }, void> = {
  'run.started': (_event, { state, now }) => begin(state, now),
  'run.resumed': ({ data }, { state, now }) => {
    begin(state, now);
    if (data.from !== null) leave(state, state.root);
  },
  'run.paused': (_event, { state }) => {
    state.isResting = true;
  },
  'run.finished': (_event, { state }) => {
    state.isResting = true;
  },
  'agent.finished': ({ data }, { state }) => addFigures(state, data),
};

function begin(state: LiveState, now: number): void {
  state.runSince = now;
  state.isResting = false;
}

function taskOf(
  { task: name, execution }: RunEventData['task.started'],
  { visit = 1 }: Address,
  since: number,
): LiveTask {
  const nothing = { attempt: 0, costUsd: 0, doing: undefined, isAsking: false, parts: undefined };
  return { name, execution, visit, since, ...nothing };
}

interface Inside {
  readonly state: LiveState;
  readonly block: LiveBlock;
  readonly task: LiveTask;
}

const IN_TASK: EventTable<Inside, void> = {
  'agent.started': (_event, { task }) => beginTurn(task, undefined),
  'shell.started': (_event, { task }) => beginTurn(task, 'running the command'),
  'agent.finished': ({ data }, { task }) => {
    task.costUsd += data.costUsd ?? 0;
  },
  'human.asked': (_event, { state, task }) => setAsking(state, task, true),
  'human.answered': (_event, { state, task }) => setAsking(state, task, false),
  'items.listed': ({ data }, { state, task }) => {
    partsOf(state, task, 'items').total = data.items.length;
  },
  'item.started': ({ data }, inTask) => enter(inTask, 'items', data.key),
  'item.finished': ({ data }, inTask) => endPart(inTask, data.key, data.failed ? 'failed' : 'done'),
  'item.kept': ({ data }, inTask) => endPart(inTask, data.key, 'done'),
  'item.skipped': ({ data }, inTask) => endPart(inTask, data.key, 'leftOut'),
  'branch.started': ({ data }, inTask) => {
    partsOf(inTask.state, inTask.task, 'branches').total += 1;
    enter(inTask, 'branches', data.key);
  },
  'branch.finished': ({ data }, inTask) => endPart(inTask, data.key, data.failed ? 'failed' : 'done'),
  'branch.cancelled': ({ data }, inTask) => endPart(inTask, data.key, 'leftOut'),
  'workflow.started': (_event, inTask) => {
    partsOf(inTask.state, inTask.task, 'map').total = 1;
    enter(inTask, 'map', WORKFLOW_KEY);
  },
  'workflow.finished': ({ data }, inTask) => endPart(inTask, WORKFLOW_KEY, data.failed ? 'failed' : 'done'),
};

function beginTurn(task: LiveTask, doing: string | undefined): void {
  task.attempt += 1;
  task.doing = doing;
}

function setAsking(state: LiveState, task: LiveTask, isAsking: boolean): void {
  if (task.isAsking === isAsking) return;
  task.isAsking = isAsking;
  state.atWork += isAsking ? -1 : 1;
}

function partsOf(state: LiveState, task: LiveTask, kind: LiveParts['kind']): LiveParts {
  if (task.parts !== undefined) return task.parts;
  task.parts = { kind, total: 0, done: 0, failed: 0, leftOut: 0, running: new Map() };
  state.atWork -= 1;
  return task.parts;
}

function enter({ state, block, task }: Inside, kind: LiveParts['kind'], key: string): void {
  const path = [...block.path, { task: task.name, key, activation: task.visit }];
  partsOf(state, task, kind).running.set(key, { path, names: state.places.namesOf(path), task: undefined });
}

function endPart({ state, task: { parts } }: Inside, key: string, as: 'done' | 'failed' | 'leftOut'): void {
  if (parts === undefined) return;
  parts[as] += 1;
  const block = parts.running.get(key);
  if (block !== undefined) leave(state, block);
  parts.running.delete(key);
}

/** Leaves what a block is in, with all that goes on inside of it. */
function leave(state: LiveState, block: LiveBlock): void {
  const { task } = block;
  block.task = undefined;
  if (task === undefined) return;
  if (task.parts === undefined) state.atWork -= task.isAsking ? 0 : 1;
  else for (const inner of task.parts.running.values()) leave(state, inner);
}

/** Nobody who was at work is: what goes on says so by an event of its own. */
function rest(state: LiveState, block: LiveBlock): void {
  const { task } = block;
  if (task?.parts !== undefined) for (const inner of task.parts.running.values()) rest(state, inner);
  else if (task?.isAsking === false) leave(state, block);
}

/** The block at the end of a path; undefined where that was left. */
function blockAt({ root }: LiveState, path: readonly BlockStep[]): LiveBlock | undefined {
  let block: LiveBlock | undefined = root;
  for (const { task, key, activation } of path) {
    const outer: LiveTask | undefined = block.task;
    block = outer?.name === task && outer.visit === activation ? outer.parts?.running.get(key) : undefined;
    if (block === undefined) return undefined;
  }
  return block;
}

function addFigures(state: LiveState, { costUsd, tokens }: RunEventData['agent.finished']): void {
  state.costUsd += costUsd ?? 0;
  state.costIsPartial ||= costUsd === null;
  state.tokens += tokens ?? 0;
}

/** Units: UTF-16. Of a longer text only the end is looked at. */
const LONGEST = 4000;

/** Takes in what an agent said or did. */
export function seeProgress(state: LiveState, address: Address, progress: AgentProgress): void {
  const task = blockAt(state, address.block)?.task;
  const doing = doingOf(progress);
  if (task !== undefined && task.name === address.task && doing !== undefined) task.doing = doing;
}

function doingOf(progress: AgentProgress): string | undefined {
  if (progress.kind === 'ready') return undefined;
  if (progress.kind === 'retry') return progress.reason;
  if (progress.kind === 'tool') return `> ${progress.tool} ${progress.input.slice(0, LONGEST)}`;
  const lines = progress.text.slice(-LONGEST).split('\n');
  return lines.findLast((line) => line.trim() !== '');
}
