import { isSameSource, lookupsNow } from './lookups-now.ts';
import type { CheckedSoundMap, RecallMap } from './map-reader.ts';

/** Units: maps. The one that was asked for least recently goes first. */
const MAX_MAPS = 500;

/**
 * The maps without errors that were checked in this process, by the name of their file.
 *
 * One is given only where its text, and all that its check looked for, are as they were.
 */
export class CheckedMaps {
  readonly #maps = new Map<string, CheckedSoundMap>();

  readonly recall: RecallMap = (source, lookUp) => {
    const known = this.#maps.get(source.name);
    if (!known || !isSameSource(known.source, source)) return undefined;
    const lookups = lookupsNow(known.sound.lookups, lookUp);
    if (!lookups) return undefined;
    this.#put(known);
    return { ...known.sound, lookups };
  };

  keep(maps: readonly CheckedSoundMap[]): void {
    for (const map of maps) this.#put(map);
  }

  #put(map: CheckedSoundMap): void {
    const { name } = map.source;
    this.#maps.delete(name);
    this.#maps.set(name, map);
    const [oldest] = this.#maps.keys();
    if (this.#maps.size > MAX_MAPS && oldest !== undefined) this.#maps.delete(oldest);
  }
}
