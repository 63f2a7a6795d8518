import type { Readable, Writable } from 'node:stream';
import type { WithinRecord } from '../../model/event-records.ts';
import type { Client, Session } from '../map/session.ts';
import { WIRE_LIMITS } from './limits.ts';
import { readLines } from './read-lines.ts';

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
  await readLines(input, WIRE_LIMITS.messageBytes, (line) => void session.receive(line));
  isOver = true;
  session.close();
}
