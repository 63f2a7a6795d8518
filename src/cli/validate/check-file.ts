import '../../framework/install-functions.ts';
import { readMap, type Checked, type MapCheck } from '../../check/check.ts';
import { checkRoleFile } from '../../check/check-role-file.ts';
import type { RecallMap, SoundMap } from '../../check/map-reader.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import type { Source } from '../../text/source.ts';

/** A map to check. Shape: `path` is absolute. */
export interface MapFile {
  readonly path: string;
  readonly source: Source;
}

/** What was found in a map, and all that this depends on beside its text. */
export interface CheckedFile {
  readonly diagnostics: readonly Diagnostic[];
  /** How many properties the map claims. */
  readonly properties: number;
  /** Everything that was asked of the disk, by the path that the map writes. */
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
}

/** What was found in a map, and what maps that run it see of it; undefined where it has an error. */
export interface CheckedMap extends CheckedFile {
  readonly source: Source;
  readonly sound: SoundMap | undefined;
}

/**
 * Checks a map with the templates of its project.
 *
 * Shape: the map, then the maps in it that were checked too, since they could not be recalled; of these only those without errors.
 */
export function checkFile(
  { source }: MapFile,
  readTemplate: ReadTemplate,
  recallMap?: RecallMap,
): readonly [CheckedMap, ...CheckedMap[]] {
  return checkedMapsOf(readMap(source, readTemplate, recallMap));
}

/** The map that was checked, then the maps in it, as {@link checkFile} gives them. */
export function checkedMapsOf({
  source,
  checked,
  subject,
  reader,
}: MapCheck): readonly [CheckedMap, ...CheckedMap[]] {
  const sound = reader.soundMapOf(checked, subject);
  const inner = reader.soundMaps.map((each) => ({
    ...foundIn(each.sound.checked),
    source: each.source,
    lookups: each.sound.lookups,
    sound: each.sound,
  }));
  return [{ ...foundIn(checked), source, lookups: reader.lookups, sound }, ...inner];
}

function foundIn({ diagnostics, document }: Checked): Omit<CheckedFile, 'lookups'> {
  return { diagnostics, properties: document?.map.properties.length ?? 0 };
}

/** Checks a role that no map has to name. */
export function checkRoleOf(role: string, readTemplate: ReadTemplate): Omit<CheckedFile, 'properties'> {
  const lookups = new Map<string, TemplateLookup>();
  const diagnostics = checkRoleFile(role, (path) => {
    const lookup = readTemplate(path);
    lookups.set(path, lookup);
    return lookup;
  });
  return { diagnostics, lookups };
}
