import { isAbsolute, relative } from 'node:path';
import { check, type Checked } from '../check/check.ts';
import { findMapRoot } from '../project/find-map-root.ts';
import { readText } from '../project/read-text.ts';
import { resolveMap, type ResolvedMap } from '../project/resolve-map.ts';
import { templateReader } from '../project/template-reader.ts';
import type { RootOf } from '../run/program/to-program.ts';

/** A map that was found by its name, read and checked. Shape: `path` is what runs know it by. */
export interface NamedMap {
  readonly checked: Checked;
  readonly path: string;
  readonly rootOf: RootOf;
  readonly resolved: ResolvedMap;
}

/** Units: bytes. */
const MAX_MAP_BYTES = 16 * 1_048_576;

/**
 * Reads and checks the map that an argument names, with its templates. Both folders are absolute.
 *
 * Errors: throws ProjectError where a file cannot be found or read; what is wrong with the map are its diagnostics.
 */
export function readNamedMap(argument: string, workRoot: string, workFolder: string): NamedMap {
  const resolved = resolveMap(argument, workFolder);
  const mapRoot = findMapRoot(resolved.path);
  const text = readText(resolved.path, MAX_MAP_BYTES);
  const lookUp = templateReader({ workRoot, mapRoot, nameFrom: workRoot });
  const checked = check({ name: resolved.name, text }, lookUp);
  // A shipped map is named as it was found; any other by its path from the work root, wherever wfmap was started.
  const path = resolved.shipped ? resolved.name : relative(workRoot, resolved.path).replaceAll('\\', '/');
  // A place outside the work root is named by an absolute path: it is the map's own, or wfmap's.
  const rootOf: RootOf = (_path, { name }) => (isAbsolute(name) ? 'map' : 'work');
  return { checked, path, rootOf, resolved };
}
