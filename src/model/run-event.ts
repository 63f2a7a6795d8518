import type { Address } from './address.ts';
import type { Scalar } from './map.ts';

/**
 * One thing that happened in a run: a record of its journal, and an event for whoever watches.
 *
 * Shape: `seq` counts from 1 without gaps; `id` is unique over all runs; `at` is ISO 8601 UTC with ms;
 * `causedBy` is the `seq` that led to this one, or null for what came from outside.
 */
export type RunEvent = { [T in RunEventType]: RunEventOf<T> }[RunEventType];

export interface RunEventOf<T extends RunEventType> {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly type: T;
  readonly address: Address;
  readonly causedBy: number | null;
  readonly data: RunEventData[T];
}

export type RunEventType = keyof RunEventData;

/** The payload of each type of event. `task` is the task's name wherever there is one. */
export interface RunEventData {
  'run.started': {
    /** Version of this format. */
    readonly version: 1;
    readonly wfmap: string;
    readonly run: string;
    readonly map: SourceRecord;
    /** Templates by the path that the map writes. */
    readonly templates: Readonly<Record<string, TemplateRecord>>;
    readonly fields: Readonly<Record<string, Scalar>>;
    readonly agent: 'claude' | 'scripted';
    /** Permission rules given to the whole run, beside those of its tasks. */
    readonly allowedTools: readonly string[];
    /** Decides how a scripted walk goes, and the jitter of retries. */
    readonly seed: number;
    readonly limits: { readonly steps: number | null; readonly costUsd: number | null };
  };
  /** `seq` of this record is the start's number: an answer that names another is stale. */
  'task.started': {
    readonly task: string;
    /** Position among all executions of the run, from 1; names the files of this execution. */
    readonly execution: number;
    /** The start that this one goes on with after an interruption or a failure; null for an entry of the task. */
    readonly resumes: number | null;
    readonly args: Readonly<Record<string, string>>;
  };
  'prompt.rendered': {
    readonly task: string;
    /** Digest of the template's text; null for a verbatim prompt. */
    readonly template: string | null;
    readonly params: Readonly<Record<string, Scalar>>;
    readonly digest: string;
    readonly sizeBytes: number;
  };
  'agent.started': {
    readonly task: string;
    readonly session: string;
    readonly continues: boolean;
    readonly purpose: 'prompt' | 'repair' | 'retry' | 'resume';
    /** What is charged where the agent gives no figure of its cost; null without a budget. US dollars. */
    readonly reservedUsd: number | null;
  };
  'agent.finished': {
    readonly task: string;
    readonly outcome: 'answered' | 'rejected' | 'failed' | 'interrupted';
    readonly durationMs: number;
    /** US dollars; null when the agent gave no figure. */
    readonly costUsd: number | null;
    readonly tokens: number | null;
    readonly denials: readonly Denial[];
    /** Why it was not an answer; null for one. */
    readonly reason: string | null;
    readonly fault: 'transport' | 'permanent' | 'reply' | null;
    /** Whether the session can be continued. */
    readonly sessionKnown: boolean;
  };
  'action.rejected': { readonly task: string; readonly fault: string; readonly reply: string };
  'action.chosen': {
    readonly task: string;
    readonly action: string;
    readonly by: 'agent';
  };
  'task.finished': {
    readonly task: string;
    /** Null for a terminal task and for an end. */
    readonly action: string | null;
    /** The agent's final message, cut to 2,000 characters; the whole stands in the log. */
    readonly text: string;
  };
  'task.failed': {
    readonly task: string;
    readonly reason: string;
    readonly fault: 'transport' | 'permanent' | 'reply' | 'prompt';
    /** Where `onError` leads; null pauses the run. */
    readonly target: string | null;
  };
  'limit.reached': { readonly limit: 'steps' | 'costUsd'; readonly max: number; readonly used: number };
  'run.paused': {
    readonly reason: 'failed' | 'limit' | 'interrupted';
    readonly message: string;
    readonly exitCode: number;
  };
  'run.resumed': {
    readonly wfmap: string;
    /** One-time arguments for the task that the run goes on with. */
    readonly args: Readonly<Record<string, string>>;
    /** Restart at this task instead of where the run stood; null continues. */
    readonly from: string | null;
    readonly limits: { readonly steps: number | null; readonly costUsd: number | null };
    /** Map and templates from here on, where a change was accepted; null keeps them. */
    readonly sources: {
      readonly map: SourceRecord;
      readonly templates: Readonly<Record<string, TemplateRecord>>;
    } | null;
  };
  /** `task` is the end that was reached; null where the last task has no actions. */
  'run.finished': { readonly task: string | null; readonly failed: boolean };
}

/** A file a run was started with: where it was found, and the digest its text is stored under. */
export interface SourceRecord {
  readonly path: string;
  /** SHA-256 of the text, hex. */
  readonly digest: string;
}

/** A template of a run: `root` is where it was found, the work root or that of the map. */
export interface TemplateRecord extends SourceRecord {
  readonly root: 'work' | 'map';
}

/** A tool call that was refused. */
export interface Denial {
  readonly tool: string;
  readonly input: string;
  /** The permission rule that would have allowed it; null where a rule forbids it, which no other rule lifts. */
  readonly rule: string | null;
}
