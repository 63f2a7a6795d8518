import { posix } from 'node:path';
import type { Checked } from '../../check/check.ts';
import { namedFilesOf } from '../../check/named-files.ts';
import type { Field } from '../../model/field.ts';
import type { Source, Span } from '../../text/source.ts';
import { invariant } from '../../util/invariant.ts';
import { placeOfFile, placeOfMap, type EjectPlace } from './eject-places.ts';
import type { NewFile } from './write-files.ts';

/** A shipped map with all that it and the maps in it name. The map itself comes last: it is never there without the rest. */
export interface EjectedMap {
  readonly files: readonly NewFile[];
  readonly fields: readonly Field[];
}

export interface EjectOptions extends EjectPlace {
  /** The schema that copies of maps name, from the root of the project; undefined leaves `$schema` out. */
  readonly schema: string | undefined;
}

/**
 * Makes the copies of a shipped map, the maps in it, and the prompts, roles, partials and schemas of all of them.
 *
 * Shape: each file once, at a path that no other map of wfmap looks at, but for the map itself; texts are as shipped, but for
 * the names of these files and `$schema`.
 */
export function ejectMap(checked: Checked, options: EjectOptions): EjectedMap {
  const { document } = checked;
  invariant(document, 'a shipped map can be read');
  const copies = new Map<string, Source>();
  const names = new Renames();
  for (const each of mapsIn(checked)) {
    for (const file of namedFilesOf(each)) {
      const lookup = checked.lookups.get(file.path);
      invariant(lookup?.kind === 'found', 'a shipped map has all that it names');
      const { path, written } = placeOfFile(file, options);
      const other = copies.get(path);
      invariant(other === undefined || other === lookup.source, 'each file has a path of its own');
      copies.set(path, lookup.source);
      if (written !== undefined) names.add(file.span, written);
    }
  }
  const place = placeOfMap(options);
  copies.delete(place);
  copies.set(place, document.source);
  const files = Array.from(copies, ([path, source]): NewFile => {
    const text = names.textOf(source);
    return { path, text: SCHEMA.test(text) ? withSchema(text, path, options.schema) : text };
  });
  return { files, fields: document.map.fields };
}

/** A map and all maps in it, each once. */
function mapsIn(checked: Checked): ReadonlySet<Checked> {
  const maps = new Set([checked]);
  // A set grows while it is walked.
  for (const each of maps) for (const inner of each.maps.values()) maps.add(inner);
  return maps;
}

interface Rename {
  readonly end: number;
  readonly written: string;
}

/** What names become in the texts that hold them. */
class Renames {
  readonly #bySource = new Map<Source, Map<number, Rename>>();

  /** A name in a partial is told by every prompt that takes it in, and is one name all the same. */
  add({ source, start, end }: Span, written: string): void {
    const known = this.#bySource.get(source) ?? new Map<number, Rename>();
    this.#bySource.set(source, known.set(start, { end, written }));
  }

  textOf(source: Source): string {
    const names = [...(this.#bySource.get(source) ?? [])];
    // From the end on, so that the places before it stay where they are.
    return names
      .toSorted(([a], [b]) => b - a)
      .reduce(
        (text, [start, { end, written }]) => text.slice(0, start) + written + text.slice(end),
        source.text,
      );
  }
}

/** Every shipped map begins with it. */
const SCHEMA = /^(\{\s*)"\$schema"\s*:\s*"[^"]*map\.schema\.json"(\s*,\s*)/;

function withSchema(text: string, path: string, schema: string | undefined): string {
  return text.replace(SCHEMA, (_whole, open: string, next: string) =>
    schema === undefined
      ? open
      : `${open}"$schema": ${JSON.stringify(posix.relative(posix.dirname(path), schema))}${next}`,
  );
}
