/**
 * Variables of the environment of every command that a run starts: how the run found the git repository.
 *
 * Shape: `head` names the commit, `tree` a tree or commit with the files as they were; empty before the first commit.
 * Both are absent outside of git. `wfmap commit` and `wfmap set-aside` read them.
 */
export const START_VARIABLES = { head: 'WFMAP_START_HEAD', tree: 'WFMAP_START_TREE' } as const;
