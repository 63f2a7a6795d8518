import { join } from 'node:path';
import { appendLines, findLinesEnd } from '../../artifact/append-lines.ts';
import { readLedger, type Memory } from '../../artifact/artifact-ledger.ts';
import { ArtifactWriter } from '../../artifact/artifact-writer.ts';
import { findNewestRuns } from '../../journal/find-runs.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { systemCodeOf, toError } from '../../util/error.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import type { ArtifactHost, RunHost } from '../host/host.ts';
import type { FollowedRun, ProjectedLines, Projection, RunNames, RunProjection } from '../host/projection.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';

/** The folder in a run directory in which a simulation keeps its artifacts. */
const SIMULATED_FOLDER = 'artifacts';

/**
 * Keeps the artifacts of a run in step with its journal.
 *
 * K1. What is written is made of events that are on disk, and of nothing else.
 * K2. After `close` the files are those of the last event, whatever stood there.
 * K3. Writing takes at most a twentieth of the time, as that of `data.json`.
 * K4. A simulation writes below its run directory alone.
 * K5. A branch that was made for the run begins with what its projections carry over: that alone is no projection.
 */
export interface ArtifactKeeper {
  /** Says where they are; a run that has ended has said it. */
  readonly announce: () => void;
  /** Called for each event that the state and the view have taken. */
  readonly take: (event: RunEvent, execution: Execution | undefined) => void;
  /** Called after the events of a batch. */
  readonly update: () => void;
  /** The view has events that the journal has not: nothing is written any more (K1). */
  readonly abandon: () => void;
  readonly close: () => void;
}

export interface KeptRun {
  readonly directory: RunDirectory;
  readonly program: Program;
  /** The fold of the events that were applied. */
  readonly state: RunState;
  readonly view: RunView;
  /** Whether the journal is empty yet. */
  readonly isNew: boolean;
  readonly run: RunNames;
}

const NOTHING: ArtifactKeeper = {
  announce: () => undefined,
  take: () => undefined,
  update: () => undefined,
  abandon: () => undefined,
  close: () => undefined,
};
/** A write is followed by a rest of this many times what it took. */
const REST = 19;

/** Keeps nothing where the map asks for no projection, or the host gives no place for artifacts. */
export function createArtifactKeeper(host: RunHost, kept: KeptRun): ArtifactKeeper {
  const projections = host.projections.all.filter((each) => each.isOf(kept.program.map));
  if (projections.length === 0 || host.artifacts === undefined) return NOTHING;
  const files = createFiles(host, { ...kept, projections }, host.artifacts);
  let seq = 0;
  let isAbandoned = false;
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = -Infinity;
  let isWritten = kept.isNew;
  const nowMs = (): number => host.clock.now().getTime();
  const flush = (all: boolean): void => {
    if (isAbandoned || seq === 0 || kept.state.lastSeq !== seq) return;
    const began = nowMs();
    files.write(all);
    isWritten = true;
    restsUntil = nowMs() + REST * (nowMs() - began);
  };
  return {
    announce: files.announce,
    take: (event, execution) => {
      for (const each of files.followed) each.apply(event, execution);
      ({ seq } = event);
      isWritten = false;
    },
    update: () => {
      clearTimeout(timer);
      if (nowMs() >= restsUntil) flush(false);
      if (!isWritten) timer = setTimeout(() => flush(false), Math.max(0, restsUntil - nowMs())).unref();
    },
    abandon: () => {
      clearTimeout(timer);
      isAbandoned = true;
    },
    close: () => {
      clearTimeout(timer);
      flush(true);
    },
  };
}

interface ProjectedRun extends KeptRun {
  readonly projections: readonly Projection[];
}

interface Files {
  readonly announce: () => void;
  readonly followed: readonly RunProjection[];
  /** Writes what the projections make of the events they have; with `all`, also what another program changed. */
  readonly write: (all: boolean) => void;
}

