import type { Expression } from '../expression/expression.ts';
import type { Scalar, ScalarType } from '../model/map.ts';
import type { Source, Span } from '../text/source.ts';

/** A prompt template: what its front matter declares, and its body cut into text and expressions. */
export interface Template {
  readonly source: Source;
  readonly parameters: readonly TemplateParameter[];
  readonly parts: readonly TemplatePart[];
  /** Whether the body places the generated section of actions itself, with `${actions}`. */
  readonly placesActions: boolean;
}

export interface TemplateParameter {
  readonly name: string;
  readonly type: ScalarType;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly default: Scalar | undefined;
  /** The name as the front matter writes it. */
  readonly span: Span;
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: Expression };
