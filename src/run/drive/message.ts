import type { AgentReply } from '../../agent/agent.ts';
import type { CallAnswer } from '../../agent/human/call-judge.ts';
import type {
  ChangesRecord,
  EvidenceRecord,
  MeanwhileRecord,
  PutBackRecord,
  SnapshotRecord,
} from '../../model/event-records.ts';
import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { Refusal, TakenAnswer } from '../people/look-for-answers.ts';
import type { FoundMessages } from '../people/look-for-messages.ts';
import type { StepReply } from '../live/planned.ts';
import type { OutlineReply } from '../host/outliner.ts';
import type { ShellReply } from '../../agent/shell/shell-runner.ts';

/** The run can no longer be recorded: the disk takes nothing, or its journal is gone. */
export interface Broken {
  readonly kind: 'broken';
  readonly thrown: unknown;
}

/** What is changed where work ended, as far as it is to be read. */
export interface EndReadings {
  /** Against the base of the worktree. */
  readonly diff?: string | undefined;
  /** Since the snapshot of the task. */
  readonly changes?: ChangesReply | undefined;
  readonly putBack?: PutBackRecord | undefined;
  readonly evidence?: EvidenceRecord | undefined;
  readonly meanwhile?: MeanwhileRecord | undefined;
  /** What it changed, to be kept beside its log; absent for nothing. */
  readonly edits?: RecordedEdits | undefined;
}

export type ChangesReply = ChangesRecord | { readonly fault: string };
/** `copy` is where the execution works instead. */
export type SnapshotReply = (SnapshotRecord & { readonly copy?: string }) | { readonly fault: string };

/** What a run waits for. `start` is the execution it is about. */
export type Message =
  | {
      readonly kind: 'settled';
      readonly start: number;
      readonly reply: AgentReply;
      readonly found?: EndReadings | undefined;
    }
  | {
      readonly kind: 'exited';
      readonly start: number;
      readonly reply: ShellReply;
      readonly found?: EndReadings | undefined;
    }
  | { readonly kind: 'snapshotted'; readonly start: number; readonly reply: SnapshotReply }
  /** The outline of the project that goes into a prompt; undefined where that was stopped. */
  | { readonly kind: 'told'; readonly start: number; readonly reply: OutlineReply | undefined }
  | { readonly kind: 'answered'; readonly start: number; readonly answer: TakenAnswer }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  /** What people want agents at work to be told. */
  | { readonly kind: 'messages'; readonly found: FoundMessages }
  | { readonly kind: 'unanswered'; readonly start: number }
  | { readonly kind: 'overdue'; readonly start: number }
  /** An agent uses a tool that no rule answers, and what a person said of it. `key` names the call. */
  | { readonly kind: 'called'; readonly start: number; readonly key: string }
  | { readonly kind: 'judged'; readonly start: number; readonly key: string; readonly answer: CallAnswer }
  | { readonly kind: 'waited'; readonly start: number }
  /** The previous batch was committed early: there is more to decide. */
  | { readonly kind: 'more' }
  | { readonly kind: 'stepped'; readonly instance: BlockInstance; readonly reply: StepReply }
  | Broken
  | { readonly kind: 'time-up' }
  | { readonly kind: 'stop' };
