import type { RunNames } from '../host/projection.ts';
import type { Units } from '../../expression/types/value.ts';
import type { Agent, AgentProgress } from '../../agent/agent.ts';
import type { Asker } from '../../agent/human/asker.ts';
import type { CallJudge } from '../../agent/human/call-judge.ts';
import type { ShellRunner } from '../../agent/shell/shell-runner.ts';
import type { Address, BlockStep } from '../../model/address.ts';
import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { WithinRecord } from '../../model/event-records.ts';
import type { ProcessLook, ProcessTable } from '../../model/processes.ts';
import type { AnswerBox } from '../../journal/answer-box.ts';
import type { MessageBox } from '../../journal/message-box.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import type { AtWork } from './at-work.ts';
import type { Batch, BatchTarget } from './batch.ts';
import type { IdlingBlocks } from './batch-units.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { Planned, StepKind } from './planned.ts';
import type { OpenTask } from '../state/run-state.ts';
import type { LoggedExecution } from '../state/tried-place.ts';
import type { ChangeReader } from '../host/change-reader.ts';
import type { Outliner } from '../host/outliner.ts';
import type { SettingsGuard } from '../host/settings-guard.ts';
import type { TaskWalls } from '../host/task-walls.ts';
import type { WorktreeKeeper } from '../host/worktree-keeper.ts';

/**
 * A run in this process: its state and journal, what it executes, and who does the work.
 *
 * Everything that touches the world comes in here, so that tests and other hosts can bring their own.
 */
export interface LiveRun extends BatchTarget {
  readonly agent: Agent;
  readonly shell: ShellRunner;
  /** Who keeps worktrees; without, as in a simulation, all work in the same folder. */
  readonly worktrees?: WorktreeKeeper;
  /** Without such: whether the merge of a branch or item of the task at an address meets other changes. */
  readonly meetsConflict?: (address: Address, key: string) => boolean;
  /** Who finds out what tasks change; without, as in a simulation, it is what their replies say. */
  readonly changes?: ChangeReader | undefined;
  /** Who works out outlines of the project; without, as in a simulation, they are empty. */
  readonly outline?: Outliner;
  /** Who puts walls around tasks; without, as in a simulation, there are none. */
  readonly walls?: TaskWalls;
  /** Who notices that git's settings changed; without, as in a simulation, nobody does. */
  readonly settingsGuard?: SettingsGuard;
  /** Executions before whose work something is read, a snapshot or an outline, by their start. */
  readonly preparing: Set<number>;
  /** Whether the run has said that nobody compares what tasks change with what they may. */
  isUncompared: boolean;
  /** Executions at work, by their start. */
  readonly atWork: Map<number, AtWork>;
  readonly fs: FileSystem;
  /** Who can be asked here and now; undefined where nobody sits. */
  readonly asker: Asker | undefined;
  /** Who can be asked about tool calls; undefined where nobody can. */
  readonly callJudge?: CallJudge | undefined;
  /** The runs that this process is inside of. Default: none. */
  readonly within?: readonly WithinRecord[];
  /** Where answers from elsewhere come in. */
  readonly answers: AnswerBox;
  /** Where messages to agents at work come in; undefined where nobody sends any. */
  readonly messageBox?: MessageBox | undefined;
  /** Absolute; where the run is kept. */
  readonly runFolder: string;
  /** How many files in `answers/` this process has found that answer nothing. */
  strays: number;
  /** What can be seen of a process that is said to have given an answer; undefined for one that is gone. */
  readonly lookAt: (pid: number, file: string) => ProcessLook | undefined;
  readonly processes: ProcessTable;
  readonly settings: RunSettings;
  readonly files: TaskFiles;
  /** Checks the journal; where another program has changed it, aborts `stop`. Errors: what the journal throws. */
  readonly look: () => void;
  readonly newId: () => string;
  /** What all expressions of one batch may spend together; filled up for each. */
  readonly units: Units;
  /** 32 hex digits that cannot be guessed. */
  readonly newNonce: () => string;
  /** Executions that wait for a free place to go on, by their start. */
  readonly backlog: Map<number, (batch: Batch) => Planned | undefined>;
  idling: IdlingBlocks;
  /** What is done for where blocks work, while it is under way. */
  readonly steps: Map<BlockInstance, StepKind>;
  readonly onProgress: (open: OpenTask, progress: AgentProgress) => void;
  /** Aborted to stop resumably; its reason is a {@link StopReason}. */
  readonly stop: AbortSignal;
  /** Aborted to end everything at once. */
  readonly kill: AbortSignal;
}

