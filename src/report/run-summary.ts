import type { WallRecord } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { RunView } from '../view/run-view.ts';
import { openQuestionsOf, type OpenQuestion } from './open-questions.ts';
import type { RunOnDisk } from './run-on-disk.ts';
import { placeOfTask } from '../model/place.ts';

/** The figures of a run. Units: ms, US dollars. */
export interface RunSummary {
  readonly run: string;
  readonly map: string;
  readonly simulation: boolean;
  readonly fields: RunEventData['run.started']['fields'];
  /** `interrupted`: no process drives the run, and it neither ended nor paused. */
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
  /** Whether some turn reported no cost. */
  readonly costIsPartial: boolean;
  readonly tokens: number;
  /** What a crash left of a batch at the end of the journal; nothing here is made from it. Units: bytes. */
  readonly unreadBytes: number;
  /** What waits for a person. */
  readonly questions: readonly OpenQuestion[];
  /** The wall around its tasks; null in a simulation, and for older journals. */
  readonly wall: WallRecord | null;
  /** The properties that were violated, in the order in which they were. */
  readonly violations: readonly ViolationJson[];
  /** Since when its properties no longer speak of the run, and how many there are; null while they do. */
  readonly unwatched: { readonly at: string; readonly count: number } | null;
  /** How many files in `answers/` were refused. */
  readonly refusedAnswers: number;
}

type ViolationRecord = RunEventData['property.violated'];

/** A violated property. Shape: `place` is its task in the run, as `wfmap show` prints it. */
export interface ViolationJson extends ViolationRecord {
  readonly at: string;
  readonly place: string;
}

/** Sums up a run, without its map. */
export function summaryOf({ run, view, pid, unreadBytes }: RunOnDisk): RunSummary {
  const { executions, activeMs, turns, endedTurns, unpricedTurns, costUsd, tokens } = view;
  const latest = executions.at(-1);
  return {
    run: run.name,
    ...startOf(view),
    ...statusOf(view, pid),
    at: latest === undefined ? null : placeOfTask(latest.address),
    ...endOf(view),
    activeMs,
    steps: executions.filter(({ resumes, isStep }) => !resumes && isStep).length,
    costUsd,
    // A turn that was cut off with its wfmap has no end, and so no figure either.
    costIsPartial: turns > endedTurns || unpricedTurns > 0,
    tokens,
    unreadBytes,
    questions: openQuestionsOf(view),
    wall: view.wall ?? null,
    violations: view.violations.map(({ at, address, data }) => ({
      ...data,
      at,
      place: placeOfTask(address),
    })),
    unwatched: view.unwatched ?? null,
    refusedAnswers: view.refusals.length,
  };
}

function startOf({ started }: RunView): Pick<RunSummary, 'map' | 'simulation' | 'fields' | 'start'> {
  if (started === undefined) return { map: '', simulation: false, fields: {}, start: '' };
  const { map, agent, fields } = started.data;
  return { map: map.path, simulation: agent === 'scripted', fields, start: started.at };
}

function endOf({ finished }: RunView): Pick<RunSummary, 'end' | 'outcome' | 'result'> {
  if (finished === undefined) return { end: null, outcome: null, result: null };
  const { outcome, result } = finished.data;
  return { end: finished.at, outcome, result };
}

function statusOf(
  { status, finished, paused }: RunView,
  pid: number | undefined,
): Pick<RunSummary, 'status' | 'message'> {
  if (status === 'finished') {
    const { failed = false, reason = null } = finished?.data ?? {};
    return { status: failed ? 'failed' : 'completed', message: reason };
  }
  if (status === 'paused') return { status, message: paused?.message ?? null };
  if (pid !== undefined) return { status: 'running', message: `driven by process ${pid}` };
  return { status: 'interrupted', message: 'the wfmap that drove it is gone' };
}
