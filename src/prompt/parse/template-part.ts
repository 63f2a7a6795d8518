import type { Expression } from '../../expression/cel/expression.ts';
import type { Value } from '../../model/value.ts';
import type { Span } from '../../text/source.ts';

/**
 * A piece of a body.
 *
 * Without `syntax: handlebars` there are only texts and expressions. `span` is what a message about the part
 * is about, such as `{{#each items}}`'s argument.
 */
export type TemplatePart =
  | TextPart
  | { readonly kind: 'value'; readonly operand: Operand }
  | ({ readonly kind: 'choice'; readonly condition: Operand; readonly isNegated: boolean } & Bodies)
  | ScopePart
  | PartialPart;

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: Expression };

/** A block that goes into a value: `this` is the value in it, or one of its members after the other. */
export interface ScopePart extends Bodies {
  readonly kind: 'each' | 'with';
  readonly operand: Operand;
  /** Names for the value and its key. */
  readonly params: readonly string[];
}

/** What stands in a block, and what after its else. */
interface Bodies {
  readonly body: readonly TemplatePart[];
  readonly otherwise: readonly TemplatePart[];
}

export interface PartialPart {
  readonly kind: 'partial';
  readonly inclusion: Inclusion;
  /** What `this` is in the partial; undefined where it stays what it is. */
  readonly context: Operand | undefined;
  readonly args: readonly { readonly name: string; readonly operand: Operand }[];
  /** Put before each line of the partial. */
  readonly indent: string;
}

/** A use of a partial. Shape: `path` is from a root, as in `prompts/rules.md` for `{{> rules}}`; `span` is the name. */
export interface Inclusion {
  readonly path: string;
  readonly span: Span;
}

/** What a block, a value or a parameter is given. */
export type Operand = { readonly span: Span } & (
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
);

/**
 * A way to a value: `name`, `a.b`, `this`, `../name`, `@index`, `@root.name`.
 *
 * Shape: `depth` counts `../`; `isOwn` where it begins with `this` or a dot, so that no block parameter is meant;
 * `keys` are what follows, none for `this` alone; `head` is where the first key stands.
 */
export interface Path {
  readonly isData: boolean;
  readonly depth: number;
  readonly isOwn: boolean;
  readonly keys: readonly string[];
  readonly head: Span;
}
