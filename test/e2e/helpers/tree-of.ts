import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that a folder holds but for `.git`: by path the bytes and permissions of a file, where a link leads, what else it is. */
export function treeOf(root: string, folder = ''): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder)).toSorted()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const stats = lstatSync(join(root, path));
    if (path === '.git') continue;
    if (stats.isDirectory()) Object.assign(tree, { [`${path}/`]: '' }, treeOf(root, path));
    else if (stats.isSymbolicLink()) tree[path] = `-> ${readlinkSync(join(root, path))}`;
    else if (!stats.isFile()) tree[path] = 'special';
    else tree[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(root, path), 'latin1')}`;
  }
  return tree;
}
