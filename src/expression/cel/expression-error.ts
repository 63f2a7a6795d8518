import { WfmapError } from '../../util/error.ts';
import { onOneLine } from './quoted.ts';

/** An expression that has no value with the values at hand: a missing member, a division by zero. */
export class ExpressionError extends WfmapError {
  readonly code = 'expression-failed';
  readonly retryable = false;
  /** The expression as it is written. */
  readonly expression: string;
  /** Why it has no value: a clause without a full stop. */
  readonly reason: string;

  constructor(expression: string, reason: string, options: ErrorOptions & { readonly help?: string } = {}) {
    super(`The expression "${shorten(expression)}" has no value: ${reason}.`, options);
    this.expression = expression;
    this.reason = reason;
  }
}

/** An expression as a message can quote it: on one line, and not longer than it. */
function shorten(text: string): string {
  const line = onOneLine(text);
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
