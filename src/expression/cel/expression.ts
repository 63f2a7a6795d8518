import type { Node } from './node.ts';
import type { Span } from '../../text/source.ts';
import type { Scope } from '../types/value.ts';
import type { Value } from '../../model/value.ts';

/** A parsed expression: its free names with their places, and its value in a scope. */
export interface Expression {
  readonly text: string;
  /** The expression itself, without `${` and `}`. */
  readonly span: Span;
  readonly root: Node;
  /** Every use of a free name, in source order. Names bound by a macro (`list.all(x, …)`) are not free. */
  readonly names: readonly NameUse[];
  /** Errors: throws {@link ExpressionError} when the values do not fit (a missing key, a division by zero). */
  readonly evaluate: (scope: Scope) => Value;
}

export interface NameUse {
  readonly name: string;
  readonly span: Span;
  /** Used only inside `has(name)`: safe when absent. */
  readonly guarded: boolean;
}
