import type { Action, CountLimit, ExpressionText, Reference } from './action.ts';
import type { Field, Param, SchemaSource } from './field.ts';
import type { SignalSettings } from './signal-settings.ts';

/** A state machine: where it starts, and its tasks in source order. Targets never leave a block. */
export interface Block {
  readonly start: string;
  readonly tasks: readonly Task[];
}

/** A state. `end` ends its block; all others do something and have actions out. */
export type Task = ActiveTask | EndTask;

export type ActiveTask =
  ClaudeTask | ShellTask | HumanTask | DecideTask | ParallelTask | ForeachTask | WorkflowTask;

interface TaskHead {
  readonly name: string;
  readonly description: string | undefined;
}

/** What every task that is no end has. */
interface ActiveHead extends TaskHead {
  readonly actions: readonly Action[];
  /** The name that its result is bound to. */
  readonly as: string | undefined;
  /** The task to go to when this one fails for good; undefined pauses the run. */
  readonly onError: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly retry: Retry;
  readonly maxVisits: CountLimit | undefined;
}

/** Further tries after the first, by the class of the fault; undefined stands for the engine's default. */
export interface Retry {
  /** After faults of the transport. */
  readonly max: number | undefined;
  /** After replies that are no answer. */
  readonly reply: number | undefined;
}

/** What a task may change, and must leave as it is. */
export interface Effects {
  /** Paths from the top of the work tree, or "nothing" or "anything" alone; undefined where the map does not say it. */
  readonly writes: readonly string[] | undefined;
  /** A list of paths from the top of the work tree. */
  readonly frozen: ExpressionText | undefined;
  readonly mayCommit: boolean;
}

/** Refuses a tool call that no permission rule answers, or asks a person about it. */
export type UnruledCalls = 'refuse' | 'ask';

/** A prompt to a Claude process, which chooses among `actions` where none of them has a guard. */
export interface ClaudeTask extends ActiveHead, Effects {
  readonly type: 'claude';
  readonly prompt: PromptSource;
  readonly params: readonly Param[];
  /** The role prompt that stands before the prompt, by its name in `prompts/agents/`. */
  readonly agent: Reference | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  /** What happens to a tool call that no permission rule answers. Default: it is refused. */
  readonly unruledCalls: UnruledCalls | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly disallowedTools: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  /** How long it may print nothing. */
  readonly silenceMs: number | undefined;
  /** For one execution of the task. US dollars. */
  readonly budgetUsd: number | undefined;
  readonly session: SessionSource;
  /** A text that the agent gets again while it works. */
  readonly reminder: Reminder | undefined;
  /** What the outline of the project may take where a prompt names it. Units: tokens, by an estimate. */
  readonly outlineTokens: number | undefined;
  /** A list of files whose surroundings come first in it. */
  readonly outlineFocus: ExpressionText | undefined;
  /** What the agent gives back beside its choice; undefined for free text. */
  readonly output: SchemaSource | undefined;
  /** How its answer is a SIGNAL BLOCK; undefined where it names an action. */
  readonly signal: SignalSettings | undefined;
  readonly appendActions: boolean;
}

/**
 * What an agent is told beside its prompt when it uses one of these tools.
 *
 * Shape: `text` is a template; `on` are names of tools. It comes with the result of the tool; `before` refuses the first
 * use instead, with the text as the reason, and lets all others pass.
 */
export interface Reminder {
  readonly text: PromptSource;
  readonly on: readonly string[];
  readonly before: boolean;
}

/**
 * Which Claude session an execution works in.
 *
 * Shape: `continue` that of the task's last execution; `of` that of another task's; `fork` a copy of it. Where
 * there is none yet, a new one.
 */
export type SessionSource =
  { readonly kind: 'new' | 'continue' } | { readonly kind: 'of' | 'fork'; readonly task: string };

/** A command. Its result is `{exitCode, stdout, json?}`; guards choose. */
export interface ShellTask extends ActiveHead, Effects {
  readonly type: 'shell';
  readonly command: ShellCommand;
  /** Whether it may be run again when nobody knows whether it ran to its end. */
  readonly idempotent: boolean;
}

/** Texts with `${…}`: each of `argv` stays one argument; in a `line` for `sh -c` values come as variables. */
export type ShellCommand =
  | { readonly kind: 'argv'; readonly parts: readonly ExpressionText[] }
  | { readonly kind: 'line'; readonly line: ExpressionText };

/** A question to a person, who chooses among the actions whose guards hold. Its result is `{action, fields}`. */
export interface HumanTask extends ActiveHead {
  readonly type: 'human';
  readonly prompt: PromptSource;
  readonly params: readonly Param[];
  readonly fields: readonly Field[];
  /** What the person decides by: findings, a change, earlier attempts, options. */
  readonly evidence: ExpressionText | undefined;
  /** Whether an answer needs a signature by the key of the run. */
  readonly signed: boolean;
  /** Whether an answer must be seen: nobody's word counts that a person gave it. */
  readonly seen: boolean;
}

/** Nothing but guards; `set` binds computed names in its block, in order, before the guards are looked at. */
export interface DecideTask extends ActiveHead {
  readonly type: 'decide';
  readonly set: readonly Assignment[];
}

export interface Assignment {
  readonly name: string;
  readonly expression: ExpressionText;
}

/** Blocks side by side. `atLeast` undefined waits for all of them. */
export interface ParallelTask extends ActiveHead {
  readonly type: 'parallel';
  readonly branches: readonly Branch[];
  readonly atLeast: number | undefined;
  readonly workspace: Workspace;
}

export interface Branch {
  readonly name: string;
  readonly block: Block;
}

/** One block for each item of a list. */
export interface ForeachTask extends ActiveHead {
  readonly type: 'foreach';
  readonly items: ExpressionText;
  /** The name of the item in the body. */
  readonly item: string;
  readonly key: ExpressionText | undefined;
  readonly after: ExpressionText | undefined;
  readonly exclusive: ExpressionText | undefined;
  readonly concurrency: number | undefined;
  readonly onItemFailure: 'stop' | 'continue';
  readonly carry: boolean;
  readonly body: Block;
  readonly workspace: Workspace;
}

/** Where the tasks of a branch or item work. */
export type Workspace =
  | { readonly kind: 'shared' | 'readonly' }
  | {
      readonly kind: 'worktree';
      readonly merge: 'onSuccess' | 'never' | ExpressionText;
      readonly setup: readonly string[] | undefined;
    };

/** Another map, run as a part of this one. */
export interface WorkflowTask extends ActiveHead {
  readonly type: 'workflow';
  readonly map: string;
  readonly with: readonly Assignment[];
}

/** Ends its block. `failed` at the root makes the run's exit code 1. */
export interface EndTask extends TaskHead {
  readonly type: 'end';
  /** A word for how the block ended: that of the map, or the task's name. */
  readonly outcome: string;
  /** Why the block ends there, for people: a text. */
  readonly reason: ExpressionText | undefined;
  readonly result: ExpressionText | undefined;
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
