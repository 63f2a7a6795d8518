import type { CelNode } from './cel-node.ts';

/** Says that a condition is neither true nor false, in the shape of the library's own errors. */
export class ConditionMismatch extends Error {
  override readonly name = 'ConditionClash';
  readonly code = 'invalid_condition_type';
  readonly summary: string;
  readonly range: { readonly start: number; readonly end: number };

  constructor({ start, end }: CelNode, type: string) {
    const summary = `A condition must be bool, got '${type}'`;
    super(summary);
    this.summary = summary;
    this.range = { start, end };
  }
}
