import { inspect, readMap, type Checked, type Inspected } from '../../check/check.ts';
import type { CheckedMaps } from '../../check/checked-maps.ts';
import { isSameSource, lookupsNow } from '../../check/lookups-now.ts';
import type { MapDocument } from '../../model/map-document.ts';
import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import type { Source } from '../../text/source.ts';

/** A map, as it is open or on disk. Shape: `path` is absolute; undefined for what is no file. */
export interface MapFile {
  readonly uri: string;
  readonly path: string | undefined;
  readonly source: Source;
  readonly readTemplate: ReadTemplate;
}

/** What is known of one state of a map and of all that it names. */
export class Analysis {
  readonly file: MapFile;
  readonly checked: Checked;
  readonly #lookups = new Map<string, TemplateLookup>();
  readonly #maps: CheckedMaps;
  #inspected: Inspected | undefined;

  /** `maps` are those that were checked before; what is checked of the maps in this one is put with them. */
  constructor(file: MapFile, maps: CheckedMaps) {
    this.file = file;
    this.#maps = maps;
    const lookUp = (path: string): TemplateLookup => {
      const lookup = file.readTemplate(path);
      this.#lookups.set(path, lookup);
      return lookup;
    };
    const { checked, reader } = readMap(file.source, lookUp, maps.recall);
    maps.keep(reader.soundMaps);
    this.checked = checked;
  }

  /** All that was looked for, by the path that a map, prompt or role writes. */
  get lookups(): ReadonlyMap<string, TemplateLookup> {
    return this.#lookups;
  }

  get document(): MapDocument | undefined {
    return this.checked.document;
  }

  /** What a map names, whether it has errors or not; undefined where there is no map to speak of. */
  inspected(): Inspected | undefined {
    const { document } = this.checked;
    if (!document) return undefined;
    this.#inspected ??= inspect(document, this.file.readTemplate, this.#maps.recall);
    return this.#inspected;
  }

  /** Whether a check of this state would find the same: the text of the map and all that it names are as they were. */
  isOf({ source, readTemplate }: MapFile): boolean {
    return isSameSource(source, this.file.source) && lookupsNow(this.#lookups, readTemplate) !== undefined;
  }
}
