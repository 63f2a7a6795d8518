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
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import type { Source } from '../../text/source.ts';
import { systemCodeOf } from '../../util/error.ts';
import { textHash } from '../../util/text-hash.ts';
import { packDiagnostics, unpackDiagnostics } from './pack-diagnostics.ts';

export const MAX_ENTRIES = 64;
/** Units: UTF-16. Maps and templates of this size together are rare; they are checked each time. */
export const MAX_ENTRY_UNITS = 1536 * 1024;

export interface ResultCache {
  readonly find: (source: Source, readTemplate: ReadTemplate) => readonly Diagnostic[] | undefined;
  readonly keep: (
    source: Source,
    lookups: ReadonlyMap<string, TemplateLookup>,
    diagnostics: readonly Diagnostic[],
  ) => void;
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
}

/** Where results are kept, by the environment of a user; undefined where there is no such place. */
export function cacheFolderOf(environment: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CACHE_HOME: cache = '', HOME: home = '' } = environment;
  if (isAbsolute(cache)) return join(cache, 'wfmap');
  return isAbsolute(home) ? join(home, '.cache/wfmap') : undefined;
}

export function createResultCache({ build, folder, workFolder }: ResultCacheOptions): ResultCache {
  // One entry a map and place it is checked from. That two share a name is unlikely, and costs time only.
  const pathOf = (source: Source): string => join(folder, textHash(`${workFolder}\n${source.name}`));
  return {
    find: (source, readTemplate) => {
      const entry = quietly(() => (isOwn(folder) ? readEntry(pathOf(source)) : undefined));
      if (entry === undefined || entry.build !== build) return undefined;
      if (entry.source.name !== source.name || entry.source.text !== source.text) return undefined;
      const sources = [source];
      for (const [path, before] of entry.lookups) {
        const now = readTemplate(path);
        if (JSON.stringify(now) !== JSON.stringify(before)) return undefined;
        if (now.kind === 'found') sources.push(now.source);
      }
      return unpackDiagnostics(entry.diagnostics, sources);
    },
    keep: (source, lookups, diagnostics) => {
      quietly(() => {
        const sources = [source];
        for (const each of lookups.values()) if (each.kind === 'found') sources.push(each.source);
        if (sources.reduce((sum, { text }) => sum + text.length, 0) > MAX_ENTRY_UNITS) return;
        const packed = packDiagnostics(diagnostics, sources);
        if (packed === undefined) return;
        const entry: Entry = { build, source, lookups: [...lookups], diagnostics: packed };
        const text = JSON.stringify(entry);
        if (text.length > MAX_ENTRY_UNITS) return;
        makeFolder(folder);
        if (!isOwn(folder)) return;
        writeEntry(pathOf(source), `${textHash(text)}\n${text}`);
        makeRoom(folder);
      });
    },
  };
}

/** The folder and the one above it; `recursive` would make more, and never ends where the system refuses oddly (/proc). */
function makeFolder(folder: string): void {
  for (const each of [dirname(folder), folder]) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (thrown) {
      if (systemCodeOf(thrown) !== 'EEXIST') throw thrown;
    }
  }
}

/** Somebody else could say that a bad map is good. */
function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

function readEntry(path: string): Entry | undefined {
  // A bound on the file too: UTF-8 takes up to three bytes a unit.
  if (statSync(path).size > 3 * MAX_ENTRY_UNITS) return undefined;
  const text = readFileSync(path, 'utf8');
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (textHash(body) !== text.slice(0, end)) return undefined;
  // The hash holds, so `keep` wrote it like this; of another version it may be, and then `build` differs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(body) as Entry;
}

function writeEntry(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    renameSync(draft, path);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

function makeRoom(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MAX_ENTRIES) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, names.length - MAX_ENTRIES)) rmSync(join(folder, name));
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // R2: a cache that cannot be used is as good as an empty one.
    return undefined;
  }
}
