import { basename, join, relative } from 'node:path';
import { collect } from '../../diagnostics/diagnostic.ts';
import { parse } from '../../parse/parse.ts';
import { findMaps } from '../../project/find-maps.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readText } from '../../project/read-text.ts';
import { isMapName, resolveShipped, shippedMaps } from '../../project/resolve-map.ts';
import type { MapLine } from '../../report/shapes.ts';
import { WfmapError } from '../../util/error.ts';

/** A map that can be named here. */
export interface KnownMap extends Omit<MapLine, 'description'> {
  /** Its absolute path. */
  readonly file: string;
}

/**
 * The maps of the project around a folder, then the shipped ones; of two of one name the project's own, as `run` takes it.
 *
 * Errors: throws ProjectError when a folder cannot be listed.
 */
export function knownMaps(workFolder: string): readonly KnownMap[] {
  const root = findWorkRoot(workFolder);
  const own = findMaps(root).map((path): KnownMap => ({
    name: wordFor(path, root, workFolder),
    path,
    origin: 'project',
    file: join(root, path),
  }));
  const names = new Set(own.map(({ name }) => name));
  const shipped = shippedMaps()
    .filter((name) => !names.has(name))
    .map((name): KnownMap => {
      const { path: file, name: path } = resolveShipped(name);
      return { name, path, origin: 'shipped', file };
    });
  return [...own, ...shipped];
}

/** A name for those of `workflows`, else the path from the current folder. */
function wordFor(path: string, root: string, workFolder: string): string {
  const name = basename(path).replace(/\.\w+$/, '');
  if (path.startsWith('workflows/') && isMapName(name)) return name;
  return relative(workFolder, join(root, path)).replaceAll('\\', '/');
}

/** Units: bytes. */
const MAX_MAP_BYTES = 16 * 1_048_576;

/** A map in one line. Only its own text is looked at. */
export function mapLineOf({ file, ...known }: KnownMap): MapLine {
  return { ...known, description: descriptionOf(file, known.path) };
}

function descriptionOf(file: string, path: string): string | null {
  try {
    const { report } = collect();
    return parse({ name: path, text: readText(file, MAX_MAP_BYTES) }, report)?.map.description ?? null;
  } catch (thrown) {
    if (thrown instanceof WfmapError) return null;
    throw thrown;
  }
}
