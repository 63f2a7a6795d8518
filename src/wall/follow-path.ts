import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { WallError } from './wall-error.ts';

/**
 * Where a path leads.
 *
 * Shape: `real` is free of links; `links` are those on the way, each by its real folder and its name; `missing` are the
 * names at its end that do not exist yet, which are part of `real`. `stats` are of what is there, if anything is.
 */
export interface Followed {
  readonly real: string;
  readonly links: readonly string[];
  readonly missing: readonly string[];
  readonly stats: Stats | undefined;
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Follows a path name by name. Errors: `path-refused` for links in a circle, or a folder that may not be looked into. */
export function followPath(path: string): Followed {
  const links: string[] = [];
  const missing: string[] = [];
  const names = resolve(path).split('/').filter(Boolean);
  let real = '/';
  let stats = statOf('/', path);
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(real, name);
    const found = missing.length > 0 ? undefined : statOf(next, path);
    if (found?.isSymbolicLink() === true) {
      links.push(next);
      if (links.length > MAX_LINKS) throw refused(path, 'its links lead in a circle');
      const target = resolve(dirname(next), readlinkSync(next)).split('/').filter(Boolean);
      names.unshift(...target);
      real = '/';
      stats = statOf('/', path);
      continue;
    }
    if (found === undefined) missing.push(name);
    real = next;
    stats = found;
  }
  return { real, links, missing, stats };
}

function statOf(path: string, asked: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    throw refused(asked, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function refused(path: string, why: string): WallError {
  return new WallError(
    'path-refused',
    `The path "${path}" cannot be followed: ${why}.`,
    'Name a path whose folders can be read.',
  );
}
