/**
 * What `init` and `update` have written into a project, so that it can be taken back.
 *
 * R1. A file is in the record, with a copy of what stood there, before it is changed.
 * R2. What is written twice is recorded once: the copy is of what a person last had, without what wfmap put into it.
 * R3. The record is a file of the project, so anybody can have written it: what it names outside of the project is refused.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { IGNORE_DRAFT, makeFolderOf } from '../../artifact/artifact-folders.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { acquireLock } from '../../journal/lock.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import { createProcessTable } from '../../process/process-table.ts';
import { isObject } from '../../util/is-object.ts';

/** What stood at a path. Shape: `copy` is the name of a file in `before/`. */
export interface CopiedFile {
  readonly copy: string;
  readonly digest: string;
  readonly mode: number;
}

export interface RecordedFile {
  /** Where it lies, without links, from the root. */
  readonly path: string;
  readonly kind: 'section' | 'text' | 'link';
  /** Null where nothing was. */
  readonly before: CopiedFile | null;
  /** The digest of what was written; of a link, where it leads. */
  readonly after: string;
}

export interface InitRecord {
  /** Folders that were made, from the root, the outer ones first. */
  readonly folders: readonly string[];
  readonly files: readonly RecordedFile[];
}

/** Where it is kept, from the root. Git ignores all of `.wfmap`. */
export const INIT_FOLDER = '.wfmap/init';

const RECORD = 'record.json';
const VERSION = 1;
/** Units: bytes, and files. */
const MAX_BYTES = 1_048_576;
const MAX_FILES = 1_000;

/** The folder of the record, with its disk. */
export interface InitHome {
  readonly fs: FileSystem;
  readonly folder: string;
}

export function initHomeOf(root: string): InitHome {
  return { fs: createProjectFileSystem(root), folder: join(root, INIT_FOLDER) };
}

/** Makes the folder where it is not there. Errors: throws JournalError `path-refused` where it would lie elsewhere; system errors. */
export function openInitHome(root: string): InitHome {
  const home = initHomeOf(root);
  const place = { root, ignored: new Set(['.wfmap']), realPath: (path: string) => realpathSync(path) };
  if (!makeFolderOf(home.fs, place, `${INIT_FOLDER}/before/copy`))
    throw refusal(home, 'leads out of the project');
  return home;
}

/** Reads the record; undefined where there is none. Errors: throws JournalError `path-refused` for a damaged or foreign one. */
export function readInitRecord(home: InitHome): InitRecord | undefined {
  const path = join(home.folder, RECORD);
  if (home.fs.kindOf(path) !== 'file') return undefined;
  const bytes = home.fs.readPart(path, 0, MAX_BYTES + 1);
  const record = bytes.length > MAX_BYTES ? undefined : toRecord(new TextDecoder().decode(bytes));
  if (record === undefined) throw refusal(home, 'has a record that wfmap did not write');
  return record;
}

export function writeInitRecord({ fs, folder }: InitHome, record: InitRecord): void {
  writeWhole(
    fs,
    join(folder, RECORD),
    `${JSON.stringify({ version: VERSION, ...record }, undefined, 2)}\n`,
    true,
  );
}

/**
 * Does something to a project while no other `init` or `update` does.
 *
 * Errors: throws JournalError `run-is-held` where one does; what `act` throws.
 */
export function whileHeld<T>({ fs, folder }: InitHome, act: () => T): T {
  const owner = { run: 'init', at: new Date().toISOString() };
  let lock;
  try {
    lock = acquireLock(fs, folder, owner, createProcessTable());
  } catch (cause) {
    if (!(cause instanceof JournalError) || !cause.code.startsWith('run-is-held')) throw cause;
    const help = `Wait for it, and run the command again. It is named in ${INIT_FOLDER}/lock.json.`;
    throw new JournalError(cause.code, 'Another wfmap is setting this project up, so nothing was written.', {
      cause,
      help,
    });
  }
  try {
    return act();
  } finally {
    lock.release();
  }
}

/** Removes the record and all that was kept with it, but for some copies; the folder goes where nothing is left in it. */
export function removeInitHome(root: string, kept: ReadonlySet<string>): void {
  const { fs, folder } = initHomeOf(root);
  const copies = join(folder, 'before');
  for (const name of fs.list(copies)) if (!kept.has(name)) fs.remove(join(copies, name));
  for (const name of fs.list(folder)) if (name !== 'before') fs.remove(join(folder, name));
  for (const each of [copies, folder]) removeIfEmpty(fs, each);
  // A `.wfmap` that holds no more than the rule for git is of no use to anybody.
  const top = join(root, '.wfmap');
  const left = fs.list(top);
  if (left.every((name) => name === '.gitignore' || name === IGNORE_DRAFT))
    for (const name of left) fs.remove(join(top, name));
  removeIfEmpty(fs, top);
}

export function removeIfEmpty(fs: FileSystem, folder: string): void {
  if (fs.kindOf(folder) === 'folder' && !fs.isLink(folder) && fs.list(folder, 1).length === 0)
    fs.remove(folder);
}

function toRecord(text: string): InitRecord | undefined {
  const json = parsed(text);
  if (!isObject(json) || json['version'] !== VERSION) return undefined;
  const { folders, files } = json;
  if (!isListOf(folders, isPath) || !isListOf(files, isRecordedFile)) return undefined;
  return { folders, files };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no record.
    return undefined;
  }
}

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= MAX_FILES && value.every(isOne);
}

/** A path in the project, and none of wfmap's own or of git. */
function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('\0')) return false;
  const parts = value.split('/');
  return (
    !['.git', '.wfmap'].includes(parts[0] ?? '') && parts.every((part) => !['', '.', '..'].includes(part))
  );
}

function isRecordedFile(value: unknown): value is RecordedFile {
  if (!isObject(value)) return false;
  const { path, kind, before, after } = value;
  const isKind = ['section', 'text', 'link'].some((each) => each === kind);
  return isPath(path) && isKind && typeof after === 'string' && (before === null || isCopy(before));
}

function isCopy(value: unknown): value is CopiedFile {
  if (!isObject(value)) return false;
  const { copy, digest, mode } = value;
  const isName = typeof copy === 'string' && /^\d{1,4}-[\w.-]{1,100}$/.test(copy);
  return isName && typeof digest === 'string' && Number.isInteger(mode);
}

function refusal({ folder }: InitHome, what: string): JournalError {
  const help = 'wfmap writes nothing because of it. Look at it, and remove it.';
  return new JournalError('path-refused', `"${folder}" ${what}.`, { path: folder, help });
}
