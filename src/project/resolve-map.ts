import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { closest } from '../util/closest.ts';
import { systemCodeOf } from '../util/error.ts';
import { findWorkRoot } from './find-work-root.ts';
import { packageRoot } from './package-root.ts';
import { ProjectError } from './project-error.ts';

/**
 * The file that a map argument means.
 *
 * Shape: `path` is absolute; `shipped` says that no file has the name and a shipped map was taken; `name` is
 * how messages call it: the argument as it was given, or the shipped map's path inside the package.
 */
export interface ResolvedMap {
  readonly path: string;
  readonly name: string;
  readonly shipped: boolean;
}

/**
 * Finds the map that an argument names: a file, else, for a plain word, the project's own map of that name in
 * `workflows`, else a shipped map (`efficient`, `efficient.json`, `workflows/efficient.json`).
 *
 * Errors: throws {@link ProjectError} with the shipped maps, and the near miss among them.
 */
export function resolveMap(argument: string, workFolder: string): ResolvedMap {
  const path = resolve(workFolder, argument);
  if (isFile(path)) return { path, name: argument.replaceAll('\\', '/'), shipped: false };
  return (
    ownMap(argument, workFolder) ??
    resolveShipped(argument, `There is no map "${argument}": no such file, and no shipped map of that name.`)
  );
}

/** Whether a map of the project can be called by its name alone. */
export function isMapName(word: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(word);
}

/** What `wfmap new` and `wfmap eject` make goes before what is shipped. */
function ownMap(argument: string, workFolder: string): ResolvedMap | undefined {
  if (!isMapName(argument)) return undefined;
  const path = ['json', 'wfmap']
    .map((form) => join(findWorkRoot(workFolder), 'workflows', `${argument}.${form}`))
    .find(isFile);
  if (path === undefined) return undefined;
  return { path, name: relative(workFolder, path).replaceAll('\\', '/'), shipped: false };
}

/** Finds a shipped map whatever files there are. Errors: throws {@link ProjectError} with `message`, as above. */
export function resolveShipped(
  argument: string,
  message = `There is no shipped map "${argument}".`,
): ResolvedMap {
  const shipped = shippedMaps();
  const match = /^(?:workflows\/)?([^/]+?)(?:\.json)?$/.exec(argument.replaceAll('\\', '/'));
  const name = match?.[1];
  if (name !== undefined && shipped.includes(name)) {
    return {
      path: join(packageRoot(), 'workflows', `${name}.json`),
      name: `workflows/${name}.json`,
      shipped: true,
    };
  }
  throw notFound(argument, shipped, message);
}

/** Names of the maps that come with wfmap, sorted. */
export function shippedMaps(folder = join(packageRoot(), 'workflows')): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => basename(file, '.json'))
      .toSorted();
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return [];
    throw new ProjectError('unreadable-file', `The shipped maps in "${folder}" cannot be listed.`, {
      cause: thrown,
    });
  }
}

function notFound(argument: string, shipped: readonly string[], message: string): ProjectError {
  const near = closest(basename(argument, '.json'), shipped);
  const list = shipped.length > 0 ? `Shipped maps: ${shipped.join(', ')}.` : 'This wfmap ships no maps.';
  const guess = near === undefined ? '' : `Did you mean "${near}"? `;
  return new ProjectError('map-not-found', message, { help: `${guess}${list}` });
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    // Whatever keeps it from being looked at, it is no file that can be read as a map.
    return false;
  }
}
