import { join } from 'node:path';
import { acquireLock } from '../../journal/lock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { JournalError } from '../../journal/journal-error.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { RunTotals } from '../../model/run-totals.ts';
import type { Batch, ClaimsWatch } from '../live/batch.ts';
import type { KeptFiles } from '../files/keep-files.ts';
import { deniedToolsOf, keptOf } from '../files/denied-tools.ts';
import { drive } from '../drive/drive.ts';
import { DEFAULT_CONCURRENCY, type RunHost } from '../host/host.ts';
import type { RunNames } from '../host/projection.ts';
import type { Planned } from '../live/planned.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';
import { watchClaims } from '../scope/watch-claims.ts';
import { nothingAtWork, type LiveRun, type StopReason } from '../live/live-run.ts';

/** A run whose folder this process holds. */
export interface HeldRun {
  readonly directory: RunDirectory;
  readonly program: Program;
  readonly state: RunState;
  readonly journal: Journal;
  readonly runId: string;
  readonly seed: number;
  /** What is written beside the journal: it has taken all of the past. */
  readonly kept: KeptFiles;
  /** What the last batch of the past says of it; undefined where it says nothing. */
  readonly totals?: RunTotals | undefined;
  /** What watches the properties: it has taken all of the past. */
  readonly claims: ClaimsWatch | undefined;
}

/** Holds the lock of a run's folder while `work` goes on. Errors: those of the lock, and of `work`. */
export async function withLock<T>(
  host: Pick<RunHost, 'fs' | 'clock' | 'processes'>,
  { directory, runId }: { readonly directory: RunDirectory; readonly runId: string },
  work: () => Promise<T>,
): Promise<T> {
  const owner = { run: runId, at: host.clock.now().toISOString() };
  const lock = acquireLock(host.fs, directory.folder, owner, host.processes);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Drives a held run to where it ends or pauses, with its files kept up to date and its agents guarded. */
export async function driveHeld(
  host: RunHost,
  held: HeldRun,
  opening: (live: LiveRun, batch: Batch) => readonly Planned[],
): Promise<RunState> {
  const { directory, state, journal, program, runId, kept } = held;
  const workFolder = host.workFolder ?? host.workRoot;
  const run = runNames(host, directory);
  const fault = kept.faultOf(held.totals);
  if (fault !== undefined) host.say?.(`${fault} The run continues from its records.`);
  const release = host.guard(runId);
  const deniedIn = (folder: string): string[] =>
    deniedToolsOf(program, directory, [host.workRoot, folder], host);
  const care = careFor(host, journal);
  const live: LiveRun = {
    ...host,
    look: care.look,
    stop: AbortSignal.any([host.stop, care.stop]),
    state,
    program,
    runId,
    claims: held.claims,
    files: kept.files,
    ...nothingAtWork(),
    changes: changesFor(host, held),
    ...boxesOf(host, directory),
    settings: {
      channel: host.channel,
      allowedTools: host.allowedTools,
      deniedTools: deniedIn(workFolder),
      deniedToolsIn: deniedIn,
      workRoot: host.workRoot,
      workFolder,
      marker: runId,
      waitsForLimits: host.waitsForLimits,
      concurrency: host.concurrency ?? DEFAULT_CONCURRENCY,
      seed: held.seed,
      run,
    },
    append: (events: readonly RunEvent[]) => {
      kept.append(events, journal.append);
    },
  };
  try {
    await drive(live, (batch) => opening(live, batch));
  } finally {
    live.changes?.dispose();
    await release();
    kept.close();
  }
  care.finish();
  return state;
}

/** What comes in from other processes, and where. */
function boxesOf(
  host: RunHost,
  { folder }: RunDirectory,
): Pick<LiveRun, 'answers' | 'messageBox' | 'runFolder'> {
  return { answers: host.answerBox(folder), messageBox: host.createMessageBox?.(folder), runFolder: folder };
}

/** Where trees of snapshots are kept, in the run directory: a resumed task compares with those of its first begin. */
const TREES = 'trees';

function changesFor({ createChangeReader, projections }: RunHost, { directory, program }: HeldRun) {
  return createChangeReader?.(join(directory.folder, TREES), keptOf(program, projections));
}

/** Units: an exit code; "wfmap could not do it" of the README. */
const CHANGED = 3;

/**
 * Checks the journal of a run for changes by other programs.
 *
 * Shape: `look` stops the run by `stop` where another program has changed the journal, so that what is at work can end
 * and be recorded; `finish` looks once more, at every byte.
 * Errors: `finish` throws what was found; both throw what the journal throws.
 */
function careFor({ say }: RunHost, journal: Journal) {
  const stop = new AbortController();
  let found: JournalError | undefined;
  const look = (isThorough = false): void => {
    const change = journal.look(isThorough);
    if (change === undefined) return;
    found ??= change;
    say?.(`${change.message} The run stops.`);
    const reason: StopReason = { message: change.message, exitCode: CHANGED };
    stop.abort(reason);
  };
  const finish = (): void => {
    look(true);
    if (found !== undefined) throw found;
  };
  return { look: () => look(), stop: stop.signal, finish };
}

/** A watch of the properties of a run that is about to be folded, or to begin. */
export function watchOf(
  host: RunHost,
  { directory, program, state }: Pick<HeldRun, 'directory' | 'program' | 'state'>,
): ClaimsWatch | undefined {
  const { channel, workRoot, workFolder = workRoot, createChangeReader: changes } = host;
  const settings = { channel, workRoot, workFolder, run: runNames(host, directory) };
  return watchClaims({ state, settings, changes }, program);
}

/** What expressions read as `run`. */
export function runNames(
  {
    branch,
    workRoot,
    workFolder = workRoot,
    projections,
  }: Pick<RunHost, 'branch' | 'workRoot' | 'workFolder' | 'projections'>,
  { name }: RunDirectory,
): RunNames {
  return { id: name, branch, root: workFolder, artifacts: join(workRoot, projections.folderOf(branch)) };
}
