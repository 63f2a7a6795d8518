import type { Readable, Writable } from 'node:stream';
import type { WithinRecord } from '../../model/event-records.ts';
import type { Client, Session } from '../map/session.ts';
import { WIRE_LIMITS } from './limits.ts';

const LINE_FEED = 10;

/**
 * Serves one client over standard streams, a message a line, until its input ends. Who started this process is trusted: it has what this
 * process has.
 */
export async function serveStreams(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  open: (client: Client) => Session,
  within: () => readonly WithinRecord[],
): Promise<void> {
  let isOver = false;
  const session = open({
    isTrusted: true,
    within,
    canTake: () => output.writableLength < WIRE_LIMITS.pausedBytes,
    send: (texts) => {
      if (isOver || texts.length === 0) return;
      output.write(`${texts.join('\n')}\n`);
      if (output.writableLength > WIRE_LIMITS.stuckBytes) input.destroy();
    },
    close: () => input.destroy(),
  });
  output.on('drain', () => session.flush());
  output.on('error', () => input.destroy());
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer): void => {
    size += part.length;
    // Of a line that is too long nothing is kept; it is answered as no JSON.
    if (size <= WIRE_LIMITS.messageBytes) parts.push(part);
    else parts = [];
  };
  const end = (): void => {
    const line = size > WIRE_LIMITS.messageBytes ? '"too long' : Buffer.concat(parts).toString();
    parts = [];
    size = 0;
    if (line.trim() !== '') void session.receive(line);
  };
  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, to));
      end();
      from = to + 1;
    }
    take(chunk.subarray(from));
  });
  await new Promise<void>((resolve) => {
    input.once('close', resolve);
    input.once('end', resolve);
    input.once('error', () => resolve());
  });
  isOver = true;
  session.close();
}
