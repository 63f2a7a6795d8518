import { WfmapError } from '../../util/error.ts';

/** A command line that asks for what cannot be done. Exit code 2; nothing was started. */
export class UsageError extends WfmapError {
  readonly code = 'wrong-usage';
  readonly retryable = false;
}
