import type { NamedFile } from '../../check/named-files.ts';

/** Where the copy of a shipped map goes. */
export interface EjectPlace {
  /** The name of the map: a part of the path of everything that goes with it. */
  readonly name: string;
  /** From the root of the project; "" for the root itself. All but roles and partials goes there. */
  readonly folder: string;
}

/** A file that is named, and how its copy is named at that place. */
interface Renamed {
  /** From the root of the project, with forward slashes. */
  readonly path: string;
  /** The text to write in place of the name; undefined where it stays as it is. */
  readonly written: string | undefined;
}

/** Where the map itself goes. */
export function placeOfMap({ name, folder }: EjectPlace): string {
  return inFolder(folder, `workflows/${name}.json`);
}

/**
 * Where a file that goes with a map is copied to, and what its name becomes.
 *
 * Shape: everything lies in folders that are called as the map is: `workflows/<map>/`, `prompts/<map>/`,
 * `prompts/agents/<map>/`; roles and partials below the root in any case, since they are named by what follows `prompts/`.
 */
export function placeOfFile({ kind, path, span }: NamedFile, { name, folder }: EjectPlace): Renamed {
  const found = span.source.text.slice(span.start, span.end);
  if (kind === 'role') {
    const role = ownPath(path, 'prompts/agents/', name);
    return renamed(role, found, JSON.stringify(role.slice('prompts/agents/'.length, -'.md'.length)));
  }
  if (kind === 'partial') {
    const partial = ownPath(path, 'prompts/', name);
    return renamed(partial, found, partial === path ? found : withFolder(found, name));
  }
  const own =
    kind === 'map'
      ? ownPath(withEnding(path), 'workflows/', name)
      : ownPath(kind === 'schema' ? inPrompts(path) : path, 'prompts/', name);
  const place = inFolder(folder, own);
  return renamed(place, found, JSON.stringify(place));
}

function renamed(path: string, found: string, written: string): Renamed {
  return { path, written: written === found ? undefined : written };
}

/** `prompts/map/act.md` becomes `prompts/<map>/map/act.md`; what is in that folder already stays. */
function ownPath(path: string, folder: string, name: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : path;
  return rest.startsWith(`${name}/`) ? `${folder}${rest}` : `${folder}${name}/${rest}`;
}

/** Schemas of artifacts are no prompts, but wfmap's own folder `grammar` is nothing that a project should have. */
function inPrompts(path: string): string {
  return path.startsWith('prompts/') ? path : `schemas/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** A map may be named as it is on the command line. */
function withEnding(path: string): string {
  return path.endsWith('.json') ? path : `${path}.json`;
}

/** The name of a partial, which may stand in quotes or brackets. */
function withFolder(written: string, name: string): string {
  return written.replace(/^["'[]?/, (open) => `${open}${name}/`);
}

function inFolder(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
