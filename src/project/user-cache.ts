/**
 * Texts that a user's account keeps between processes.
 *
 * K1. What is read is what was written: an entry that is damaged, foreign or in a folder that others may write to is none.
 * K2. Whatever fails here costs time and no result: nothing is thrown.
 * K3. The folder has at most `maxEntries` entries of at most `maxUnits`; the oldest go first.
 * K4. A reader sees a whole entry or none.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { textHash } from '../util/text-hash.ts';

export interface UserCache {
  readonly read: (name: string) => string | undefined;
  readonly write: (name: string, text: string) => void;
}

/** Units: UTF-16. Shape: `folder` is absolute. */
export interface UserCacheOptions {
  readonly folder: string;
  readonly maxEntries: number;
  readonly maxUnits: number;
}

/** Where such texts are kept, by the environment of a user; undefined where there is no such place. */
export function cacheFolderOf(environment: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CACHE_HOME: cache = '', HOME: home = '' } = environment;
  if (isAbsolute(cache)) return join(cache, 'wfmap');
  return isAbsolute(home) ? join(home, '.cache/wfmap') : undefined;
}

export function createUserCache({ folder, maxEntries, maxUnits }: UserCacheOptions): UserCache {
  return {
    read: (name) => quietly(() => (isOwn(folder) ? readEntry(join(folder, name), maxUnits) : undefined)),
    write: (name, text) => {
      if (text.length > maxUnits) return;
      quietly(() => {
        makeFolder(folder);
        if (!isOwn(folder)) return;
        writeEntry(join(folder, name), `${textHash(text)}\n${text}`);
        makeRoom(folder, maxEntries);
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

function readEntry(path: string, maxUnits: number): string | undefined {
  // A bound on the file too: UTF-8 takes up to three bytes a unit.
  if (statSync(path).size > 3 * maxUnits) return undefined;
  const text = readFileSync(path, 'utf8');
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  return textHash(body) === text.slice(0, end) ? body : undefined;
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

function makeRoom(folder: string, maxEntries: number): void {
  const names = readdirSync(folder);
  if (names.length <= maxEntries) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, names.length - maxEntries)) rmSync(join(folder, name));
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // K2: a cache that cannot be used is as good as an empty one.
    return undefined;
  }
}
