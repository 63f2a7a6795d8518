import type { AgentReply } from '../../agent/agent.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { Refusal, TakenAnswer } from '../people/look-for-answers.ts';
import type { StepReply } from '../live/planned.ts';
import type { ShellReply } from '../../agent/shell/shell-runner.ts';

/** The run can no longer be recorded: the disk takes nothing, or its journal is gone. */
export interface Broken {
  readonly kind: 'broken';
  readonly thrown: unknown;
}

/** What a run waits for. `start` is the execution it is about. */
export type Message =
  | {
      readonly kind: 'settled';
      readonly start: number;
      readonly reply: AgentReply;
      readonly diff?: string | undefined;
    }
  | {
      readonly kind: 'exited';
      readonly start: number;
      readonly reply: ShellReply;
      readonly diff?: string | undefined;
    }
  | { readonly kind: 'answered'; readonly start: number; readonly answer: TakenAnswer }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'unanswered'; readonly start: number }
  | { readonly kind: 'overdue'; readonly start: number }
  | { readonly kind: 'waited'; readonly start: number }
  | { readonly kind: 'stepped'; readonly instance: BlockInstance; readonly reply: StepReply }
  | Broken
  | { readonly kind: 'time-up' }
  | { readonly kind: 'stop' };
