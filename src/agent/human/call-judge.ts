import type { Address } from '../../model/address.ts';
import type { Value } from '../../model/value.ts';

/** Somebody who can be asked about the tool calls of agents while a run is live: a person at its terminal. */
export interface CallJudge {
  /**
   * Asks about a call; several may be asked about at once. Gives undefined where no answer is to be had. Ends early once
   * the signal is aborted: the agent has ended, or the run stops.
   */
  readonly judge: (call: AskedCall, signal: AbortSignal) => Promise<CallAnswer | undefined>;
}

/**
 * A tool call that no permission rule of its task answers.
 *
 * Shape: `input` is as the agent gave it, without secrets; `folder` is where the agent works; `rule` would allow this
 * call and others like it, null where no narrow rule does.
 */
export interface AskedCall {
  readonly address: Address;
  readonly task: string;
  readonly tool: string;
  readonly input: Value;
  readonly folder: string;
  readonly rule: string | null;
}

/** Shape: `task` allows what the rule allows, until the task ends; `reason` is for the agent to read, "" for none. */
export type CallAnswer =
  { readonly allow: 'once' | 'task' } | { readonly allow: 'never'; readonly reason: string };
