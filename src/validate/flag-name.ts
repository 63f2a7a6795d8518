/** The long flag that sets a field: `selfMoa` and `self-moa` are both `--self-moa`. */
export function flagName(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/**
 * Flags of `wfmap run` and of the commands that go on with a run. A field of such a name could not be told from the flag.
 *
 * A list of its own and not read from the command line's table: a map must not become wrong because it is
 * checked by a page or an editor that has no command line.
 */
export const RUN_FLAGS: ReadonlySet<string> = new Set(
  (
    'accept-changes agent as-started branch choose claude color concurrency detach dirty env follow format from goal ' +
    'help input json max-cost max-steps model no-color no-continue no-input notify quiet scripted seed slip task ' +
    'task-definition-name verbose version wait workflow-map worktree'
  ).split(' '),
);
