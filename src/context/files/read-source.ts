import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';

/** Units: bytes. Code that people write is shorter. */
export const MAX_SOURCE_BYTES = 512 * 1024;
/** Units: UTF-16 units a line, on average. Code that is made for machines has longer ones. */
const MAX_LINE = 500;
/** Units: bytes. Where a file is looked into for what no text has. */
const HEAD = 8_192;

/**
 * The text of a file of a project; undefined where it cannot be read, is too long, or is no text.
 *
 * A link is not followed, and of a pipe or a device nothing is read. What is no valid UTF-8 becomes U+FFFD.
 */
export function readSource(root: string, path: string): string | undefined {
  const bytes = unlessRefused(() => readBytes(join(root, path)));
  if (bytes === undefined || bytes.subarray(0, HEAD).includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}

/** Whether a text has the long lines of code that a tool has made. */
export function isMinified(text: string): boolean {
  if (text.length < HEAD) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > MAX_LINE;
}

function readBytes(path: string): Buffer | undefined {
  // A pipe would be waited for, a link may lead anywhere.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_SOURCE_BYTES) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(file, bytes, { offset: done });
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  } finally {
    closeSync(file);
  }
}
