import { WfmapError } from '../util/error.ts';

/** A process that wfmap itself needs could not be started. */
export class ProcessError extends WfmapError {
  override readonly code: 'watchdog-not-started';
  override readonly retryable = false;

  constructor(code: 'watchdog-not-started', message: string, options: ErrorOptions & { help?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}
