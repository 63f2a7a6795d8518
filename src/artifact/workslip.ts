import { posix } from 'node:path';
import { WORKFLOW_KEY, type Address, type BlockStep } from '../model/address.ts';
import type { Value } from '../model/value.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../model/run-event.ts';
import { taskFilesOf } from '../journal/task-files.ts';

/**
 * What `data.json` says of a run: a projection of its journal.
 *
 * Shape: `end` is there once the run is finished; `error` while it is paused. `parent` is the path of the slip of the
 * run that this map is run in, where it is run by another; only then `status` can be `cancelled`.
 * Source: the seed's workslip; `parent`, `status`, `error`, `address` and `slip` are extensions.
 */
export interface Workslip {
  readonly map: string;
  readonly start: string;
  readonly end?: string;
  readonly path: string;
  readonly parent?: string;
  readonly workslipFields: Readonly<Record<string, Value>>;
  readonly history: readonly WorkslipEntry[];
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly error?: string;
}

/**
 * One execution of a task.
 *
 * Shape: `prompt` and `log` are bare file names, or paths from the slip folder where a map in this one has a folder of
 * its own; absent for an end and until there is such a file. `action` is absent until one is chosen; `address` is there
 * for tasks of inner blocks only; `slip` is the folder of the map that the task runs, from the work root.
 */
interface WorkslipEntry {
  readonly name: string;
  readonly start: string;
  readonly end?: string;
  readonly action?: string;
  readonly prompt?: string;
  readonly log?: string;
  readonly error?: string;
  readonly address?: Address;
  readonly slip?: string;
}

/** The map's path as the user gave it, and the slip folder from the work root. */
export interface WorkslipPlace {
  readonly mapPath: string;
  readonly slipPath: string;
  /** Where the map is run by another one: the slip of that run, and the block. Absent for a run of its own. */
  readonly within?: { readonly slipPath: string; readonly block: readonly BlockStep[] };
}

/** A workslip that follows a run, at constant cost an event. */
export interface WorkslipProjection {
  readonly apply: (event: RunEvent) => void;
  /** The state so far: a view that later events change. */
  readonly workslip: () => Workslip;
}

/** The workslip of a run, from all of its events. */
export function toWorkslip(events: Iterable<RunEvent>, place: WorkslipPlace): Workslip {
  const projection = createWorkslipProjection(place);
  for (const event of events) projection.apply(event);
  return projection.workslip();
}

/**
 * A workslip that has seen nothing yet. Of a map inside of another one it wants the events of its block, how that block
 * began and ended, and what concerns the whole run.
 */
export function createWorkslipProjection(place: WorkslipPlace): WorkslipProjection {
  const path = folderPath(place.slipPath);
  const state: State = {
    start: '',
    end: undefined,
    fields: {},
    history: [],
    status: 'running',
    error: undefined,
    open: new Map(),
    waiting: new Set(),
    lastAt: '',
    path,
    own: place.within === undefined ? undefined : keyOfBlock(place.within.block),
    slips: new Map(),
  };
  return {
    apply: (event) => {
      applyEvent(state, event);
      state.lastAt = event.at;
    },
    workslip: () => ({
      map: place.mapPath,
      start: state.start,
      ...(state.end === undefined ? {} : { end: state.end }),
      path,
      ...(place.within === undefined ? {} : { parent: folderPath(place.within.slipPath) }),
      workslipFields: state.fields,
      history: state.history,
      status: state.status,
      ...(state.error === undefined ? {} : { error: state.error }),
    }),
  };
}

interface State {
  start: string;
  end: string | undefined;
  fields: Readonly<Record<string, Value>>;
  readonly history: WorkslipEntry[];
  status: Workslip['status'];
  error: string | undefined;
  /** Executions under way, by the address of their visit. */
  readonly open: Map<string, Open>;
  /** Those of them that wait for a person, which nothing interrupts. */
  readonly waiting: Set<string>;
  /** Time of the event before this one. */
  lastAt: string;
  readonly path: string;
  /** The key of the block that it is about; undefined for the whole run. */
  readonly own: string | undefined;
  /** Folders of maps inside of this one, by the key of their block. */
  readonly slips: Map<string, string>;
}

function folderPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** A text that is the beginning of those of all blocks inside. */
function keyOfBlock(path: readonly BlockStep[]): string {
  return JSON.stringify(path.map(({ task, key, activation }) => [task, key, activation])).slice(0, -1);
}

function isWithin(key: string, outer: string): boolean {
  return key === outer || key.startsWith(`${outer},`);
}

/** The block that a task with parts has under a key. */
function partOf({ block, task = '', visit = 1 }: Address, key: string): readonly BlockStep[] {
  return [...block, { task, key, activation: visit }];
}

interface Open {
  readonly index: number;
  readonly execution: number;
  /** The key of its block. */
  readonly block: string;
}

function applyEvent(state: State, event: RunEvent): void {
  // TypeScript cannot tie the entry to its event through `type`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const change = CHANGES[event.type] as (state: State, event: RunEvent) => void;
  change(state, event);
}

const CHANGES: { readonly [T in RunEventType]: (state: State, event: RunEventOf<T>) => void } = {
  'run.started': (state, event) => {
    state.start = event.at;
    state.fields = event.data.fields;
  },
  'run.paused': (state, event) => {
    if (event.data.reason === 'interrupted') interruptAll(state, event.at);
    setStatus(state, { status: 'paused', error: event.data.message });
  },
  'run.resumed': (state, event) => {
    // What is open now was open when the run before died, whose last sign of life was the event before.
    interruptAll(state, state.lastAt);
    // Whoever goes back to a task leaves all maps that were under way.
    const isLeft = state.own !== undefined && event.data.from !== null;
    setStatus(state, isLeft ? { status: 'cancelled', end: event.at } : { status: 'running' });
  },
  'run.finished': (state, event) => {
    setStatus(state, { status: event.data.failed ? 'failed' : 'completed', end: event.at });
  },
  'task.started': (state, event) => {
    const key = visitKeyOf(event.address);
    settle(state, key, { end: state.lastAt, error: INTERRUPTED });
    const block = keyOfBlock(event.address.block);
    state.open.set(key, { index: state.history.length, execution: event.data.execution, block });
    const address = event.address.block.length === 0 ? {} : { address: event.address };
    state.history.push({ name: event.data.task, start: event.at, ...address });
  },
  'prompt.rendered': (state, event) => {
    addFile(state, event.address, 'prompt');
  },
  'agent.started': (state, event) => {
    addFile(state, event.address, 'log');
  },
  'agent.finished': (state, event) => {
    if (event.data.outcome !== 'interrupted') return;
    settle(state, visitKeyOf(event.address), { end: event.at, error: INTERRUPTED });
  },
  'shell.started': (state, event) => {
    addFile(state, event.address, 'log');
  },
  'shell.finished': (state, event) => {
    if (event.data.outcome !== 'interrupted') return;
    settle(state, visitKeyOf(event.address), { end: event.at, error: INTERRUPTED });
  },
  'human.asked': (state, event) => {
    state.waiting.add(visitKeyOf(event.address));
  },
  'human.answered': (state, event) => {
    state.waiting.delete(visitKeyOf(event.address));
  },
  'human.refused': () => undefined,
  'action.rejected': () => undefined,
  'action.chosen': (state, event) => {
    amend(state, visitKeyOf(event.address), { action: event.data.action });
  },
  'task.finished': (state, event) => {
    const action = event.data.action === null ? {} : { action: event.data.action };
    settle(state, visitKeyOf(event.address), { end: event.at, ...action });
  },
  'task.failed': (state, event) => {
    settle(state, visitKeyOf(event.address), { end: event.at, error: event.data.reason });
  },
  'limit.reached': () => undefined,
  'items.listed': () => undefined,
  'item.started': () => undefined,
  'item.finished': () => undefined,
  'item.skipped': () => undefined,
  'item.kept': () => undefined,
  'branch.started': () => undefined,
  'branch.finished': () => undefined,
  'worktree.planned': () => undefined,
  'worktree.made': () => undefined,
  'worktree.opened': () => undefined,
  'workspace.read': () => undefined,
  'worktree.left': () => undefined,
  'worktree.committed': () => undefined,
  'worktree.merged': () => undefined,
  'worktree.conflicted': () => undefined,
  'worktree.removed': () => undefined,
  'worktree.kept': () => undefined,
  'worktree.failed': () => undefined,
  'branch.cancelled': cutBranchOff,
  'workflow.started': (state, event) => {
    const { slip, fields } = event.data;
    const key = keyOfBlock(partOf(event.address, WORKFLOW_KEY));
    if (key === state.own) {
      state.start = event.at;
      state.fields = fields;
    } else if (slip !== null) {
      state.slips.set(key, slip);
      amend(state, visitKeyOf(event.address), { slip });
    }
  },
  'workflow.finished': (state, event) => {
    const key = keyOfBlock(partOf(event.address, WORKFLOW_KEY));
    state.slips.delete(key);
    if (key !== state.own) return;
    setStatus(state, { status: event.data.failed ? 'failed' : 'completed', end: event.at });
  },
};

