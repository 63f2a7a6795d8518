import { check, inspect, type Checked, type Inspected } from '../../check/check.ts';
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
  #inspected: Inspected | undefined;

  constructor(file: MapFile) {
    this.file = file;
    const lookUp = (path: string): TemplateLookup => {
      const lookup = file.readTemplate(path);
      this.#lookups.set(path, lookup);
      return lookup;
    };
    this.checked = check(file.source, lookUp);
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
    this.#inspected ??= inspect(document, this.file.readTemplate);
    return this.#inspected;
  }

  /** Whether a check of this state would find the same: the text of the map and all that it names are as they were. */
  isOf({ source }: MapFile): boolean {
    if (source.text !== this.file.source.text || source.name !== this.file.source.name) return false;
    return [...this.#lookups].every(([path, lookup]) => isSame(lookup, this.file.readTemplate(path)));
  }
}

function isSame(one: TemplateLookup, other: TemplateLookup): boolean {
  if (one.kind === 'found' && other.kind === 'found') {
    return one.source.text === other.source.text && one.source.name === other.source.name;
  }
  return JSON.stringify(one) === JSON.stringify(other);
}
