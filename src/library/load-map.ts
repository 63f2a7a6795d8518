import { resolve } from 'node:path';
import { byPlace } from '../diagnostics/diagnostic.ts';
import { toJson, type JsonDiagnostic } from '../diagnostics/to-json.ts';
import type { Field } from '../model/field.ts';
import { findWorkRoot } from '../project/find-work-root.ts';
import { readNamedMap, type NamedMap } from '../report/named-map.ts';
import { isRunnable } from '../report/stored-program.ts';
import { toProgram } from '../run/program/to-program.ts';
import type { Program } from '../run/program/program.ts';
import { LibraryError } from './library-error.ts';

/** Where a map is looked for. */
export interface LoadOptions {
  /** The folder that paths are relative to, and in whose project runs are kept. Default: the current folder. */
  readonly folder?: string;
}

/**
 * A map that was read, checked and has no error. Plain values; `run` takes this object itself, and no copy of it.
 *
 * Read once: a later change of its files needs another `loadMap`.
 */
export interface LoadedMap {
  /** What runs know the map by: its path from the work root, or `workflows/<name>.json` of a shipped map. */
  readonly path: string;
  readonly description: string;
  /** What a run of it is started with, in the order of the map. */
  readonly fields: readonly Field[];
  /** What the check found; no errors among them. */
  readonly warnings: readonly JsonDiagnostic[];
  /** Absolute: the folder that it was loaded from, and the root of the project, where runs are kept. */
  readonly folder: string;
  readonly workRoot: string;
  /** Absolute: the file that it was read from. */
  readonly file: string;
}

/** What a run executes, and the texts that it keeps. */
export interface MapProgram {
  readonly program: Program;
  readonly texts: readonly string[];
}

const programs = new WeakMap<LoadedMap, MapProgram>();

/** The program of a loaded map, for `startRun`. Errors: throws LibraryError `map-not-loaded` for what `loadMap` has not given. */
export function programOf(map: LoadedMap): MapProgram {
  const found = programs.get(map);
  if (found !== undefined) return found;
  const message = 'A run needs the very object that loadMap gave, and not a copy of it.';
  throw new LibraryError('map-not-loaded', message);
}

/**
 * Reads and checks a map with its templates: a file, a map of the project by its name, or a shipped map such as `efficient`.
 *
 * Errors: rejects with LibraryError `map-has-errors`, which has the diagnostics, and ProjectError where a file cannot be found or read.
 */
export async function loadMap(map: string, { folder = '.' }: LoadOptions = {}): Promise<LoadedMap> {
  return loadNow(map, resolve(folder));
}

/** The same without a promise. Shape: `folder` is absolute. Errors: as above, thrown. */
export function loadNow(map: string, folder: string): LoadedMap {
  const workRoot = findWorkRoot(folder);
  const { checked, path, rootOf, resolved } = readNamedMap(map, workRoot, folder);
  const { diagnostics } = toJson(checked.diagnostics.toSorted(byPlace), 1);
  if (!isRunnable(checked)) throw errorsOf(path, diagnostics);
  const { description, fields } = checked.document.map;
  const loaded = { path, description, fields, warnings: diagnostics, folder, workRoot, file: resolved.path };
  programs.set(loaded, toProgram(checked, path, rootOf));
  return loaded;
}

function errorsOf(path: NamedMap['path'], diagnostics: readonly JsonDiagnostic[]): LibraryError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  const where = first && `${first.file}:${first.range.start.line}:${first.range.start.column}`;
  const about = first === undefined ? '' : `: ${first.message} (${where})`;
  const help = first && { help: first.help };
  return new LibraryError('map-has-errors', `"${path}" has ${count}${about}`, { diagnostics, ...help });
}