const INTERRUPTED = 'interrupted';

/** What was under way in a branch that is left. */
function cutBranchOff(state: State, { address, at, data }: RunEventOf<'branch.cancelled'>): void {
  const branch = keyOfBlock(partOf(address, data.key));
  for (const [key, { block }] of state.open) {
    if (isWithin(block, branch)) settle(state, key, { end: at, error: 'cancelled' });
  }
  if (state.own !== undefined && isWithin(state.own, branch)) {
    setStatus(state, { status: 'cancelled', end: at });
  }
}

/** One visit has one execution under way; attempts within it are no entries of their own. */
function visitKeyOf(address: Address): string {
  return JSON.stringify([address.block, address.task, address.visit]);
}

function setStatus(state: State, to: { status: Workslip['status']; error?: string; end?: string }): void {
  state.status = to.status;
  state.error = to.error;
  state.end = to.end;
}

function interruptAll(state: State, at: string): void {
  for (const key of state.open.keys())
    if (!state.waiting.has(key)) settle(state, key, { end: at, error: INTERRUPTED });
}

function addFile(state: State, address: Address, file: 'prompt' | 'log'): void {
  const key = visitKeyOf(address);
  const open = state.open.get(key);
  const entry = open && state.history[open.index];
  if (!entry) return;
  const name = taskFilesOf(open.execution, entry.name)[file];
  const slip = slipOf(state, address.block);
  amend(state, key, { [file]: slip === undefined ? name : posix.relative(state.path, slip + name) });
}

/** The folder of the nearest map around, where that is not the one of this workslip. */
function slipOf({ slips }: State, block: readonly BlockStep[]): string | undefined {
  if (slips.size === 0) return undefined;
  for (let depth = block.length; depth > 0; depth -= 1) {
    const slip = slips.get(keyOfBlock(block.slice(0, depth)));
    if (slip !== undefined) return slip;
  }
  return undefined;
}

function settle(state: State, key: string, change: Partial<WorkslipEntry>): void {
  amend(state, key, change);
  state.open.delete(key);
  state.waiting.delete(key);
}

/** Keys in the order of the seed, whatever came first. An execution that is not under way is left as it is. */
function amend(state: State, key: string, change: Partial<WorkslipEntry>): void {
  const open = state.open.get(key);
  const entry = open && state.history[open.index];
  if (!entry) return;
  const { name, start, end, action, prompt, log, error, address, slip } = { ...entry, ...change };
  state.history[open.index] = {
    name,
    start,
    ...(end === undefined ? {} : { end }),
    ...(action === undefined ? {} : { action }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(log === undefined ? {} : { log }),
    ...(error === undefined ? {} : { error }),
    ...(address === undefined ? {} : { address }),
    ...(slip === undefined ? {} : { slip }),
  };
}
