/** The long flag that sets a field: `selfMoa` and `self-moa` are both `--self-moa`. */
export function flagName(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/** Flags of `wfmap answer`, which goes on as `wfmap resume` does: names that what a person is asked for cannot have. */
export const ANSWER_FLAGS: ReadonlySet<string> = new Set(
  (
    'accept-changes accept-settings agent allow as-started choose claude color concurrency continue dirty env export help import input ' +
    'json key max-cost max-duration max-steps max-tokens no-color no-continue no-input no-wall notify output pr quiet sign task ' +
    'verbose version wait wall'
  ).split(' '),
);

/**
 * Flags of `wfmap run` and of `resume`, which takes arguments of tasks too, those of later versions included.
 *
 * A list of its own and not read from the command line's table: the core has no command line. A test holds
 * the two together.
 */
export const RUN_FLAGS: ReadonlySet<string> = new Set(
  (
    'accept-changes accept-settings agent allow as-started branch choose claude color concurrency detach dirty env from gate-key goal ' +
    'help input json max-cost max-duration max-steps max-tokens no-color no-continue no-input no-wall notify pr quiet scripted seed verbose version wait wall worktree'
  ).split(' '),
);
