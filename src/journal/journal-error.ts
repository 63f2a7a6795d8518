import { systemCodeOf, toError, WfmapError } from '../util/error.ts';

export type JournalFault =
  /** The bytes at `offset` are not what was written. */
  | 'journal-damaged'
  /** The record at `offset` is whole, and this version does not understand it. */
  | 'journal-foreign'
  /** Another program wrote to it during a run. */
  | 'journal-changed'
  | 'journal-missing'
  /** An earlier write failed, or the journal is closed: nothing more is taken. */
  | 'journal-refused'
  | 'record-too-large'
  | 'source-damaged'
  /** `pid` holds the run and lives. */
  | 'run-is-held'
  /** A process of another machine holds the run; whether it lives cannot be told from here. */
  | 'run-is-held-elsewhere'
  | 'lock-damaged'
  /** `candidates` are the runs that there are. */
  | 'unknown-run'
  /** `candidates` are the runs that the name fits. */
  | 'ambiguous-run'
  /** A link, or anything but a file, where something is to be written. */
  | 'path-refused'
  /** The file system refused; `cause` is its error. */
  | 'storage-failed';

export interface JournalErrorOptions {
  readonly help?: string;
  readonly cause?: unknown;
  readonly path?: string;
  /** Units: bytes from the start of the journal. */
  readonly offset?: number;
  readonly pid?: number;
  readonly candidates?: readonly string[];
}

/** What keeps a run's folder from being read or written. */
export class JournalError extends WfmapError {
  override readonly code: JournalFault;
  override readonly retryable: boolean;
  readonly path: string | undefined;
  readonly offset: number | undefined;
  readonly pid: number | undefined;
  readonly candidates: readonly string[];

  constructor(code: JournalFault, message: string, options: JournalErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryable = code === 'run-is-held';
    this.path = options.path;
    this.offset = options.offset;
    this.pid = options.pid;
    this.candidates = options.candidates ?? [];
  }
}

/**
 * Does something with the disk, and says what it was when the disk refuses.
 *
 * Errors: throws `storage-failed` for a system error; everything else goes through as it is.
 */
export function withStorage<T>(what: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storageFailure(what, path, thrown);
  }
}

/** A system error as a {@link JournalError}; anything else as it is. */
export function storageFailure(what: string, path: string, thrown: unknown): Error {
  const code = systemCodeOf(thrown);
  if (thrown instanceof WfmapError || code === undefined) return toError(thrown);
  const options = {
    path,
    cause: thrown,
    help: HELP[code] ?? 'Check the disk and the permissions of the folder.',
  };
  return new JournalError('storage-failed', `Could not ${what}: "${path}" (${code}).`, options);
}

const HELP: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on the disk, then resume the run.',
  EDQUOT: 'Free some space of your quota, then resume the run.',
  EACCES: 'Give yourself the permission to write there.',
  EROFS: 'The disk is read-only: work in a folder that can be written.',
};
