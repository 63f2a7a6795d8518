/** A fault of wfmap itself. No input may cause it; whoever sees one should report it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * States what must hold if wfmap is right, and narrows it for the compiler.
 *
 * Errors: throws {@link InvariantError}.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
