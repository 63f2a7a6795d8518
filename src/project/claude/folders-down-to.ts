import { dirname, parse } from 'node:path';

/**
 * Lists a folder and those around it, the outermost first, from `top` on.
 *
 * Shape: absolute paths. `top` must be absolute; without it the root of the file system comes first.
 */
export function foldersDownTo(folder: string, top = parse(folder).root): readonly string[] {
  const around = dirname(folder);
  if (folder === top || around === folder) return [folder];
  return [...foldersDownTo(around, top), folder];
}
