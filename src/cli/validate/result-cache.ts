/**
 * What earlier checks of maps found, kept between processes.
 *
 * A check is a pure function of the map's text and of what was found where its templates were looked for. An entry
 * holds all of these as they were, to the letter, and what the check found; so nothing rests on digests or times.
 *
 * R1. A result is given only when all that it depends on is the same now: the map, every lookup, the build of wfmap.
 * R2. An entry that is damaged, foreign or in a folder that others may write to is none. Whatever fails here costs
 *     time and no result: nothing is thrown.
 * R3. The folder has at most {@link MAX_ENTRIES} entries of at most {@link MAX_ENTRY_UNITS}; the oldest go first.
 * R4. A reader sees a whole entry or none.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import { createUserCache } from '../../project/user-cache.ts';
import type { Source } from '../../text/source.ts';
import { textHash } from '../../util/text-hash.ts';
import { packDiagnostics, unpackDiagnostics } from './pack-diagnostics.ts';

export const MAX_ENTRIES = 64;
/** Units: UTF-16. Maps and templates of this size together are rare; they are checked each time. */
export const MAX_ENTRY_UNITS = 1536 * 1024;

export interface ResultCache {
  readonly find: (source: Source, readTemplate: ReadTemplate) => Kept | undefined;
  readonly keep: (source: Source, lookups: ReadonlyMap<string, TemplateLookup>, found: Kept) => void;
}

/** What a check found. Shape: `properties` counts those that a map claims. */
interface Kept {
  readonly diagnostics: readonly Diagnostic[];
  readonly properties: number;
}

/** `build` tells this state of wfmap's code from every other; `folder` is absolute, `workFolder` where names start. */
export interface ResultCacheOptions {
  readonly build: string;
  readonly folder: string;
  readonly workFolder: string;
}

interface Entry {
  readonly build: string;
  readonly source: Source;
  readonly lookups: readonly (readonly [string, TemplateLookup])[];
  readonly diagnostics: unknown;
  readonly properties: number;
}

export function createResultCache({ build, folder, workFolder }: ResultCacheOptions): ResultCache {
  const cache = createUserCache({ folder, maxEntries: MAX_ENTRIES, maxUnits: MAX_ENTRY_UNITS });
  // One entry a map and place it is checked from. That two share a name is unlikely, and costs time only.
  const nameOf = (source: Source): string => textHash(`${workFolder}\n${source.name}`);
  return {
    find: (source, readTemplate) => {
      const entry = toEntry(cache.read(nameOf(source)));
      if (entry === undefined || entry.build !== build) return undefined;
      if (entry.source.name !== source.name || entry.source.text !== source.text) return undefined;
      const sources = [source];
      for (const [path, before] of entry.lookups) {
        const now = readTemplate(path);
        if (JSON.stringify(now) !== JSON.stringify(before)) return undefined;
        if (now.kind === 'found') sources.push(now.source);
      }
      return {
        diagnostics: unpackDiagnostics(entry.diagnostics, sources),
        properties: entry.properties,
      };
    },
    keep: (source, lookups, { diagnostics, properties }) => {
      const sources = [source];
      for (const each of lookups.values()) if (each.kind === 'found') sources.push(each.source);
      if (sources.reduce((sum, { text }) => sum + text.length, 0) > MAX_ENTRY_UNITS) return;
      const packed = packDiagnostics(diagnostics, sources);
      if (packed === undefined) return;
      const entry: Entry = { build, source, lookups: [...lookups], diagnostics: packed, properties };
      cache.write(nameOf(source), JSON.stringify(entry));
    },
  };
}

function toEntry(text: string | undefined): Entry | undefined {
  if (text === undefined) return undefined;
  try {
    // It is as `keep` wrote it, or of another version, and then `build` differs.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as Entry;
  } catch {
    // R2: one that was made by hand is none.
    return undefined;
  }
}
