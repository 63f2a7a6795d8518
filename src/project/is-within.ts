import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or lies in it, by their names alone. Shape: both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
