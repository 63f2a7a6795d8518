/**
 * A workflow map as data: what it says, without where it says it.
 *
 * Order of tasks, actions and fields is source order; JSON objects cannot keep it, so they are arrays here.
 * Optional parts are `undefined` when the map does not name them; defaults are the engine's.
 */
export interface WorkflowMap {
  readonly description: string;
  readonly fields: readonly Field[];
  readonly block: Block;
  readonly limits: RunLimits;
}

/** A state machine: where it starts, and its tasks in source order. Targets never leave a block. */
export interface Block {
  readonly start: string;
  readonly tasks: readonly Task[];
}

export type ScalarType = 'string' | 'number' | 'boolean';
export type Scalar = string | number | boolean;

/** An input of the map (`workslipFields`). */
export interface Field {
  readonly name: string;
  readonly type: ScalarType;
  readonly description: string;
  readonly required: boolean;
}

/** Limits for one run. Units: `steps` counts started executions of tasks other than `end`; `costUsd` is US dollars. */
export interface RunLimits {
  readonly steps: number | undefined;
  readonly costUsd: number | undefined;
}

export type Task = ClaudeTask | EndTask;

/** A prompt to a Claude process, which chooses among `actions`; without actions the task is terminal. */
export interface ClaudeTask {
  readonly type: 'claude';
  readonly name: string;
  readonly description: string | undefined;
  readonly prompt: PromptSource;
  readonly params: readonly Param[];
  readonly actions: readonly Action[];
  readonly onError: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly appendActions: boolean;
}

/** Ends its block. `failed` at the root makes the run's exit code 1. */
export interface EndTask {
  readonly type: 'end';
  readonly name: string;
  readonly description: string | undefined;
  readonly failed: boolean;
}

/**
 * Where a prompt's text comes from.
 *
 * Shape: `file` and `inline` are templates; `verbatim` is used as it is, without substitution.
 */
export type PromptSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'verbatim'; readonly text: string };

/** A parameter of one task beside the map's fields (`promptParams`): a definition, or a fixed value. */
export type Param =
  | {
      readonly kind: 'definition';
      readonly name: string;
      readonly type: ScalarType;
      readonly description: string | undefined;
      readonly required: boolean;
      readonly default: Scalar | undefined;
    }
  | { readonly kind: 'literal'; readonly name: string; readonly value: Scalar };

/** A transition out of a task. `args` are for the target's next execution only; `choose` tells the agent when. */
export interface Action {
  readonly name: string;
  readonly target: string;
  readonly args: readonly Argument[];
  readonly choose: string | undefined;
  readonly limit: ActionLimit | undefined;
}

/** How often an action may be taken within one activation of its block, and where it leads after that. */
export interface ActionLimit {
  readonly max: number;
  readonly then: string;
}

/** One `--name=value` of an action; a bare `--name` has the value `true`. Literal text, coerced by the target's types. */
export interface Argument {
  readonly name: string;
  readonly value: string;
}
