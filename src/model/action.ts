import type { Value } from './value.ts';

/** An expression as it is written. A node of its own, so that a document knows its place. */
export interface ExpressionText {
  readonly text: string;
}

/** A name that refers to something of the map, where only a text could stand otherwise. */
export interface Reference {
  readonly name: string;
}

/**
 * A transition out of a task.
 *
 * Shape: `args` are for the target's next execution only; `choose` tells the agent or person when; `when` is the
 * guard; `resets` names tasks and actions of the block whose counters begin anew.
 */
export interface Action {
  readonly name: string;
  readonly target: string;
  readonly args: readonly Argument[];
  readonly choose: string | undefined;
  readonly when: ExpressionText | undefined;
  readonly limit: CountLimit | undefined;
  readonly resets: readonly Reference[];
}

/** How often something may happen within one activation of its block, and which task follows after that. */
export interface CountLimit {
  readonly max: number;
  readonly then: string;
}

/**
 * One argument of an action.
 *
 * Shape: `text` is a token `--name=value`, literal, brought to the type that the target declares; a bare
 * `--name` has the value `true`. `literal` and `expression` are the two values of the object form.
 */
export type Argument =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'literal'; readonly name: string; readonly value: Value }
  | { readonly kind: 'expression'; readonly name: string; readonly expression: ExpressionText };
