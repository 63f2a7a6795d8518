/** What three items in worktrees come to, of which the second changed what the first had changed. */
export const BUILT = [
  { key: 'a', outcome: 'End', result: 'a' },
  {
    key: 'b',
    outcome: 'conflict',
    result: 'b',
    reason:
      'The merge of "wfmap/test-slip-001/1-b" met other changes in "shared.txt". ' +
      'The worktree is kept in ".wfmap/worktrees/test-slip-001-1-b".',
  },
  { key: 'c', outcome: 'End', result: 'c' },
];
