import type { CelNode } from './cel-node.ts';
import type { Fault } from './read-tokens.ts';

/** What the names of a tree mean: to whoever evaluates it, and to whoever checks its types. */
export interface Meaning {
  /** The name that the author wrote, for a name in the tree. */
  readonly originalOf: (alias: string) => string;
  /** The CEL type of a node that is a free name. */
  readonly typeOf: (node: CelNode) => string;
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => unknown;
  /** Told of every value that the evaluation comes by. */
  readonly charge: <T>(result: T) => T;
  /** Called with work beyond that. */
  readonly spend: (units: number) => void;
}

/** A use of a free name. Units: offsets into the expression. */
export interface FreeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly guarded: boolean;
}

/** The work on one tree: what it means, and what was found on the way. */
export interface Adaptation {
  readonly meaning: Meaning;
  readonly names: FreeName[];
  readonly faults: Fault[];
}

/** The names, as the tree spells them, that macros around a node bind. */
export type Bound = ReadonlySet<string>;
