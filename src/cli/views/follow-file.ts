import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from '../../util/error.ts';

const CHUNK_BYTES = 65_536;
const POLL_MS = 200;

/** Units: bytes. A longer line is given in parts. */
const MAX_LINE = 16 * 1_048_576;
const NEW_LINE = 0x0a;

/**
 * Reads a file line by line in bounded memory, and goes on with what is appended until `isOver`.
 *
 * `isOver` is asked before a last read, so that nothing written before it became true is missed. A file that
 * is not there is empty. Units: `from` is the byte at which a line begins.
 */
export async function followFile(
  path: string,
  isOver: () => boolean,
  onLine: (line: string, from: number) => void,
): Promise<void> {
  let parts: Buffer[] = [];
  let [from, held, at] = [0, 0, 0];
  const give = (last: Buffer, separator: number): void => {
    onLine(Buffer.concat([...parts, last]).toString(), from);
    from += held + last.length + separator;
    [parts, held] = [[], 0];
  };
  const take = (bytes: Buffer): void => {
    let begin = 0;
    for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, begin)) {
      give(bytes.subarray(begin, end), 1);
      begin = end + 1;
    }
    parts.push(bytes.subarray(begin));
    held += bytes.length - begin;
    if (held > MAX_LINE) give(Buffer.alloc(0), 0);
  };
  for (;;) {
    const last = isOver();
    at = readFrom(path, at, take);
    if (last) break;
    await sleep(POLL_MS);
  }
  if (held > 0) give(Buffer.alloc(0), 0);
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
