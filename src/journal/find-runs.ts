import { basename, join } from 'node:path';
import type { RunEvent, RunEventOf } from '../model/run-event.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { putBack } from './large-values.ts';
import { readJournal } from './read-journal.ts';
import { decodeRecord, MAX_LINE_BYTES, type DecodedLine } from './record.ts';
import { runDirectoryIn, runNumberOf, type RunDirectory, type RunsFolder } from './run-directory.ts';
import { SOURCES_FOLDER } from './source-store.ts';

/** The bare name of the journal in a run directory. */
export const JOURNAL_FILE = 'journal.jsonl';

/**
 * A run as its directory has it.
 *
 * Shape: `started` is the first record of its journal; undefined when that is damaged.
 */
export interface RunEntry extends RunDirectory {
  readonly started: RunEventOf<'run.started'> | undefined;
}

/**
 * All runs of a work root, the newest first; those whose start cannot be read come last.
 *
 * A run directory without a journal, or with one that breaks off in its first batch, is no run: it crashed before
 * anything was started. Reads the first batch of each journal and no more. Errors: throws `storage-failed`.
 */
export function findRuns(fs: FileSystem, workRoot: string): readonly RunEntry[] {
  return withStorage('look for runs', workRoot, () => {
    const runs = runDirectories(fs, workRoot).map((each) => readRun(fs, each));
    return runs.filter((run) => run !== undefined).sort(newestFirst);
  });
}

/**
 * The newest runs of a work root.
 *
 * Shape: `startless` are the run directories without a start that were met on the way. Units: `older` counts those with a journal
 * that were not looked into.
 */
export interface NewestRuns {
  readonly runs: readonly RunEntry[];
  readonly startless: readonly RunDirectory[];
  readonly older: number;
}

/**
 * The newest runs of a work root, at most `limit`, the newest first; those whose start cannot be read come last, beside the limit.
 *
 * Reads the first batch of so many journals of each map, those with the greatest numbers: a map's runs are numbered in the order of
 * their starts. Of all others it is looked only whether there is a journal. Errors: throws `storage-failed`.
 */
export function findNewestRuns(fs: FileSystem, workRoot: string, limit: number): NewestRuns {
  return withStorage('look for runs', workRoot, () => {
    const found = runsFolders(fs, workRoot).map((folder) => newestIn(fs, workRoot, { folder, limit }));
    const runs = found.flatMap((each) => each.runs).sort(newestFirst);
    const readable = runs.filter(({ started }) => started !== undefined);
    const shown = [...readable.slice(0, limit), ...runs.filter(({ started }) => started === undefined)];
    const unread = found.reduce((sum, { older }) => sum + older, 0);
    const startless = found.flatMap((each) => each.startless);
    return { runs: shown, startless, older: unread + runs.length - shown.length };
  });
}

function newestIn(
  fs: FileSystem,
  workRoot: string,
  { folder, limit }: { readonly folder: RunsFolder; readonly limit: number },
): NewestRuns {
  const directories = directoriesIn(fs, workRoot, folder).toSorted((a, b) => numberOf(b) - numberOf(a));
  const runs: RunEntry[] = [];
  const startless: RunDirectory[] = [];
  let at = 0;
  // One whose start cannot be read takes nobody's place.
  for (let readable = 0; at < directories.length && readable < limit; at += 1) {
    const directory = directories[at];
    if (directory === undefined) continue;
    const run = readRun(fs, directory);
    if (run !== undefined) runs.push(run);
    else if (isStartless(fs, directory)) startless.push(directory);
    if (run?.started !== undefined) readable += 1;
  }
  const older = directories.slice(at).filter((each) => fs.kindOf(join(each.folder, JOURNAL_FILE)) === 'file');
  return { runs, startless, older: older.length };
}

function numberOf({ folder }: RunDirectory): number {
  return runNumberOf(basename(folder)) ?? 0;
}

/** The folders of a work root that are called as run directories are, whether there is a run in them or not. Errors: system errors. */
export function runDirectories(fs: FileSystem, workRoot: string): readonly RunDirectory[] {
  return runsFolders(fs, workRoot).flatMap((folder) => directoriesIn(fs, workRoot, folder));
}

function directoriesIn(fs: FileSystem, workRoot: string, folder: RunsFolder): readonly RunDirectory[] {
  return fs
    .list(join(workRoot, ...folder.parts))
    .filter((name) => runNumberOf(name) !== undefined)
    .map((name) => runDirectoryIn(workRoot, folder, name));
}

