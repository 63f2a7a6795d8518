/**
 * A fault of the world: a file that cannot be read, a process that cannot start, a damaged journal.
 *
 * A fault in a map is a `Diagnostic` and is returned; a fault in wfmap itself is an `InvariantError`.
 * Each edge folder has at most one subclass; what went wrong inside it is a `code`.
 */
export abstract class WfmapError extends Error {
  /** A stable kebab-case name, for programs. */
  abstract readonly code: string;
  /** Whether the same attempt may succeed when made again. */
  abstract readonly retryable: boolean;
  /** What the user can do about it: a sentence, or a command line. */
  readonly help: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly help?: string } = {}) {
    super(message, options);
    this.name = new.target.name;
    this.help = options.help;
  }
}

/** Anything that was thrown, as an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

/** The `code` of a Node system error such as `ENOENT`; undefined for anything else. */
export function systemCodeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
