/**
 * Which files are looked for, whether they are there or not, for a command that does its work again once one of them has changed.
 *
 * One at a time, and none but while `withNotedReads` lasts: the many who read files need not pass it on.
 */
let onRead: ((path: string) => void) | undefined;

/** Called before a file is looked for. Shape: `path` is absolute, or from the current folder. */
export function noteRead(path: string): void {
  onRead?.(path);
}

export async function withNotedReads<T>(note: (path: string) => void, work: () => Promise<T>): Promise<T> {
  onRead = note;
  try {
    return await work();
  } finally {
    onRead = undefined;
  }
}
