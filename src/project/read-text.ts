import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCodeOf } from '../util/error.ts';
import { noteRead } from './noted-reads.ts';
import { ProjectError } from './project-error.ts';

const CHUNK_BYTES = 65_536;

/**
 * Reads a whole text file.
 *
 * Shape: the text as it is, a byte order mark included.
 * Errors: throws {@link ProjectError} when it cannot be read, is no valid UTF-8, or is longer than `maxBytes`;
 * what the file claims about its size is not trusted, so a pipe is bounded too.
 */
export function readText(path: string, maxBytes: number): string {
  noteRead(path);
  return asProjectError(path, () => {
    // Opening a pipe without a writer would wait for ever.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (stats.isDirectory()) throw notRead(path, 'it is a folder');
      if (!stats.isFile() && !OF_THE_SHELL.test(path)) throw notRead(path, 'it is not a regular file');
      return decode(path, readAll(file, path, maxBytes));
    } finally {
      closeSync(file);
    }
  });
}

/** Where a shell has what another program writes, as in `<(…)`. */
const OF_THE_SHELL = /^\/(?:dev|proc)\//;

function notRead(path: string, why: string): ProjectError {
  return new ProjectError('unreadable-file', `"${path}" cannot be read: ${why}.`);
}

/** Reads a file that is open already, such as standard input, as {@link readText} does. */
export function readOpenText(file: number, name: string, maxBytes: number): string {
  return asProjectError(name, () => decode(name, readAll(file, name, maxBytes)));
}

function asProjectError(name: string, read: () => string): string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ProjectError) throw thrown;
    throw new ProjectError('unreadable-file', `"${name}" cannot be read: ${reasonOf(thrown)}.`, {
      cause: thrown,
    });
  }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (thrown) {
    throw new ProjectError('invalid-encoding', `"${name}" cannot be read: it is not valid UTF-8.`, {
      cause: thrown,
      help: 'Save the file as UTF-8.',
    });
  }
}

function readAll(file: number, name: string, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = readSome(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > maxBytes) {
      const max = `${maxBytes / 1_048_576} MiB`;
      throw new ProjectError('excessive-file', `"${name}" cannot be read: it is larger than ${max}.`);
    }
    chunks.push(chunk.subarray(0, count));
  }
}

/** Waits where a pipe was opened not to: standard input often is one. */
function readSome(file: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (thrown) {
      const code = systemCodeOf(thrown);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function reasonOf(thrown: unknown): string {
  const code = systemCodeOf(thrown);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'ELOOP') return 'its symbolic links lead in a circle';
  return code ?? String(thrown);
}
