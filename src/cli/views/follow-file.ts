import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StringDecoder } from 'node:string_decoder';
import { systemCodeOf } from '../../util/error.ts';

const CHUNK_BYTES = 65_536;
const POLL_MS = 200;

/** Units: UTF-16. A longer line is given in parts. */
const MAX_LINE = 16 * 1_048_576;

/**
 * Reads a file line by line in bounded memory, and goes on with what is appended until `isOver`.
 *
 * `isOver` is asked before a last read, so that nothing written before it became true is missed. A file that
 * is not there is empty.
 */
export async function followFile(
  path: string,
  isOver: () => boolean,
  onLine: (line: string) => void,
): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let at = 0;
  for (;;) {
    const last = isOver();
    at = readFrom(path, at, (bytes) => {
      const lines = (rest + decoder.write(bytes)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (rest.length > MAX_LINE) {
        onLine(rest);
        rest = '';
      }
    });
    if (last) break;
    await sleep(POLL_MS);
  }
  if (rest !== '') onLine(rest);
}

function readFrom(path: string, start: number, onBytes: (bytes: Buffer) => void): number {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return start;
    throw thrown;
  }
  try {
    // A device that a link leads to has no end.
    if (!fstatSync(file).isFile()) return start;
    let at = start;
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const count = readSync(file, chunk, 0, CHUNK_BYTES, at);
      if (count === 0) return at;
      at += count;
      onBytes(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
