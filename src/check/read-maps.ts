import type { MapDocument } from '../model/map-document.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import { workflowTasksOf } from '../validate/names/declarations.ts';
import type { SubMap } from '../validate/blocks/sub-map.ts';
import type { Checked } from './checked.ts';
import type { MapReader } from './map-reader.ts';

/** The maps that tasks of a map run, by the path that it writes. */
export interface ReadMaps {
  readonly maps: ReadonlyMap<string, SubMap>;
  readonly checked: ReadonlyMap<string, Checked>;
}

/** Reads and checks the maps in a map; what was looked for is put with its own `lookups`. */
export function readMaps(
  { map }: MapDocument,
  reader: MapReader,
  lookups: Map<string, TemplateLookup>,
): ReadMaps {
  const maps = new Map<string, SubMap>();
  const checked = new Map<string, Checked>();
  const keep = (path: string, lookup: TemplateLookup) => {
    if (!lookups.has(path)) lookups.set(path, lookup);
  };
  for (const path of new Set(workflowTasksOf(map).map((task) => task.map))) {
    const found = reader.readMap(path);
    keep(path, found.lookup);
    if (found.map) maps.set(path, found.map);
    if (!found.checked) continue;
    checked.set(path, found.checked);
    for (const [each, lookup] of found.checked.lookups) keep(each, lookup);
  }
  return { maps, checked };
}