function createFiles(host: RunHost, kept: ProjectedRun, { realPath, say }: ArtifactHost): Files {
  const { fs } = host;
  const { directory, program, state, view, run, isNew, projections } = kept;
  const isSimulation = host.agent.kind === 'scripted';
  const root = isSimulation ? join(directory.folder, SIMULATED_FOLDER) : host.workRoot;
  const folder = host.projections.folderOf(run.branch);
  const otherRunFolders = (): readonly string[] => (isSimulation ? [] : others(host, directory));
  const ignored = new Set(projections.flatMap((each) => each.ignored));
  const runFolder = directory.folder;
  const writer = new ArtifactWriter(fs, { root, realPath, ignored, folder, runFolder, otherRunFolders, say });
  if (isSimulation && fs.kindOf(root) === undefined) fs.makeFolder(root);
  if (isNew) carryOver(host, writer, projections);
  const folders = projections.map((each) => each.folderOf(run.branch));
  const shown = folders.map((each) => (isSimulation ? `${directory.path}${SIMULATED_FOLDER}/${each}` : each));
  const memories = memoriesIn(host, folder, otherRunFolders());
  const before = isSimulation ? {} : leftBefore(host, run.branch);
  const warn = (line: string): void => writer.warn(line);
  const followed = projections.map((each) =>
    each.follow({ program, state, view, run, memories, ...before, warn }),
  );
  const added = followed.flatMap(({ lines }) => (lines ? createAdded(host, writer, lines) : []));
  return {
    announce: () => say(`Artifacts${isSimulation ? ' of the simulation' : ''}: ${shown.join(', ')}`),
    followed,
    write: (all) => {
      const made = followed.map((each) => each.files());
      writer.remember(Object.assign({}, ...made.map(({ memory }) => memory)));
      writer.write(
        made.flatMap(({ files }) => files),
        all,
      );
      for (const add of added) add(state.started?.run ?? '');
    },
  };
}

/** Once a run, before anything of its own is written. */
function carryOver(
  { fs, workRoot, git, branch, artifacts }: RunHost,
  writer: ArtifactWriter,
  projections: readonly Projection[],
): void {
  if (git === null || git.created === null) return;
  const branches = { from: git.branch ?? '', to: branch };
  try {
    const carried = projections.flatMap((each) => each.carried?.(fs, workRoot, branches) ?? []);
    writer.write(carried, false);
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    artifacts?.say(`Artifacts: could not read those of the branch before: ${toError(thrown).message}`);
  }
}

function memoriesIn({ fs }: RunHost, folder: string, folders: readonly string[]): readonly Memory[] {
  return folders.flatMap((other) => {
    const ledger = readLedger(fs, other);
    return ledger?.folder === folder ? [ledger.memory] : [];
  });
}

/** What runs left on the branch that this one was made from, until it was made. */
function leftBefore(host: RunHost, branch: string): Pick<FollowedRun, 'before'> {
  const { runs } = findNewestRuns(host.fs, host.workRoot, MAX_SINCE + MAX_OTHERS);
  const maker = runs.findIndex(({ started }) => started?.data.git?.created === branch);
  const git = host.git?.created === branch ? host.git : (runs[maker]?.started?.data.git ?? null);
  if (git === null || git.branch === null) return {};
  const folders = runs.slice(maker + 1, maker + 1 + MAX_OTHERS).map((each) => each.folder);
  const folder = host.projections.folderOf(git.branch);
  return { before: { branch: git.branch, memories: memoriesIn(host, folder, folders) } };
}

/** Units: runs. What older ones wrote is rarely the last text of a file. */
const MAX_OTHERS = 100;
/** How far back the run that made a branch is looked for, since most branches were made by none. Units: runs. */
const MAX_SINCE = 300;

function others({ fs, workRoot }: RunHost, directory: RunDirectory): readonly string[] {
  const folders = findNewestRuns(fs, workRoot, MAX_OTHERS + 1).runs.map((each) => each.folder);
  return folders.filter((each) => each !== directory.folder).slice(0, MAX_OTHERS);
}

/** Adds new lines to a file; after a resume, it first looks for those that a dead process added. */
function createAdded(
  { fs }: RunHost,
  writer: ArtifactWriter,
  { path, after }: ProjectedLines,
): (run: string) => void {
  let added: number | undefined;
  return (run) => {
    if (after(added ?? 0).length === 0) return;
    writer.within(path, (absolute) => {
      const end = added === undefined ? findLinesEnd(fs, absolute, run) : { seq: added, rest: '' };
      const lines = after(end.seq);
      // Of a write that fails nobody knows how much is there.
      added = undefined;
      if (lines.length > 0) appendLines(fs, absolute, lines, end.rest);
      added = lines.at(-1)?.seq ?? end.seq;
    });
  };
}
