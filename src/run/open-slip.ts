import { join } from 'node:path';
import { artifactFolderOf } from '../artifact/artifact-folder.ts';
import { acquireLock } from '../journal/lock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Slip } from '../journal/slip.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { Batch } from './batch.ts';
import { createArtifactKeeper } from './artifact-keeper.ts';
import { deniedToolsOf } from './denied-tools.ts';
import { drive } from './drive.ts';
import type { RunHost } from './host.ts';
import type { Planned } from './planned.ts';
import type { Program } from './program.ts';
import type { RunState } from './run-state.ts';
import { createSlipWriter } from './slip-writer.ts';
import type { LiveRun, RunSettings } from './live-run.ts';

/** Agents and commands at work at once, where nobody says otherwise. */
export const DEFAULT_CONCURRENCY = 4;

/** A run whose folder this process holds. */
export interface HeldRun {
  readonly slip: Slip;
  readonly program: Program;
  readonly state: RunState;
  readonly journal: Journal;
  readonly runId: string;
  readonly seed: number;
  /** What the journal holds already. */
  readonly past: readonly RunEvent[];
}

/** Holds the lock of a run's folder while `work` goes on. Errors: those of the lock, and of `work`. */
export async function withLock<T>(
  host: Pick<RunHost, 'fs' | 'clock' | 'processes'>,
  { slip, runId }: { readonly slip: Slip; readonly runId: string },
  work: () => Promise<T>,
): Promise<T> {
  const owner = { run: runId, at: host.clock.now().toISOString() };
  const lock = acquireLock(host.fs, slip.folder, owner, host.processes);
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
  const { slip, state, journal, program, runId } = held;
  const workFolder = host.workFolder ?? host.workRoot;
  const writer = createSlipWriter(host, { slip, mapPath: program.source.path, past: held.past });
  const run = runNames(host, slip);
  const keeper = createArtifactKeeper(host, { slip, program, state, past: held.past, run });
  const release = host.guard(runId);
  const live: LiveRun = {
    ...host,
    state,
    program,
    runId,
    files: writer,
    backlog: new Map(),
    steps: new Map(),
    answers: host.answerBox(slip.folder),
    slipFolder: slip.folder,
    strays: 0,
    settings: {
      channel: host.channel,
      allowedTools: host.allowedTools,
      deniedTools: deniedToolsOf(program, slip, [host.workRoot, workFolder]),
      deniedToolsIn: (folder) => deniedToolsOf(program, slip, [host.workRoot, folder]),
      workRoot: host.workRoot,
      workFolder,
      marker: runId,
      waitsForLimits: host.waitsForLimits,
      concurrency: host.concurrency ?? DEFAULT_CONCURRENCY,
      seed: held.seed,
      run,
    },
    append: (events: readonly RunEvent[]) => {
      journal.append(events);
      writer.apply(events);
      keeper.apply(events);
    },
  };
  try {
    await drive(live, (batch) => opening(live, batch));
  } finally {
    await release();
    keeper.close();
    writer.close();
  }
  return state;
}

/** What expressions read as `run`. */
export function runNames(
  { branch, workRoot, workFolder = workRoot }: Pick<RunHost, 'branch' | 'workRoot' | 'workFolder'>,
  { name }: Slip,
): RunSettings['run'] {
  return { id: name, branch, root: workFolder, artifacts: join(workRoot, artifactFolderOf(branch)) };
}
