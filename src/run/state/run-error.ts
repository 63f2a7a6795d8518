import { WfmapError } from '../../util/error.ts';

export type RunErrorCode =
  | 'answer-does-not-fit'
  | 'journal-does-not-fit'
  | 'key-missing'
  | 'run-is-finished'
  | 'sources-changed'
  | 'unknown-task';

/** A run that cannot be started or continued as asked. */
export class RunError extends WfmapError {
  readonly code: RunErrorCode;
  readonly retryable = false;

  constructor(code: RunErrorCode, message: string, options: ErrorOptions & { readonly help?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}
