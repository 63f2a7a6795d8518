import type { Address } from '../model/address.ts';
import type { ClaudeTask, EndTask } from '../model/block.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { BlockInstance } from './block-instance.ts';

/**
 * What a run knows: the fold of its journal, and nothing besides.
 *
 * Units: US dollars. Mutable: only `fold` changes it.
 */
export interface RunState {
  status: 'new' | 'running' | 'paused' | 'finished';
  lastSeq: number;
  started: RunEventData['run.started'] | undefined;
  readonly blocks: Map<string, BlockInstance>;
  /** Executions that have not ended, by the `seq` of their start. */
  readonly open: Map<number, OpenTask>;
  executions: number;
  /** Started executions of tasks that do work; going on after an interruption is not another one. */
  steps: number;
  costUsd: number;
  tokens: number;
  limits: { readonly steps: number | null; readonly costUsd: number | null };
  paused: RunEventData['run.paused'] | undefined;
  finished: RunEventData['run.finished'] | undefined;
}

/** An execution under way: where it is, and how its turns with the agent went. */
export interface OpenTask {
  readonly start: number;
  readonly address: Address;
  readonly task: ClaudeTask | EndTask;
  readonly execution: number;
  readonly args: Readonly<Record<string, string>>;
  /** Why an earlier start of the same visit did not end it. */
  readonly resumes: { readonly cause: 'interrupted' | 'failed'; readonly reason: string } | undefined;
  attempts: number;
  session: { readonly id: string; known: boolean } | undefined;
  /** The turn that is under way; undefined between turns. */
  turn: RunEventData['agent.started'] | undefined;
  last: RunEventData['agent.finished'] | undefined;
  /** Turns repeated after faults of the transport, and after replies that were no answer. */
  retries: number;
  repairs: number;
  failed: RunEventData['task.failed'] | undefined;
}

export function createRunState(): RunState {
  return {
    status: 'new',
    lastSeq: 0,
    started: undefined,
    blocks: new Map(),
    open: new Map(),
    executions: 0,
    steps: 0,
    costUsd: 0,
    tokens: 0,
    limits: { steps: null, costUsd: null },
    paused: undefined,
    finished: undefined,
  };
}
