import { constants, closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { readLogTimes, type LogTime } from '../../journal/log-times.ts';
import { systemCodeOf } from '../../util/error.ts';

/** More than a task of a week leaves. Units: bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Gives when the line of a log came that begins at a byte, for lines in their order; undefined where nobody wrote it down. */
export function createLineTimes(path: string): (from: number) => Date | undefined {
  let size = -1;
  let times: readonly LogTime[] = [];
  let next = 0;
  let current: LogTime | undefined;
  return (from) => {
    if (next >= times.length) {
      const text = readNew(path, size);
      if (text !== undefined) {
        size = Buffer.byteLength(text);
        times = readLogTimes(text);
      }
    }
    for (; next < times.length; next += 1) {
      const time = times[next];
      if (time === undefined || time.from > from) break;
      current = time;
    }
    return current === undefined ? undefined : new Date(current.atMs);
  };
}

/** The text of a file that is no longer of a size; undefined for one that is, and for what is no such file. */
function readNew(path: string, sizeBefore: number): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    // Runs of older versions have none.
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    const look = fstatSync(file);
    if (!look.isFile() || look.size === sizeBefore || look.size > MAX_BYTES) return undefined;
    return readFileSync(file, 'latin1');
  } finally {
    closeSync(file);
  }
}
