import type { RunEvent } from '../model/run-event.ts';
import type { FileSystem } from './file-system.ts';
import { decodeRecord } from './record.ts';

/** The end of a journal is looked for in so much of it. Units: bytes. */
const END_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** The last record of a journal, without what stands apart from it, and without reading the rest; undefined where the end does not show it. */
export function readLastRecord(
  fs: FileSystem,
  path: string,
): Pick<RunEvent, 'seq' | 'at' | 'type'> | undefined {
  const sizeBytes = fs.shared?.look(path)?.sizeBytes ?? 0;
  const bytes = Buffer.from(fs.readPart(path, Math.max(0, sizeBytes - END_BYTES), END_BYTES));
  if (bytes.at(-1) !== LINE_FEED) return undefined;
  const begin = bytes.lastIndexOf(LINE_FEED, bytes.length - 2);
  const decoded = begin < 0 ? undefined : decodeRecord(bytes.subarray(begin + 1, -1));
  return decoded?.kind === 'record' && !decoded.place.more ? decoded.event : undefined;
}
