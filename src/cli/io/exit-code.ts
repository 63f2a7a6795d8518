/** What a process of wfmap ends with; see "Exit codes" in the README. */
export const EXIT = {
  done: 0,
  /** An end marked `failed`; findings of `validate`. */
  failed: 1,
  /** Wrong usage, or a map with errors: nothing was started. */
  usage: 2,
  /** wfmap could not do it: the disk, or a bug. */
  fault: 3,
  /** A property is violated, and nobody has accepted that; also what a run pauses with where a task failed. */
  violated: 6,
} as const;
