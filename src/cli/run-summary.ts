import type { Value } from '../model/value.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../model/run-event.ts';
import { openQuestionsOf, type OpenQuestion } from './open-questions.ts';
import type { RunOnDisk } from './open-run.ts';

/** What a run came to, in figures. Units: ms, US dollars. */
export interface RunSummary {
  readonly run: string;
  readonly map: string;
  readonly simulation: boolean;
  readonly fields: RunEventOf<'run.started'>['data']['fields'];
  /** `interrupted` is a run that nobody drives though it neither ended nor paused. */
  readonly status: 'running' | 'paused' | 'interrupted' | 'completed' | 'failed';
  readonly at: string | null;
  readonly message: string | null;
  /** Those of the end that it reached; null before, and where the end has none. */
  readonly outcome: string | null;
  readonly result: Value;
  readonly start: string;
  readonly end: string | null;
  /** Time in which the run was driven. */
  readonly activeMs: number;
  readonly steps: number;
  readonly costUsd: number;
  /** Whether some turn told no cost. */
  readonly costIsPartial: boolean;
  readonly tokens: number;
  /** What waits for a person. */
  readonly questions: readonly OpenQuestion[];
  readonly executions: readonly ExecutionSummary[];
}

export interface ExecutionSummary {
  readonly number: number;
  readonly task: string;
  readonly visit: number;
  /** Whether it goes on with an earlier execution of the same visit. */
  readonly resumes: boolean;
  readonly start: string;
  end: string | null;
  action: string | null;
  error: string | null;
  /** Of its command, the last time that it ran to an end. */
  exitCode: number | null;
  /** Whether it waits for a person. */
  isAsking: boolean;
  /** Whether it did any work: a decision and an end do none. */
  isStep: boolean;
  costUsd: number;
  turns: number;
  /** How often its command was started. */
  commands: number;
  /** Turns that told no cost: they were cut off, or are under way. */
  turnsWithoutCost: number;
  session: string | null;
  denials: number;
}

/** Sums up a run from its events, without its map. */
export function summaryOf({ run, events, pid }: RunOnDisk): RunSummary {
  const executions = executionsOf(events);
  const last = events.at(-1);
  const status = statusOf(last, pid);
  if (status.status === 'interrupted') {
    // Nobody was left to write down that these were cut off.
    for (const entry of executions) if (entry.end === null && !entry.isAsking) entry.error ??= 'interrupted';
  }
  return {
    run: run.name,
    ...startOf(events[0]),
    ...status,
    at: executions.at(-1)?.task ?? null,
    ...endOf(last),
    activeMs: activeMsOf(events),
    steps: executions.filter(({ resumes, isStep }) => !resumes && isStep).length,
    ...spentIn(events),
    questions: openQuestionsOf(events),
    executions,
  };
}

function startOf(first: RunEvent | undefined): Pick<RunSummary, 'map' | 'simulation' | 'fields' | 'start'> {
  if (first?.type !== 'run.started') return { map: '', simulation: false, fields: {}, start: '' };
  const { map, agent, fields } = first.data;
  return { map: map.path, simulation: agent === 'scripted', fields, start: first.at };
}

function endOf(last: RunEvent | undefined): Pick<RunSummary, 'end' | 'outcome' | 'result'> {
  if (last?.type !== 'run.finished') return { end: null, outcome: null, result: null };
  const { outcome, result } = last.data;
  return { end: last.at, outcome, result };
}

function spentIn(events: readonly RunEvent[]): Pick<RunSummary, 'costUsd' | 'costIsPartial' | 'tokens'> {
  const started = events.filter((event) => event.type === 'agent.started').length;
  const turns = events.filter((event) => event.type === 'agent.finished');
  return {
    costUsd: turns.reduce((sum, { data }) => sum + (data.costUsd ?? 0), 0),
    // A turn that was cut off with its wfmap has no end, and so no figure either.
    costIsPartial: started > turns.length || turns.some(({ data }) => data.costUsd === null),
    tokens: turns.reduce((sum, { data }) => sum + (data.tokens ?? 0), 0),
  };
}

function statusOf(
  last: RunEvent | undefined,
  pid: number | undefined,
): Pick<RunSummary, 'status' | 'message'> {
  if (last?.type === 'run.finished')
    return { status: last.data.failed ? 'failed' : 'completed', message: null };
  if (last?.type === 'run.paused') return { status: 'paused', message: last.data.message };
  if (pid !== undefined) return { status: 'running', message: `driven by process ${pid}` };
  return { status: 'interrupted', message: 'the wfmap that drove it is gone' };
}

/** From each start or resume to the last event before the next. */
function activeMsOf(events: readonly RunEvent[]): number {
  let total = 0;
  let begin = 0;
  let before = 0;
  for (const event of events) {
    const at = Date.parse(event.at);
    if (event.type === 'run.started' || event.type === 'run.resumed') {
      total += before - begin;
      begin = at;
    }
    before = at;
  }
  return total + before - begin;
}

function executionsOf(events: readonly RunEvent[]): ExecutionSummary[] {
  const all: ExecutionSummary[] = [];
  const open = new Map<string, ExecutionSummary>();
  for (const event of events) {
    const key = JSON.stringify([event.address.block, event.address.task, event.address.visit]);
    if (event.type === 'task.started') {
      const before = open.get(key);
      if (before !== undefined) before.error ??= 'interrupted';
      const { execution: number, task } = event.data;
      const blank = {
        end: null,
        action: null,
        error: null,
        exitCode: null,
        isAsking: false,
        isStep: false,
        costUsd: 0,
        turns: 0,
        commands: 0,
        turnsWithoutCost: 0,
        session: null,
        denials: 0,
      };
      const visit = event.address.visit ?? 1;
      const entry = { number, task, visit, resumes: event.data.resumes !== null, start: event.at, ...blank };
      open.set(key, entry);
      all.push(entry);
    } else {
      const entry = open.get(key);
      if (entry !== undefined) takeInto(entry, event);
    }
  }
  return all;
}

/** What events of an execution say of it. */
const TAKE: { readonly [T in RunEventType]?: (entry: ExecutionSummary, event: RunEventOf<T>) => void } = {
  'agent.started': (entry, { data }) => {
    entry.isStep = true;
    entry.turns += 1;
    entry.turnsWithoutCost += 1;
    entry.session = data.session;
  },
  'agent.finished': (entry, { data }) => {
    entry.costUsd += data.costUsd ?? 0;
    if (data.costUsd !== null) entry.turnsWithoutCost -= 1;
    entry.denials += data.denials.length;
    if (data.outcome === 'interrupted') entry.error = 'interrupted';
  },
  'shell.started': (entry) => {
    entry.isStep = true;
    entry.commands += 1;
  },
  'shell.finished': (entry, { data }) => {
    entry.exitCode = data.exitCode;
    if (data.outcome === 'interrupted') entry.error = 'interrupted';
  },
  'human.asked': (entry) => {
    entry.isStep = true;
    entry.isAsking = true;
  },
  'human.answered': (entry) => {
    entry.isAsking = false;
  },
  'task.finished': (entry, event) => {
    entry.end = event.at;
    entry.action = event.data.action;
  },
  'task.failed': (entry, event) => {
    entry.end = event.at;
    entry.error = event.data.reason;
    entry.isAsking = false;
  },
};

function takeInto(entry: ExecutionSummary, event: RunEvent): void {
  // The table has each type of event under its own name, which the type of a lookup cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = TAKE[event.type] as ((entry: ExecutionSummary, event: RunEvent) => void) | undefined;
  take?.(entry, event);
}
