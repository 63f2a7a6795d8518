import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CHUNK_BYTES = 65_536;

/**
 * Reads a whole text file.
 *
 * Shape: the text as it is, a byte order mark included.
 * Errors: throws {@link ProjectError} when it cannot be read, is no regular text, is no valid UTF-8, or is
 * longer than `maxBytes`; what the file claims about its size is not trusted, so a pipe is bounded too.
 */
export function readText(path: string, maxBytes: number): string {
  try {
    return decoder.decode(readBytes(path, maxBytes));
  } catch (thrown) {
    if (thrown instanceof ProjectError) throw thrown;
    if (thrown instanceof TypeError) {
      throw new ProjectError('invalid-encoding', `"${path}" is not valid UTF-8.`, {
        cause: thrown,
        help: 'Save the file as UTF-8.',
      });
    }
    throw new ProjectError('unreadable-file', `"${path}" cannot be read: ${reasonOf(thrown)}.`, {
      cause: thrown,
    });
  }
}

/** Reads a stream that is open already, such as standard input, under the same bounds. */
export function readOpenText(file: number, name: string, maxBytes: number): string {
  try {
    return decoder.decode(readAll(file, name, maxBytes));
  } catch (thrown) {
    if (thrown instanceof ProjectError) throw thrown;
    if (thrown instanceof TypeError) {
      throw new ProjectError('invalid-encoding', `"${name}" is not valid UTF-8.`, { cause: thrown });
    }
    throw new ProjectError('unreadable-file', `"${name}" cannot be read: ${reasonOf(thrown)}.`, {
      cause: thrown,
    });
  }
}

function readBytes(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).isDirectory()) {
      throw new ProjectError('unreadable-file', `"${path}" is a folder, not a file.`);
    }
    return readAll(file, path, maxBytes);
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, name: string, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > maxBytes) {
      throw new ProjectError('excessive-file', `"${name}" is larger than ${maxBytes / 1_048_576} MiB.`);
    }
    chunks.push(chunk.subarray(0, count));
  }
}

function reasonOf(thrown: unknown): string {
  const code = systemCodeOf(thrown);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ELOOP') return 'its symbolic links lead in a circle';
  return code ?? String(thrown);
}
