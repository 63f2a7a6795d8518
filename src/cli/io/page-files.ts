import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../project/package-root.ts';
import type { PageFile } from '../../serve/page/page-server.ts';

/** The files that a browser loads, by their path, and what they are. */
const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'icon.svg', 'image/svg+xml'],
] as const;

/** Reads the page as it was built. Shape: empty where it was not, as when wfmap runs from its sources. */
export function readPageFiles(): ReadonlyMap<string, PageFile> {
  const folder = join(packageRoot(), 'dist', 'page');
  if (!existsSync(folder)) return new Map();
  return new Map(
    FILES.map(([path, name, type]) => [path, { type, bytes: readFileSync(join(folder, name)) }]),
  );
}
