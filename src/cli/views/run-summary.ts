import type { Value } from '../../model/value.ts';
import type { RunEvent, RunEventOf } from '../../model/run-event.ts';
import { executionsOf, type ExecutionSummary } from './execution-summary.ts';
import { openQuestionsOf, type OpenQuestion } from './open-questions.ts';
import type { RunOnDisk } from './open-run.ts';
import { placeOfTask } from '../../model/place.ts';

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
  /** What a crash left of a batch at the end of the journal; nothing here is made from it. Units: bytes. */
  readonly unreadBytes: number;
  /** What waits for a person. */
  readonly questions: readonly OpenQuestion[];
  /** How many files in `answers/` were refused. */
  readonly refusedAnswers: number;
  readonly executions: readonly ExecutionSummary[];
}

/** Sums up a run from its events, without its map. */
export function summaryOf({ run, events, pid, unreadBytes }: RunOnDisk): RunSummary {
  const executions = executionsOf(events);
  const last = events.at(-1);
  const status = statusOf(last, pid);
  if (status.status === 'interrupted') {
    // Nobody was left to write down that these were cut off.
    for (const entry of executions) {
      if (entry.end === null && !entry.isAsking && entry.parts === null) entry.error ??= 'interrupted';
    }
  }
  const latest = executions.at(-1);
  return {
    run: run.name,
    ...startOf(events[0]),
    ...status,
    at: latest === undefined ? null : placeOfTask(latest.address),
    ...endOf(last),
    activeMs: activeMsOf(events),
    steps: executions.filter(({ resumes, isStep }) => !resumes && isStep).length,
    ...spentIn(events),
    unreadBytes,
    questions: openQuestionsOf(events),
    refusedAnswers: events.filter(({ type }) => type === 'human.refused').length,
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

/** From each start or resume to the last event before the next; where the clock was set back no time has passed. */
function activeMsOf(events: readonly RunEvent[]): number {
  let total = 0;
  let before = 0;
  for (const event of events) {
    const at = Date.parse(event.at);
    const isBegin = event.type === 'run.started' || event.type === 'run.resumed';
    if (!isBegin) total += Math.max(0, at - before);
    before = at;
  }
  return total;
}
