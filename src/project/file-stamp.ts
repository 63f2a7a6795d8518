import { statSync } from 'node:fs';
import { unlessRefused } from '../util/unless-refused.ts';

/** What changes when a file is written, replaced, or led elsewhere by its link; undefined where there is none that can be looked at. */
export function stampOf(path: string): string | undefined {
  const found = unlessRefused(() => statSync(path, { throwIfNoEntry: false }));
  return found && `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
}
