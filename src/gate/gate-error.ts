import { WfmapError } from '../util/error.ts';

/** Why a key cannot be used, or an answer does not count as signed. */
export class GateError extends WfmapError {
  readonly code = 'gate-refused';
  readonly retryable = false;
}
