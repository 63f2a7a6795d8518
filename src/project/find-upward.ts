import { dirname, resolve } from 'node:path';

/** Finds the nearest folder, the given one first, that a test accepts. Goes by the written path, not by links. */
export function findUpward(folder: string, accepts: (folder: string) => boolean): string | undefined {
  let each = resolve(folder);
  for (;;) {
    if (accepts(each)) return each;
    const parent = dirname(each);
    if (parent === each) return undefined;
    each = parent;
  }
}
