import type { Address } from '../model/address.ts';
import type { Value } from '../model/value.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../model/run-event.ts';
import { taskFilesOf } from '../journal/task-files.ts';

/**
 * What `data.json` says of a run: a projection of its journal.
 *
 * Shape: `end` is there once the run is finished; `error` while it is paused.
 * Source: the seed's workslip; `status`, `error` and `address` are extensions.
 */
export interface Workslip {
  readonly map: string;
  readonly start: string;
  readonly end?: string;
  readonly path: string;
  readonly workslipFields: Readonly<Record<string, Value>>;
  readonly history: readonly WorkslipEntry[];
  readonly status: 'running' | 'paused' | 'completed' | 'failed';
  readonly error?: string;
}

/**
 * One execution of a task.
 *
 * Shape: `prompt` and `log` are bare file names, absent for an end and until there is such a file; `action` is
 * absent until one is chosen; `address` is there for tasks of inner blocks only.
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
}

/** The map's path as the user gave it, and the slip folder from the work root. */
export interface WorkslipPlace {
  readonly mapPath: string;
  readonly slipPath: string;
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

export function createWorkslipProjection(place: WorkslipPlace): WorkslipProjection {
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
  };
  const path = place.slipPath.endsWith('/') ? place.slipPath : `${place.slipPath}/`;
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
}

interface Open {
  readonly index: number;
  readonly execution: number;
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
  'run.resumed': (state) => {
    // What is open now was open when the run before died, whose last sign of life was the event before.
    interruptAll(state, state.lastAt);
    setStatus(state, { status: 'running' });
  },
  'run.finished': (state, event) => {
    setStatus(state, { status: event.data.failed ? 'failed' : 'completed', end: event.at });
  },
  'task.started': (state, event) => {
    const key = visitKeyOf(event.address);
    settle(state, key, { end: state.lastAt, error: INTERRUPTED });
    state.open.set(key, { index: state.history.length, execution: event.data.execution });
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
  'branch.cancelled': cutBranchOff,
  'workflow.started': () => undefined,
  'workflow.finished': () => undefined,
};

const INTERRUPTED = 'interrupted';

/** What was under way in a branch that is left. */
function cutBranchOff(state: State, { address, at, data }: RunEventOf<'branch.cancelled'>): void {
  const step = { task: address.task ?? '', key: data.key, activation: address.visit ?? 1 };
  const inside = JSON.stringify([...address.block, step]).slice(0, -1);
  for (const key of state.open.keys()) {
    if (key.startsWith(`[${inside}`)) settle(state, key, { end: at, error: 'cancelled' });
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
  if (entry) amend(state, key, { [file]: taskFilesOf(open.execution, entry.name)[file] });
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
  const { name, start, end, action, prompt, log, error, address } = { ...entry, ...change };
  state.history[open.index] = {
    name,
    start,
    ...(end === undefined ? {} : { end }),
    ...(action === undefined ? {} : { action }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(log === undefined ? {} : { log }),
    ...(error === undefined ? {} : { error }),
    ...(address === undefined ? {} : { address }),
  };
}
