/** A pattern that a map can be started from. */
export interface Pattern {
  readonly name: string;
  /** What it does, as a list of patterns says it. */
  readonly about: string;
  /** Its input, and what a first run can be given for it. */
  readonly input: { readonly name: string; readonly value: string };
}

const change = { name: 'change', value: 'Add a --version flag' };

/** In the order in which they are best read: each shows something that those before it do not. */
export const PATTERNS: readonly Pattern[] = [
  {
    name: 'linear',
    about: 'one task after the other, each reads what the one before it found out',
    input: change,
  },
  {
    name: 'work-check',
    about: 'work, have it checked by somebody else, go on until it is complete',
    input: change,
  },
  {
    name: 'branch',
    about: 'look at a request, then take one of several ways',
    input: { ...change, name: 'request' },
  },
  {
    name: 'recovery',
    about: 'try something risky, mend what made it fail, report what cannot be mended',
    input: { name: 'operation', value: 'Upgrade the linter' },
  },
  {
    name: 'review-panel',
    about: 'three reviewers at once, a rule that decides, rework at most three times, then a person',
    input: change,
  },
  {
    name: 'waves',
    about: 'a plan, its subtasks at once in git worktrees, each coded, tested and reviewed',
    input: change,
  },
];

/** What is taken where nobody says another. */
export const DEFAULT_PATTERN = 'work-check';
