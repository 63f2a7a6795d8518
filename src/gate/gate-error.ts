import { WfmapError } from '../util/error.ts';

/** What keeps a key from being used, or an answer from being taken for a signed one. */
export class GateError extends WfmapError {
  readonly code = 'gate-refused';
  readonly retryable = false;
}
