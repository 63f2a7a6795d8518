import type { RunEvent, RunEventOf } from '../model/run-event.ts';
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
  readonly start: string;
  readonly end: string | null;
  /** Time in which the run was driven. */
  readonly activeMs: number;
  readonly steps: number;
  readonly costUsd: number;
  /** Whether some turn told no cost. */
  readonly costIsPartial: boolean;
  readonly tokens: number;
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
  costUsd: number;
  turns: number;
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
    for (const entry of executions) if (entry.end === null) entry.error ??= 'interrupted';
  }
  return {
    run: run.name,
    ...startOf(events[0]),
    ...status,
    at: executions.at(-1)?.task ?? null,
    end: last?.type === 'run.finished' ? last.at : null,
    activeMs: activeMsOf(events),
    steps: executions.filter(({ resumes, turns }) => !resumes && turns > 0).length,
    ...spentIn(events),
    executions,
  };
}

function startOf(first: RunEvent | undefined): Pick<RunSummary, 'map' | 'simulation' | 'fields' | 'start'> {
  if (first?.type !== 'run.started') return { map: '', simulation: false, fields: {}, start: '' };
  const { map, agent, fields } = first.data;
  return { map: map.path, simulation: agent === 'scripted', fields, start: first.at };
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
        costUsd: 0,
        turns: 0,
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

function takeInto(entry: ExecutionSummary, event: RunEvent): void {
  if (event.type === 'agent.started') {
    entry.turns += 1;
    entry.turnsWithoutCost += 1;
    entry.session = event.data.session;
  } else if (event.type === 'agent.finished') {
    entry.costUsd += event.data.costUsd ?? 0;
    if (event.data.costUsd !== null) entry.turnsWithoutCost -= 1;
    entry.denials += event.data.denials.length;
    if (event.data.outcome === 'interrupted') entry.error = 'interrupted';
  } else if (event.type === 'task.finished') {
    entry.end = event.at;
    entry.action = event.data.action;
  } else if (event.type === 'task.failed') {
    entry.end = event.at;
    entry.error = event.data.reason;
  }
}