/** The run in a run directory; undefined when there is none. */
export function readRun(fs: FileSystem, directory: RunDirectory): RunEntry | undefined {
  const path = join(directory.folder, JOURNAL_FILE);
  if (fs.kindOf(path) !== 'file') return undefined;
  const line = readFirstLine(fs, path);
  if (!line) return undefined;
  const decoded = decodeRecord(line);
  const event = decoded.kind === 'record' ? wholeEvent(fs, path, decoded) : undefined;
  return { ...directory, started: event?.type === 'run.started' ? event : undefined };
}

/** Whether a run directory without a run is one of wfmap: others leave such folders too, without a journal and without sources. */
export function isStartless(fs: FileSystem, { folder }: RunDirectory): boolean {
  return (
    fs.kindOf(join(folder, JOURNAL_FILE)) !== undefined ||
    fs.kindOf(join(folder, SOURCES_FOLDER)) === 'folder'
  );
}

/** Why there is no run in a run directory that is there. */
export function startlessError(fs: FileSystem, { folder, name }: RunDirectory): JournalError {
  const path = join(folder, JOURNAL_FILE);
  const message = `The folder of the run "${name}" is there, but its journal "${path}" ${stateOf(fs, path)}.`;
  const help =
    'A run that is just starting has it in a moment. Otherwise put a copy of it back, or start a new run.';
  return new JournalError(fs.kindOf(path) === 'file' ? 'journal-damaged' : 'journal-missing', message, {
    path,
    help,
  });
}

function stateOf(fs: FileSystem, path: string): string {
  const kind = fs.kindOf(path);
  if (kind === undefined) return 'is missing';
  if (kind !== 'file') return 'is not a file';
  return fs.readPart(path, 0, 1).length === 0 ? 'is empty' : 'holds no whole first batch';
}

/** A start whose large inputs are gone is one that cannot be read; its reader is told why. */
function wholeEvent(
  fs: FileSystem,
  path: string,
  { event, place }: DecodedLine & { kind: 'record' },
): RunEvent | undefined {
  try {
    return putBack(fs, path, { event, apart: place.apart });
  } catch (thrown) {
    if (thrown instanceof JournalError) return undefined;
    throw thrown;
  }
}

function runsFolders(fs: FileSystem, workRoot: string): readonly RunsFolder[] {
  const folders: RunsFolder[] = [];
  for (const map of fs.list(join(workRoot, '.wfmap', 'runs'))) {
    folders.push({ map, parts: ['.wfmap', 'runs', map] });
  }
  for (const scope of fs.list(join(workRoot, '.sdlc', 'workslips'))) {
    for (const name of fs.list(join(workRoot, '.sdlc', 'workslips', scope))) {
      const map = /^(.+)-slips$/s.exec(name)?.[1];
      if (map) folders.push({ map, parts: ['.sdlc', 'workslips', scope, name] });
    }
  }
  return folders;
}

/** The first line of a first batch that is whole, or that is damaged; undefined when it was never written whole. */
function readFirstLine(fs: FileSystem, path: string): Uint8Array | undefined {
  for (let size = 16 * 1024; ; size *= 8) {
    const bytes = fs.readPart(path, 0, Math.min(size, MAX_LINE_BYTES));
    let first: Uint8Array | undefined;
    for (let from = 0, end = bytes.indexOf(10); end >= 0; from = end + 1, end = bytes.indexOf(10, from)) {
      const line = bytes.subarray(from, end);
      first ??= line;
      const decoded = decodeRecord(line);
      if (decoded.kind !== 'record') return from === 0 || isDamaged(fs, path) ? first : undefined;
      if (!decoded.place.more) return first;
    }
    if (bytes.length < size) return undefined;
  }
}

/** A first batch that tore is nothing; one that is damaged is a run, whose reader is to be told. */
function isDamaged(fs: FileSystem, path: string): boolean {
  try {
    return readJournal(fs, path).events.length > 0;
  } catch (thrown) {
    if (thrown instanceof JournalError) return true;
    throw thrown;
  }
}

function newestFirst(a: RunEntry, b: RunEntry): number {
  return descending(a.started?.at ?? '', b.started?.at ?? '') || descending(a.path, b.path);
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
