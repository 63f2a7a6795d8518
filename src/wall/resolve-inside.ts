import { isAbsolute, join, normalize } from 'node:path';
import { followPath } from './follow-path.ts';
import { WallError } from './wall-error.ts';
import { isWithin } from './path-parts.ts';

/**
 * The absolute path of what a map names in a folder.
 *
 * Shape: links on the way are kept, so that they can be frozen as well.
 * Errors: `path-outside` for a path that leads out of the folder, by its text or by a link.
 */
export function resolveInside(folder: string, path: string): string {
  const plain = normalize(path);
  const whole = join(folder, plain);
  const isPlain = !path.includes('\0') && !isAbsolute(path) && isWithin(normalize(folder), whole);
  if (isPlain && isWithin(followPath(folder).real, followPath(whole).real)) return whole;
  throw new WallError(
    'path-outside',
    `The path ${JSON.stringify(path)} leads out of the folder "${folder}".`,
    'Name a path in the folder, relative to it.',
  );
}
