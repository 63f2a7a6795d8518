/** Paths that were not committed at some time: the first of them, and how many they were. */
export interface ChangesBefore {
  readonly changed: readonly string[];
  readonly changedCount: number;
}

/**
 * How many of the paths that are not committed now were so before, and how many are new.
 *
 * Whether a file that was changed before was changed again, nobody has written down. Where not all of those before
 * are known by name, their number is taken off.
 */
export function freshChanges(
  now: readonly string[],
  { changed, changedCount }: ChangesBefore,
): { readonly fresh: number; readonly before: number } {
  const names = new Set(changed);
  const fresh =
    changedCount > changed.length
      ? Math.max(0, now.length - changedCount)
      : now.filter((path) => !names.has(path)).length;
  return { fresh, before: now.length - fresh };
}
