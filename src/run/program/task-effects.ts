/**
 * What an execution may change, and must leave as it is.
 *
 * Shape: paths from the folder that it works in, with `/`, without `.` and `..`; a folder stands for all that is in it.
 */
export interface TaskEffects {
  readonly writes: 'anything' | 'nothing' | readonly string[];
  readonly frozen: readonly string[];
  readonly mayCommit: boolean;
}
