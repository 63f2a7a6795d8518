import type { WorktreeRecord } from '../../model/event-records.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { AgentReminder } from '../../agent/agent.ts';
import type { OutlineRequest } from '../host/outliner.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Work to be started once its records are durable. */
export type Planned = PlannedTurn | PlannedCommand | PlannedSnapshot | PlannedContext | PlannedStep;

/** A step for where a block works. */
export interface PlannedStep {
  readonly kind: 'step';
  readonly step: StepKind;
  readonly instance: BlockInstance;
}

/** `read`: what was changed there, for somebody who is to read it. */
export type StepKind = 'plan' | 'make' | 'set up' | 'commit' | 'merge' | 'close' | 'read';

/** What a step came to. */
export type StepReply =
  | { readonly fault: string }
  | ({ readonly step: 'plan' } & Pick<WorktreeRecord, 'path' | 'branch' | 'base' | 'onto'>)
  | { readonly step: 'make'; readonly note: string | null }
  | { readonly step: 'set up' | 'interrupted' }
  | { readonly step: 'commit'; readonly head: string }
  | {
      readonly step: 'merge';
      readonly merged:
        | { readonly kind: 'merged'; readonly base: string; readonly result: string }
        | { readonly kind: 'conflict'; readonly base: string; readonly paths: readonly string[] };
    }
  /** Why it stays; undefined once it is gone. */
  | { readonly step: 'close'; readonly kept: string | undefined }
  | { readonly step: 'read'; readonly diff: string };

/** A snapshot of where an execution is to work, before it begins. */
export interface PlannedSnapshot {
  readonly kind: 'snapshot';
  readonly open: OpenTask;
}

/** What an agent is to be told of its project, read before its prompt is rendered. */
export interface PlannedContext {
  readonly kind: 'context';
  readonly open: OpenTask;
  readonly outline: OutlineRequest;
}

export interface PlannedTurn {
  readonly kind: 'turn';
  readonly open: OpenTask;
  readonly text: string;
  readonly session: { readonly id: string; readonly continues: boolean; readonly forks?: string };
  /** US dollars. */
  readonly budgetUsd: number | undefined;
  readonly reminder?: AgentReminder;
}

export interface PlannedCommand {
  readonly kind: 'command';
  readonly open: OpenTask;
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}
