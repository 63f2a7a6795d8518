import { WfmapError } from '../../util/error.ts';

export type ControlFault =
  /** The server only shows. */
  | 'read-only'
  /** Who asks is inside of a run. */
  | 'inside-a-run'
  | 'unknown-run'
  /** The run asks nothing, or not that. */
  | 'unknown-question'
  | 'unknown-choice'
  /** No agent is at work, or not that one. */
  | 'not-at-work'
  /** Only a person at a terminal, or a signature, will do: `help` is the line to type. */
  | 'needs-person'
  /** What was given cannot be passed on. */
  | 'bad-request'
  /** The command refused it, with this message. */
  | 'refused'
  /** The command could not do it. */
  | 'failed';

/** Why a run is not started, answered, stopped or resumed. */
export class ControlError extends WfmapError {
  override readonly code: ControlFault;
  override readonly retryable = false;

  constructor(code: ControlFault, message: string, help?: string) {
    super(message, help === undefined ? {} : { help });
    this.code = code;
  }
}
