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
  readonly start: string;
  end: string | null;
  action: string | null;
  error: string | null;
  costUsd: number;
  turns: number;
  session: string | null;
  denials: number;
}

/** Sums up a run from its events, without its map. */
export function summaryOf({ run, events, pid }: RunOnDisk): RunSummary {
  const started = events[0]?.type === 'run.started' ? events[0] : undefined;
  const executions = executionsOf(events);
  const last = events.at(-1);
  const turns = events.filter((event) => event.type === 'agent.finished');
  const { status, message } = statusOf(last, pid);
  return {
    run: run.name,
    map: started?.data.map.path ?? '',
    simulation: started?.data.agent === 'scripted',
    fields: started?.data.fields ?? {},
    status,
    at: executions.at(-1)?.task ?? null,
    message,
    start: started?.at ?? '',
    end: last?.type === 'run.finished' ? last.at : null,
    activeMs: activeMsOf(events),
    steps: events.filter((event) => event.type === 'prompt.rendered').length,
    costUsd: turns.reduce((sum, { data }) => sum + (data.costUsd ?? 0), 0),
    costIsPartial: turns.some(({ data }) => data.costUsd === null),
    tokens: turns.reduce((sum, { data }) => sum + (data.tokens ?? 0), 0),
    executions,
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
      const blank = { end: null, action: null, error: null, costUsd: 0, turns: 0, session: null, denials: 0 };
      const entry = { number, task, visit: event.address.visit ?? 1, start: event.at, ...blank };
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
    entry.session = event.data.session;
  } else if (event.type === 'agent.finished') {
    entry.costUsd += event.data.costUsd ?? 0;
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
