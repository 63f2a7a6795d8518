import type { ExpressionText } from './action.ts';

/** How a task is answered by a SIGNAL BLOCK. */
export interface SignalSettings {
  /** Whom the agent is. */
  readonly role: 'Human' | 'Planner' | 'Actor' | 'Judge';
  /** The results that it can report. */
  readonly results: readonly string[];
  /** Gives the signature that its block must have, as `goal:loop:step`; undefined for any. */
  readonly signature: ExpressionText | undefined;
  /** A block of less confidence goes to a person. From 0, which is never, to 10. */
  readonly escalateBelow: number;
  readonly strictness: 'strict' | 'lenient';
}
