import type { Readable } from 'node:stream';

const LINE_FEED = 10;

/**
 * Takes the lines of a stream of messages, until it ends or is destroyed. Of a line that is longer than `maxBytes` nothing is kept: it is
 * given as a text that is not JSON.
 */
export async function readLines(
  input: Readable,
  maxBytes: number,
  take: (line: string) => void,
): Promise<void> {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const end = (): void => {
    const line = size > maxBytes ? '"too long' : Buffer.concat(parts).toString();
    parts = [];
    size = 0;
    if (line.trim() !== '') take(line);
  };
  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, to));
      end();
      from = to + 1;
    }
    add(chunk.subarray(from));
  });
  await new Promise<void>((resolve) => {
    input.once('close', resolve);
    input.once('end', resolve);
    input.once('error', () => resolve());
  });
}
