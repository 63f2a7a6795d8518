import { WfmapError } from '../util/error.ts';

/** An agent that cannot be started at all; told before anything of a run exists. */
export class AgentError extends WfmapError {
  override readonly code: 'claude-not-found';
  override readonly retryable = false;

  constructor(code: 'claude-not-found', message: string, options: { readonly help: string }) {
    super(message, options);
    this.code = code;
  }
}
