import { basename, extname } from 'node:path';

/**
 * The name under which runs of a map are kept: the file's name without extension and without `-map`.
 *
 * Shape: always one plain folder name; what would be none (`..json`) is `map`.
 */
export function mapNameOf(mapPath: string): string {
  const file = basename(mapPath);
  const name = file.slice(0, file.length - extname(file).length).replace(/-map$/, '');
  return name === '' || name === '.' || name === '..' ? 'map' : name;
}
