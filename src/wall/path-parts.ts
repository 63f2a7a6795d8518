import { dirname } from 'node:path';

/** Whether a path is a folder or in it. Both are absolute and without `..`. */
export function isWithin(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** The folders from below `top` down to the one that `path` is in, the widest first; `top` itself is not among them. */
export function foldersBetween(top: string, path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== top && isWithin(top, folder); folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === '/') break;
  }
  return folders.filter((folder) => folder !== '/');
}

/** How many names a path has; 0 for the root. */
export function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}
