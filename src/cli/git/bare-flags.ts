/** Flags of git that mean something without a value, too. On their own: every command line is read with them. */
export const BARE_FLAGS = ['branch', 'worktree'] as const;
