/**
 * What other processes hand to a run: files in a folder of its run directory.
 *
 * B1. Of all that put something under one name exactly one succeeds; the file never changes after that.
 * B2. A file that can be found is whole and on disk: it is written and synced before it gets its name.
 * B3. When `put` returns, whichever way, the name of the file that counts is on disk.
 * B4. Whatever the folder contains, looking into it is bounded and does not throw for its content.
 * B5. A file that is not what belongs there is never removed: it is set aside, under a unique name.
 * B6. A watch may miss what comes, as from another machine: who waits for it looks every now and then all the same.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { isObject } from '../util/is-object.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';

/** The process that claims to have put a file there. Shape: `start` is the system's spelling of when it began; null where it does not tell. */
export interface Sender {
  readonly pid: number;
  readonly start: string | null;
}

/** What lies in a box. `isComplete`: nothing else does; else these are some of at least `max` names in the folder. */
export interface ListedNames {
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/** Names are bare. Errors: all throw `storage-failed`. */
export interface DropBox {
  /** False where the name is taken. Errors: `record-too-large`. */
  readonly put: (name: string, content: object) => boolean;
  /** The JSON in a file, or why there is none; undefined for no file. */
  readonly read: (name: string) => { readonly content: unknown } | { readonly fault: string } | undefined;
  /** Names in the folder, except for what is being written and what was set aside. */
  readonly list: (max: number) => ListedNames;
  /** Moves a name away and returns its new path from the run directory; undefined where it is gone. */
  readonly setAside: (name: string) => string | undefined;
  /** False where it is gone. */
  readonly remove: (name: string) => boolean;
  /** Closes what is held open. */
  readonly release: () => void;
  /**
   * Calls `wake` when something may have come, from now on and until the result is called. Absent where nothing tells.
   */
  readonly watch?: (wake: () => void) => () => void;
}

/**
 * What is in a box.
 *
 * Shape: `thing` is its name in messages; `holdsOpen` keeps the file of what was put open until `release`, so that others can see
 * who put it there. Units: bytes.
 */
export interface DropBoxOptions {
  readonly folder: string;
  readonly thing: string;
  readonly maxBytes: number;
  readonly holdsOpen?: boolean;
  /** What watches a folder, below a run directory, for names that are not passed over. */
  readonly watch?: WatchBox | undefined;
}

/** Shape: called until the result is called; `folder` is bare, `ignored` are names that nobody waits for. */
export type WatchBox = (
  runFolder: string,
  box: { readonly folder: string; readonly ignored: (name: string) => boolean },
  wake: () => void,
) => () => void;

export function createDropBox(
  fs: FileSystem,
  runFolder: string,
  { folder: bareName, thing, maxBytes, holdsOpen = false, watch }: DropBoxOptions,
): DropBox {
  const folder = join(runFolder, bareName);
  const held: OpenFile[] = [];
  const hold = holdsOpen ? (file: OpenFile): unknown => held.push(file) : undefined;
  const draft = new RegExp(String.raw`^${thing}-[0-9a-f-]{36}\.tmp$`);
  const isOwnName = (name: string): boolean => name === REFUSED || draft.test(name);
  return {
    put: (name, content) => {
      const bytes = Buffer.from(`${JSON.stringify(content)}\n`);
      if (bytes.length > maxBytes) {
        const message = `The ${thing} is larger than a run takes (${sizeText(maxBytes)}).`;
        throw new JournalError('record-too-large', message, { help: 'Name a file that holds the text.' });
      }
      return withStorage(`keep the ${thing}`, folder, () => {
        makeFolder(fs, folder);
        fs.syncFolder(runFolder);
        const path = join(folder, name);
        const isFirst = place(fs, bytes, { draft: join(folder, `${thing}-${randomUUID()}.tmp`), path, hold });
        fs.syncFolder(folder);
        return isFirst;
      });
    },
    read: (name) => {
      const path = join(folder, name);
      return withStorage(`read the ${thing}`, path, () => readJson(fs, path, { thing, maxBytes }));
    },
    list: (max) =>
      withStorage(`look for ${thing}s`, folder, () => {
        const all = fs.list(folder, max);
        const names = all.filter((name) => !isOwnName(name));
        return { names, isComplete: all.length < max };
      }),
    setAside: (name) =>
      withStorage('set aside', folder, () => {
        // The folder of the box itself may have been moved away since it was looked into.
        if (!isThere(() => makeFolder(fs, join(folder, REFUSED)))) return undefined;
        // Names may be as long as the system takes, so that nothing can be added to them.
        const kept = join(bareName, REFUSED, `${randomUUID()}-${name.slice(0, 60)}`);
        return moveAway(fs, join(folder, name), join(runFolder, kept)) ? kept : undefined;
      }),
    remove: (name) => withStorage(`remove the ${thing}`, folder, () => isRemoved(fs, join(folder, name))),
    release: () => {
      for (const file of held.splice(0)) file.close();
    },
    ...(watch === undefined
      ? {}
      : { watch: (wake: () => void) => watch(runFolder, { folder: bareName, ignored: isOwnName }, wake) }),
  };
}

/** In the folder of a box: what was refused. */
const REFUSED = 'refused';

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}

