import { join } from 'node:path';
import type { RunEventOf } from '../model/run-event.ts';
import type { FileSystem } from './file-system.ts';
import { withStorage } from './journal-error.ts';
import { decodeRecord, MAX_LINE_BYTES } from './record.ts';
import { slipIn, slipNumberOf, type Slip, type SlipsFolder } from './slip.ts';

/** The bare name of the journal in a slip folder. */
export const JOURNAL_FILE = 'journal.jsonl';

/**
 * A run as it lies in its slip folder.
 *
 * Shape: `started` is the first record of its journal; undefined when that is damaged.
 */
export interface RunEntry extends Slip {
  readonly started: RunEventOf<'run.started'> | undefined;
}

/**
 * All runs of a work root, the newest first; those whose start cannot be read come last.
 *
 * A slip folder without a journal, or with one that breaks off in its first line, is no run: it crashed
 * before its first batch. Reads the first line of each journal and no more. Errors: throws `storage-failed`.
 */
export function findRuns(fs: FileSystem, workRoot: string): readonly RunEntry[] {
  return withStorage('look for runs', workRoot, () => {
    const runs: RunEntry[] = [];
    for (const slips of slipsFolders(fs, workRoot)) {
      for (const name of fs.list(join(workRoot, ...slips.parts))) {
        const run = slipNumberOf(name) === undefined ? undefined : readRun(fs, slipIn(workRoot, slips, name));
        if (run) runs.push(run);
      }
    }
    return runs.sort(newestFirst);
  });
}

/** The run in a slip folder; undefined when there is none. */
export function readRun(fs: FileSystem, slip: Slip): RunEntry | undefined {
  const path = join(slip.folder, JOURNAL_FILE);
  if (fs.kindOf(path) !== 'file') return undefined;
  const line = readFirstLine(fs, path);
  if (!line) return undefined;
  const decoded = decodeRecord(line);
  const event = decoded.kind === 'record' ? decoded.event : undefined;
  return { ...slip, started: event?.type === 'run.started' ? event : undefined };
}

function slipsFolders(fs: FileSystem, workRoot: string): readonly SlipsFolder[] {
  const folders: SlipsFolder[] = [];
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

/** Undefined when there is no whole first line within the limit. */
function readFirstLine(fs: FileSystem, path: string): Uint8Array | undefined {
  for (let size = 16 * 1024; ; size *= 8) {
    const bytes = fs.readPart(path, 0, Math.min(size, MAX_LINE_BYTES));
    const end = bytes.indexOf(10);
    if (end >= 0) return bytes.subarray(0, end);
    if (bytes.length < size) return undefined;
  }
}

function newestFirst(a: RunEntry, b: RunEntry): number {
  return descending(a.started?.at ?? '', b.started?.at ?? '') || descending(a.path, b.path);
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
