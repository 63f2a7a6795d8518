import type { Agent, AgentProgress } from '../../agent/agent.ts';
import type { Asker } from '../../agent/human/asker.ts';
import type { CallJudge } from '../../agent/human/call-judge.ts';
import type { ShellRunner } from '../../agent/shell/shell-runner.ts';
import type { Address } from '../../model/address.ts';
import type { GitRecord, WithinRecord } from '../../model/event-records.ts';
import type { AnswerBox } from '../../journal/answer-box.ts';
import type { MessageBox } from '../../journal/message-box.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import type { ProcessLook, ProcessTable } from '../../model/processes.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { CreateChangeReader } from './change-reader.ts';
import type { Clock } from './clock.ts';
import type { Mask } from './mask.ts';
import type { Outliner } from './outliner.ts';
import type { Projections } from './projection.ts';
import type { OpenTask } from '../state/run-state.ts';
import type { SettingsGuard } from './settings-guard.ts';
import type { TaskWalls } from './task-walls.ts';
import type { WorktreeKeeper } from './worktree-keeper.ts';

/** Agents and commands at work at once, where nothing is said. */
export const DEFAULT_CONCURRENCY = 4;

/** What a run asks of its surroundings: disk, time, processes, the agent, and somebody who watches. */
export interface RunHost {
  readonly fs: FileSystem;
  /** Whether prompts, logs and summaries are written for people beside the journal. Default: true. */
  readonly keepsFiles?: boolean;
  readonly clock: Clock;
  readonly processes: ProcessTable;
  readonly newId: () => string;
  /** 32 hex digits that cannot be guessed: an answer must name those of its question. */
  readonly newNonce: () => string;
  readonly agent: Agent;
  readonly shell: ShellRunner;
  /** Who keeps the worktrees of branches and items; without, all work in the same folder. */
  readonly worktrees?: WorktreeKeeper;
  /**
   * Where nobody keeps worktrees, as in a simulation: whether the merge of a branch or item meets other changes. `address` is
   * that of its task. Default: it never does.
   */
  readonly meetsConflict?: (address: Address, key: string) => boolean;
  /** Who finds out what tasks change in git; without, as in a simulation, it is what their replies say. */
  readonly createChangeReader?: CreateChangeReader;
  /** Who works out outlines of the project; without, as in a simulation, they are empty. */
  readonly outline?: Outliner;
  /** Who puts walls around tasks; without, as in a simulation, there are none. */
  readonly walls?: TaskWalls;
  /** Who notices that git's settings changed; without, as in a simulation, nobody does. */
  readonly settingsGuard?: SettingsGuard;
  /** Who can be asked here and now; undefined where nobody sits. */
  readonly asker: Asker | undefined;
  /** Who can be asked about tool calls that no rule answers; without, they are refused. */
  readonly callJudge?: CallJudge | undefined;
  /** Where answers from elsewhere come in, for a run that is kept in a folder. */
  readonly answerBox: (runFolder: string) => AnswerBox;
  /** Where messages to agents at work come in; without, as in a simulation, nobody sends any. */
  readonly createMessageBox?: (runFolder: string) => MessageBox;
  /** What can be seen of a process that is said to have given the answer in a file; undefined for one that is gone. */
  readonly lookAt: (pid: number, file: string) => ProcessLook | undefined;
  /** Whether to sleep until a subscription's limit is over, instead of pausing. */
  readonly waitsForLimits: boolean;
  /** How many agents and commands may be at work at once; `DEFAULT_CONCURRENCY` where nobody says. */
  readonly concurrency?: number;
  readonly channel: 'structured' | 'text';
  /** Permission rules added to those of every task. */
  readonly allowedTools: readonly string[];
  /** Files other than those of the run that agents must not write: absolute, `**` is any folders. */
  readonly guardedFiles?: readonly string[];
  /** Absolute; where the project lies and runs are kept. */
  readonly workRoot: string;
  /** Absolute; where agents and commands work: a worktree of the run's own. Default: the work root. */
  readonly workFolder?: string;
  /** The runs that this process is inside of, the nearest first. Default: none. */
  readonly within?: readonly WithinRecord[];
  /** The git branch that is checked out there, or "". */
  readonly branch: string;
  /** The repository as the run found it; null outside of one, and in a simulation. */
  readonly git: GitRecord | null;
  /** What runs keep as files in addition to their journal. */
  readonly projections: Projections;
  /** What artifacts need beside the disk; without it none are written. */
  readonly artifacts?: ArtifactHost;
  /** Sees to it that no agent of this run outlives this process; the result lets go of it. */
  readonly guard: (marker: string) => () => Promise<void>;
  /** Ends what a dead process left running; gives how many there were. */
  readonly endLeftovers: (marker: string) => Promise<number>;
  /** Hides secrets in all that the run leaves behind. */
  readonly mask: Mask;
  /** Told what concerns no task, a line each. Default: nobody. */
  readonly say?: (line: string) => void;
  readonly onEvent: (event: RunEvent) => void;
  readonly onProgress: (open: OpenTask, progress: AgentProgress) => void;
  /** Aborted to stop resumably, with a `StopReason`; and to end everything at once. */
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
}

export interface ArtifactHost {
  /** The path without links. Errors: throws a system error for what is not there. */
  readonly realPath: (path: string) => string;
  /** Told where artifacts lie, and what went wrong with them, a line each. */
  readonly say: (line: string) => void;
}

/** Where the work of a run goes on. */
export type Surroundings = Pick<RunHost, 'workFolder' | 'branch' | 'git'>;