/** Each means that another process moved something meanwhile. */
const MAX_TURNS = 20;

/**
 * Two processes at once may both make it. Anything but a folder is moved away, because otherwise nothing could be put there;
 * so is a link, because nothing may be moved to where it leads.
 */
function makeFolder(fs: FileSystem, folder: string): void {
  for (let turn = 1; ; turn += 1) {
    try {
      fs.makeFolder(folder);
      return;
    } catch (thrown) {
      if (systemCodeOf(thrown) !== 'EEXIST' || turn === MAX_TURNS) throw thrown;
      if (fs.kindOf(folder) === 'folder' && !fs.isLink(folder)) return;
      moveAway(fs, folder, `${folder}-${REFUSED}-${randomUUID()}`);
    }
  }
}

/** False where it is gone: another process has moved it. */
function moveAway(fs: FileSystem, from: string, to: string): boolean {
  return isThere(() => fs.rename(from, to));
}

function isRemoved(fs: FileSystem, path: string): boolean {
  return isThere(() => fs.remove(path));
}

function isThere(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

interface Place {
  readonly draft: string;
  readonly path: string;
  readonly hold: ((file: OpenFile) => unknown) | undefined;
}

function place(fs: FileSystem, bytes: Uint8Array, { draft, path, hold }: Place): boolean {
  if (fs.kindOf(path) !== undefined) return false;
  let file: OpenFile | undefined;
  let isFirst = false;
  try {
    file = fs.open(draft, 'create');
    file.write(bytes);
    file.sync();
    fs.link(draft, path);
    isFirst = true;
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  } finally {
    if (isFirst && hold !== undefined && file !== undefined) hold(file);
    else file?.close();
    if (fs.kindOf(draft)) fs.remove(draft);
  }
}

function readJson(
  fs: FileSystem,
  path: string,
  { thing, maxBytes }: Pick<DropBoxOptions, 'thing' | 'maxBytes'>,
): ReturnType<DropBox['read']> {
  let bytes: Uint8Array;
  try {
    const kind = fs.kindOf(path);
    if (kind === undefined) return undefined;
    if (kind !== 'file' || fs.isLink(path)) return { fault: 'it is not a file' };
    bytes = fs.readPart(path, 0, maxBytes + 1);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  if (bytes.length > maxBytes) return { fault: `it is too large for ${articleOf(thing)} ${thing}` };
  try {
    return { content: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    // No JSON, or no text at all: somebody else wrote it.
    return { fault: 'it is not JSON' };
  }
}

function articleOf(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a';
}

export function isSender(value: unknown): value is Sender {
  if (!isObject(value)) return false;
  const { pid, start } = value;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && (start === null || typeof start === 'string');
}

/** Units: characters. */
export const MAX_CLIENT = 100;

/** The client of a server that something came over, as that calls itself. */
export function isClientOrNone(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '' && value.length <= MAX_CLIENT);
}
