import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { JOURNAL_FILE, type RunEntry } from '../journal/find-runs.ts';
import { readJournalEnd } from '../journal/journal-end.ts';
import { withStorage } from '../journal/journal-error.ts';
import type { WallRecord } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { OpenQuestion } from './open-questions.ts';
import { driverOf, readRunOnDisk, type RunOnDisk } from './run-on-disk.ts';
import { standingAt, standingOf, type RunStanding } from './run-standing.ts';
import { pauseText, withSettled } from './settled-questions.ts';
import { placeOfTask } from '../model/place.ts';

/** The figures of a run. Units: ms, US dollars. */
export interface RunSummary {
  readonly run: string;
  readonly map: string;
  readonly simulation: boolean;
  readonly fields: RunEventData['run.started']['fields'];
  /** `interrupted`: no process drives the run, and it neither ended nor paused. */
  readonly status: 'running' | 'paused' | 'interrupted' | 'completed' | 'failed';
  /** Where it waits for a person; else where the execution is that began last. */
  readonly at: string | null;
  readonly message: string | null;
  /** Those of the end that it reached; null before, and where the end has none. */
  readonly outcome: string | null;
  readonly result: Value;
  readonly start: string;
  readonly end: string | null;
  /** Time in which an agent or a command worked. */
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

/** Sums up a run that was read whole, without its map. */
export function summaryOf({
  view,
  questions,
  ...onDisk
}: SummarySource & Pick<RunOnDisk, 'view' | 'questions'>): RunSummary {
  return summaryBy({ ...onDisk, standing: { ...standingOf(view), questions } });
}

type SummarySource = Pick<RunOnDisk, 'run' | 'pid' | 'unreadBytes'>;

function summaryBy({
  run,
  standing,
  pid,
  unreadBytes,
}: SummarySource & { readonly standing: RunStanding }): RunSummary {
  const { activeMs, steps, costUsd, costIsPartial, tokens, questions, violations } = standing;
  return {
    run: run.name,
    ...startOf(standing),
    ...statusOf(standing, pid),
    at: placeNow(standing),
    ...endOf(standing),
    activeMs,
    steps,
    costUsd,
    costIsPartial,
    tokens,
    unreadBytes,
    questions,
    wall: standing.wall ?? null,
    violations: violations.map(({ at, address, data }) => ({ ...data, at, place: placeOfTask(address) })),
    unwatched: standing.unwatched ?? null,
    refusedAnswers: standing.refusedAnswers,
  };
}

/**
 * Sums up a run by the end of its journal: what that costs does not grow with the run. A run of before there were totals, or one
 * whose last batch is not whole, is read whole. Errors: throws JournalError.
 */
export function readSummary(fs: FileSystem, run: RunEntry): RunSummary {
  const path = join(run.folder, JOURNAL_FILE);
  const pid = driverOf(fs, run);
  const standing = withStorage('read the journal', path, () => {
    const end = readJournalEnd(fs, path);
    return end === undefined ? undefined : standingAt(end, run.started);
  });
  if (standing === undefined) return summaryOf(readRunOnDisk(fs, run));
  const questions = withSettled(fs, { folder: run.folder, pid }, standing.questions);
  return summaryBy({ run, standing: { ...standing, questions }, pid, unreadBytes: 0 });
}

/** A branch may come to its end after another has asked: that is not where the run is. */
function placeNow({ paused, questions, latest }: RunStanding): string | null {
  const isPausedElsewhere = paused !== undefined && paused.reason !== 'human';
  const waiting = questions.find(({ settled }) => settled === undefined) ?? questions[0];
  const at = isPausedElsewhere ? latest : (waiting?.address ?? latest);
  return at === undefined ? null : placeOfTask(at);
}

function startOf({ started }: RunStanding): Pick<RunSummary, 'map' | 'simulation' | 'fields' | 'start'> {
  if (started === undefined) return { map: '', simulation: false, fields: {}, start: '' };
  const { map, agent, fields } = started.data;
  return { map: map.path, simulation: agent === 'scripted', fields, start: started.at };
}

function endOf({ finished }: RunStanding): Pick<RunSummary, 'end' | 'outcome' | 'result'> {
  if (finished === undefined) return { end: null, outcome: null, result: null };
  const { outcome, result } = finished.data;
  return { end: finished.at, outcome, result };
}

function statusOf(
  { finished, paused, questions }: RunStanding,
  pid: number | undefined,
): Pick<RunSummary, 'status' | 'message'> {
  if (finished !== undefined) {
    const { failed, reason = null } = finished.data;
    return { status: failed ? 'failed' : 'completed', message: reason };
  }
  if (paused !== undefined) return { status: 'paused', message: pauseText(paused, questions) };
  if (pid !== undefined) return { status: 'running', message: `driven by process ${pid}` };
  return { status: 'interrupted', message: 'the wfmap that drove it is gone' };
}
