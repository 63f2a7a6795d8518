import { dirname, join } from 'node:path';
import type { RunEvent } from '../model/run-event.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { digestOf } from './source-store.ts';
import { writeWhole } from './write-whole.ts';

// Large members of a record's data are files of their own beside the journal, synced before the record that names
// them. A record then holds their digests, and "apart" the names of the members.

/** The folder in a run directory. */
export const VALUES_FOLDER = 'values';

/** From here on a line is looked at, and a member is put into a file. Units: characters of JSON. */
const LARGE_LINE = 64 * 1024;
const LARGE_MEMBER = 32 * 1024;

/** An event as its record says it. Shape: `apart` names the members of `data` that are digests. */
export interface LeanEvent {
  readonly event: RunEvent;
  readonly apart: readonly string[] | undefined;
}

/** Puts the large members of an event's data into files, durably. Errors: throws `storage-failed`. */
export function putApart(fs: FileSystem, journalPath: string, event: RunEvent): LeanEvent {
  const members = Object.entries(event.data).map(([name, value]: [string, unknown]) => {
    const text = typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : '';
    return { name, value, text };
  });
  if (members.every(({ text }) => text.length < LARGE_MEMBER)) return { event, apart: undefined };
  const large = members.filter(({ text }) => text.length >= LARGE_MEMBER);
  const digests = new Map(large.map(({ name, text }) => [name, store(fs, journalPath, text)]));
  const data = Object.fromEntries(members.map(({ name, value }) => [name, digests.get(name) ?? value]));
  // The same members, some of them as digests: what reads them back makes them what they were.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { event: { ...event, data } as unknown as RunEvent, apart: [...digests.keys()] };
}

/** Whether a record's text is worth a look at its members. */
export function isLarge(text: string): boolean {
  return text.length >= LARGE_LINE;
}

/** Puts the members back that stand apart. Errors: throws `journal-damaged` where a file is gone or is another. */
export function putBack(fs: FileSystem, journalPath: string, { event, apart }: LeanEvent): RunEvent {
  if (apart === undefined) return event;
  const data = new Map<string, unknown>(Object.entries(event.data));
  for (const name of apart) data.set(name, load(fs, journalPath, data.get(name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...event, data: Object.fromEntries(data) } as unknown as RunEvent;
}

function store(fs: FileSystem, journalPath: string, text: string): string {
  const folder = join(dirname(journalPath), VALUES_FOLDER);
  const digest = digestOf(text);
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES) {
    throw new JournalError('record-too-large', 'A value is larger than a journal takes (64 MiB).');
  }
  withStorage('keep a result of the run', folder, () => {
    if (fs.kindOf(folder) === undefined) {
      fs.makeFolder(folder);
      fs.syncFolder(dirname(folder));
    }
    writeWhole(fs, join(folder, digest), text, true);
  });
  return digest;
}

/** Units: bytes. No record is larger than that. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024;

function load(fs: FileSystem, journalPath: string, digest: unknown): unknown {
  // The digest comes from a file; it must not lead out of the folder.
  const isDigest = typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest);
  const path = join(dirname(journalPath), VALUES_FOLDER, isDigest ? digest : '');
  const bytes = isDigest && fs.kindOf(path) === 'file' ? fs.readPart(path, 0, MAX_VALUE_BYTES) : undefined;
  if (bytes === undefined || digestOf(bytes) !== digest) {
    const message = `The journal names a value that is not there as it was written: "${path}".`;
    const help = 'Put the file back, or start a new run.';
    throw new JournalError('journal-damaged', message, { path, help });
  }
  return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}
