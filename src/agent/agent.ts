import type { Address } from '../model/address.ts';
import type { Denial, Survivor } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import type { SignalAsked } from '../signal/answer-signal.ts';
import type { WallRequest } from '../wall/wall.ts';
import type { UnruledCall, Verdict } from './unruled-call.ts';

/** Somebody who does the work of a task: a Claude process, or a scripted stand-in. */
export interface Agent {
  readonly kind: 'claude' | 'scripted';
  /** Starts the work and returns at once. Errors: none thrown; every fault is in the reply. */
  readonly start: (request: AgentRequest) => AgentCall;
}

/** Work under way. */
export interface AgentCall {
  readonly reply: Promise<AgentReply>;
  /** Takes messages while it works; absent for an agent that takes none. */
  readonly ear?: Ear;
  /** Ends it politely (SIGTERM, 5 s, then everything it left); `reply` then says `interrupted`. */
  readonly stop: () => void;
  /** Ends it at once. */
  readonly kill: () => void;
}

/** Gives messages to an agent at work. */
export interface Ear {
  /** Whether it still takes messages: not once it has answered. */
  readonly isOpen: () => boolean;
  readonly tell: (message: AgentMessage) => void;
}

/** What a person tells an agent at work. Shape: `id` is a UUID. */
export interface AgentMessage {
  readonly id: string;
  readonly text: string;
}

/** One turn of work. Units: milliseconds, US dollars. */
export interface AgentRequest {
  readonly task: string;
  readonly visit: number;
  /** Where in the run the task is; absent for work that is of no run. */
  readonly address?: Address;
  /** The user message, to the byte. */
  readonly prompt: string;
  /** `forks` is the session that a new one begins as a copy of. */
  readonly session: { readonly id: string; readonly continues: boolean; readonly forks?: string };
  /** The legal answers; empty where nothing is to be chosen: a terminal task, or one whose guards choose. */
  readonly actions: readonly { readonly name: string; readonly choose: string | undefined }[];
  /** The JSON Schema of what is to be given back beside the choice; undefined for free text. */
  readonly output: Value | undefined;
  /** How the choice comes back: through the CLI's output schema, or as a line of the final message. */
  readonly channel: 'structured' | 'text';
  /** What the SIGNAL BLOCK at the end of its final message must say; absent where it answers otherwise. */
  readonly signal?: SignalAsked;
  readonly model: string | undefined;
  /** How hard the model thinks, such as `high`. Default: as the user has it. */
  readonly effort?: string | undefined;
  readonly permissionMode: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  /** Tools that the task does without. */
  readonly disallowedTools: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
  /** Decides the calls that no permission rule answers; without it they are refused. It may take as long as a person does. */
  readonly decide?: (call: UnruledCall) => Promise<Verdict>;
  /** Permission rules that are always refused, such as `Edit(.wfmap/**)`. */
  readonly deniedTools: readonly string[];
  readonly timeoutMs: number | undefined;
  /** How long it may print nothing. Default: any time. */
  readonly silenceMs?: number | undefined;
  readonly budgetUsd: number | undefined;
  /** The reminder that it gets while it works; absent if there is none. */
  readonly reminder?: AgentReminder;
  readonly workFolder: string;
  /** What keeps it and its tools from writing where they must not. Default: nothing does. */
  readonly wall?: WallRequest | undefined;
  /** Marks every process of this run, so that none outlives it. */
  readonly marker: string;
  /** Takes the agent's output as it comes. */
  readonly log: (chunk: Uint8Array) => void;
  /** Takes what is worth showing while it works: text, tool uses, API retries. */
  readonly onProgress: (progress: AgentProgress) => void;
}

/** Shape: `file` is the absolute path of what is told, in the form that the hook of Claude Code gives it. */
export interface AgentReminder {
  readonly file: string;
  readonly on: readonly string[];
  readonly before: boolean;
}

/** Not cut, as far as it is worth showing: the code that shows it hides secrets first. */
export type AgentProgress =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly input: string }
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'ready'; readonly version: string | undefined; readonly model: string | undefined };

/** How a turn ended. */
export type AgentReply =
  /** `output` is what came beside the choice, as the agent gave it; undefined where none was asked for. */
  | (Settled & {
      readonly outcome: 'answered';
      readonly action: string | undefined;
      readonly output: Value | undefined;
      readonly text: string;
    })
  /** It ended well and named no legal action. `fault` is a sentence that a repair turn can quote. */
  | (Settled & {
      readonly outcome: 'rejected';
      readonly fault: string;
      /** The structured answer as it came; undefined for none. */
      readonly output: Value | undefined;
      readonly text: string;
    })
  /**
   * `transport` may succeed when made again, `permanent` may not, `limit` once a subscription's limit is over.
   * `text` is whatever reply there was.
   */
  | (Settled & {
      readonly outcome: 'failed';
      readonly fault: 'transport' | 'permanent' | 'limit';
      /** ISO 8601: when the limit ends, where the agent said so. */
      readonly resetsAt: string | undefined;
      readonly reason: string;
      readonly help: string | undefined;
      readonly text: string;
    })
  | (Settled & { readonly outcome: 'interrupted' });

/** What every reply carries, whatever it was. */
export interface Settled {
  readonly durationMs: number;
  /** Cost of this process alone, US dollars; undefined when the agent gave no figure. */
  readonly costUsd: number | undefined;
  /** All tokens the agent reports, cache included. */
  readonly tokens: number | undefined;
  /** Their inputs are uncut, as in {@link AgentProgress}. */
  readonly denials: readonly Denial[];
  /** Whether the agent has a session under the id, so that it can be continued. */
  readonly sessionKnown: boolean;
  /** Processes of it that are still there; absent for none. */
  readonly survivors?: readonly Survivor[];
  /** The ids of messages that it was given and did not read; absent for none. */
  readonly unread?: readonly string[];
  /** What a scripted agent says it has changed. For a real one the folder is compared. */
  readonly changes?: ReportedChanges;
}

/** Changes that somebody reports. Shape: paths are sorted; `commits` are ids. */
export interface ReportedChanges {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly commits: readonly string[];
}
