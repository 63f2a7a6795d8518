import type { FileSystem } from './file-system.ts';

/**
 * One line of a file.
 *
 * Shape: `bytes` are without the line break, and undefined for a line longer than the limit; `ended` is false
 * for a last line without a line break.
 * Units: bytes from the start of the file; `end` is behind the line break.
 */
export interface Line {
  readonly bytes: Uint8Array | undefined;
  readonly offset: number;
  readonly end: number;
  readonly ended: boolean;
}

/**
 * Reads a file line by line, with memory for one part of it and one line.
 *
 * A part that comes back short is the end: what a writer adds after that is not seen, so that nobody reads
 * the head of a line at one time and its rest at another.
 */
export function* readLines(fs: FileSystem, path: string, maxBytes: number): Generator<Line, void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  const keep = (part: Uint8Array): void => {
    size += part.length;
    // A line beyond the limit is measured, not held.
    if (size > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const line = (ended: boolean): Line => {
    const bytes = size > maxBytes ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    return { bytes, offset: start, end: start + size + (ended ? 1 : 0), ended };
  };
  for (let offset = 0; ;) {
    const part = fs.readPart(path, offset, PART_BYTES);
    let from = 0;
    for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, from)) {
      keep(part.subarray(from, at));
      const next = line(true);
      yield next;
      from = at + 1;
      start = next.end;
      parts = [];
      size = 0;
    }
    keep(part.subarray(from));
    offset += part.length;
    if (part.length < PART_BYTES) break;
  }
  if (size > 0) yield line(false);
}

const PART_BYTES = 1024 * 1024;
const LINE_FEED = 10;
