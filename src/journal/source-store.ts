import { hash } from 'node:crypto';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { writeAllWhole } from './write-whole.ts';

/** The folder in a run directory that keeps the map and the templates of the run, each under its digest. */
export const SOURCES_FOLDER = 'sources';

/** SHA-256 of a text in UTF-8, hex. */
export function digestOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/**
 * Keeps texts under their digests; when it returns they are on disk and a journal may name them.
 *
 * Shape: digests in the order of the texts. Errors: throws `storage-failed`.
 */
export function storeSources(fs: FileSystem, runFolder: string, texts: readonly string[]): readonly string[] {
  const folder = join(runFolder, SOURCES_FOLDER);
  return withStorage('keep the sources of the run', folder, () => {
    if (fs.kindOf(folder) === undefined) fs.makeFolder(folder);
    fs.syncFolder(runFolder);
    const kept = texts.map((text) => [digestOf(text), text] as const);
    // Written again unless it is the same to the byte: an agent could have changed it.
    const missing = kept.filter(([digest]) => readVerified(fs, join(folder, digest), digest) === undefined);
    writeAllWhole(fs, folder, new Map(missing));
    return kept.map(([digest]) => digest);
  });
}

/** Reads a kept text. Errors: throws `source-damaged` when it is gone or is another, `storage-failed`. */
export function readSource(fs: FileSystem, runFolder: string, digest: string): string {
  const path = join(runFolder, SOURCES_FOLDER, digest);
  // The digest comes from a journal; it must not lead out of the folder.
  const bytes = /^[0-9a-f]{64}$/.test(digest)
    ? withStorage('read a source of the run', path, () => readVerified(fs, path, digest))
    : undefined;
  if (bytes) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const help = 'Resume with the map and templates as they are now, or start a new run.';
  throw new JournalError('source-damaged', `The run no longer has its own copy of a source: "${path}".`, {
    path,
    help,
  });
}

/** Units: bytes. A map and a template are smaller by far. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

function readVerified(fs: FileSystem, path: string, digest: string): Uint8Array | undefined {
  try {
    // Reading a pipe could wait for ever, and the folder may come from anywhere.
    if (fs.kindOf(path) !== 'file') return undefined;
    const bytes = fs.readPart(path, 0, MAX_SOURCE_BYTES);
    return digestOf(bytes) === digest ? bytes : undefined;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
