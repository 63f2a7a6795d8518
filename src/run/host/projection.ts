import type { SeqLine } from '../../artifact/append-lines.ts';
import type { Memory } from '../../artifact/artifact-ledger.ts';
import type { ArtifactText } from '../../artifact/artifact-writer.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';

/** Which files runs keep in step with their journals, and where. */
export interface Projections {
  /** The folder that expressions read as `run.artifacts`, from the work root, by branch. */
  readonly folderOf: (branch: string) => string;
  /** No two write the same file, or leave memories of the same name. */
  readonly all: readonly Projection[];
}

/**
 * A kind of files that are made from the journal of a run, for people and other tools: what they are called, and what
 * is in them. When they are written, and how, is the engine's part. Paths begin in the work root, with forward slashes.
 */
export interface Projection {
  /** Whether a map asks for these files. */
  readonly isOf: (map: WorkflowMap) => boolean;
  /** The folder that is named to people, from the work root, by branch. */
  readonly folderOf: (branch: string) => string;
  /** The files and folders it may write; agents of the run must not. `**` is any folders. */
  readonly keeps: readonly string[];
  /** The folders that are ignored by git from the start if a run makes them. */
  readonly ignored: readonly string[];
  /** The files that a branch made for a run begins with. Errors: system errors. */
  readonly carried?: (fs: FileSystem, workRoot: string, branches: Branches) => readonly ArtifactText[];
  /** Follows a run from its first event. */
  readonly follow: (run: FollowedRun) => RunProjection;
}

/** The branch that was made for a run, and the one that it was made from, or "". */
export interface Branches {
  readonly from: string;
  readonly to: string;
}

export interface FollowedRun {
  readonly program: Program;
  /** The fold of the events that were applied, whenever files are asked for. */
  readonly state: RunState;
  /** The view of the same events. */
  readonly view: RunView;
  readonly run: RunNames;
  /** What other runs on the branch left, the newest first. */
  readonly memories: readonly Memory[];
  /** Of a branch that was made for a run: the one that it was made from, and what runs on that had left by then; absent for any other. */
  readonly before?: { readonly branch: string; readonly memories: readonly Memory[] };
  /** Reports what cannot be used, each sentence once a run. */
  readonly warn: (line: string) => void;
}

/** What expressions read as `run`. Shape: `root` and `artifacts` are absolute; agents work in `root`. */
export interface RunNames {
  readonly id: string;
  readonly branch: string;
  readonly root: string;
  /** In the checkout that wfmap was started in. */
  readonly artifacts: string;
}

/** The files of one run. The same events give the same files, also when they are applied again by another process. */
export interface RunProjection {
  /** Takes one event; `execution` is the one that it is about, as the view has it then. */
  readonly apply: (event: RunEvent, execution: Execution | undefined) => void;
  /** The files as of the last event, and what runs after this one can read. */
  readonly files: () => { readonly files: readonly ArtifactText[]; readonly memory?: Memory };
  readonly lines?: ProjectedLines;
}

/** Lines that a run adds to a file of all runs. Shape: each begins with `{"run":"<run>","seq":<seq>`. */
export interface ProjectedLines {
  readonly path: string;
  /** Those of the events after one, by its `seq`, in order. */
  readonly after: (seq: number) => readonly SeqLine[];
}
