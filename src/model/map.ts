import type { ExpressionText } from './action.ts';
import type { ArtifactSection } from './artifacts.ts';
import type { Block } from './block.ts';
import type { Field } from './field.ts';

/**
 * A workflow map as data: what it says, without where it says it.
 *
 * Order of tasks, actions and fields is source order; JSON objects cannot keep it, so they are arrays here.
 * Optional parts are `undefined` when the map does not name them; defaults are the engine's. What the map's
 * `defaults` say stands in the tasks already.
 */
export interface WorkflowMap {
  readonly description: string;
  readonly fields: readonly Field[];
  readonly block: Block;
  readonly limits: RunLimits;
  /** Whether its runs need a wall around each task that they can reach. */
  readonly needsWall: boolean;
  /** Whether its runs stay on the branch that is checked out, whichever that is. */
  readonly keepsBranch: boolean;
  readonly properties: readonly Property[];
  readonly artifacts: readonly ArtifactSection[];
}

/**
 * Limits for one run with all its sub-maps.
 *
 * Units: `steps` counts started executions of tasks other than `decide` and `end`; `costUsd` is US dollars;
 * `tokens` all that agents report; `durationMs` is active time, without waits for people.
 */
export interface RunLimits {
  readonly steps: number | undefined;
  readonly costUsd: number | undefined;
  readonly tokens: number | undefined;
  readonly durationMs: number | undefined;
}

/** A claim about all paths of a map. */
export interface Property {
  readonly name: string;
  readonly claim: Claim;
}

export type Claim =
  | { readonly kind: 'always' | 'never' | 'eventually'; readonly of: Situation }
  | { readonly kind: 'leadsTo' | 'precedes'; readonly first: Situation; readonly second: Situation }
  | { readonly kind: 'atMost'; readonly times: number; readonly of: Situation };

/** A moment of a run: at a task, after an action of it, while an expression holds; undefined parts do not count. */
export interface Situation {
  readonly task: string | undefined;
  readonly action: string | undefined;
  readonly when: ExpressionText | undefined;
}
