import type { Value } from '../model/value.ts';

/**
 * A tool call of an agent that no permission rule of its task answers.
 *
 * Shape: `id` is the agent's; `input` as the agent gave it; `rule` is the narrowest one that would allow it, null for none.
 */
export interface UnruledCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Value;
  readonly rule: string | null;
}

/** What becomes of a call. Shape: `reason` is for the agent; `forTask` allows all that the rule of the call allows. */
export type Verdict =
  | { readonly allows: true; readonly forTask: boolean }
  | { readonly allows: false; readonly reason: string; readonly byPerson: boolean };