/** What holds for all tasks of a run. */
export interface RunSettings {
  readonly channel: 'structured' | 'text';
  /** Permission rules added to those of every task. */
  readonly allowedTools: readonly string[];
  readonly deniedTools: readonly string[];
  /** The same for agents that work in another folder, a worktree of their own. */
  readonly deniedToolsIn?: (folder: string) => readonly string[];
  /** Whether to sleep until a subscription's limit is over, instead of pausing. */
  readonly waitsForLimits: boolean;
  /** How many agents and commands may be at work at once. */
  readonly concurrency: number;
  /** Absolute; where the project lies. */
  readonly workRoot: string;
  readonly workFolder: string;
  readonly marker: string;
  readonly seed: number;
  /** What templates read as `run`. */
  readonly run: RunNames;
}

/** What executions leave in the run directory. It is for people, and the end of a log for agents: none of it is read as state. */
export interface TaskFiles {
  readonly writePrompt: (open: FileOwner, text: string) => void;
  /** Writes the reminder of an agent; gives the absolute path of the file. Absent if nothing is kept. */
  readonly writeReminder?: (open: FileOwner, reminder: { text: string; before: boolean }) => string;
  /** Writes both versions of files that were changed; gives the absolute path of the file, undefined where none is kept. */
  readonly writePatch: (open: FileOwner, bytes: Uint8Array) => string | undefined;
  /** Writes the change that a person is asked about; as of `writePatch`. */
  readonly writeChange: (open: FileOwner, text: string) => string | undefined;
  /** Keeps what an execution changed. */
  readonly writeEdits: (open: FileOwner, edits: RecordedEdits) => void;
  readonly appendLog: (open: FileOwner, chunk: Uint8Array) => void;
  /** What stands at the end of a log, to read; "" where none is kept. `max` is in bytes. */
  readonly logEnd: (log: LoggedExecution, max: number) => string;
  /**
   * Makes a folder of its own for what a map inside of this one leaves; gives its path from the work root. `block`
   * is where that map is run, `mapPath` its file from the work root. Absent where nothing is kept; undefined where the
   * disk refuses: the files then lie in the folder of the map around.
   */
  readonly claimRunDirectory?: (block: readonly BlockStep[], mapPath: string) => string | undefined;
}

/** An execution that files are named after. */
export type FileOwner = Pick<OpenTask, 'execution' | 'address' | 'task'>;

export interface StopReason {
  readonly message: string;
  readonly exitCode: number;
}

/** Whether nothing more may be started. Ending everything at once stops a run too. */
export function isStopping({ stop, kill }: Pick<LiveRun, 'stop' | 'kill'>): boolean {
  return stop.aborted || kill.aborted;
}

/** What a run has of its own in this process before anything is at work. */
export function nothingAtWork(): Pick<
  LiveRun,
  'units' | 'preparing' | 'atWork' | 'isUncompared' | 'backlog' | 'idling' | 'steps' | 'strays'
> {
  return {
    units: { left: 0 },
    preparing: new Set(),
    atWork: new Map(),
    isUncompared: false,
    backlog: new Map(),
    idling: new WeakMap(),
    steps: new Map(),
    strays: 0,
  };
}
