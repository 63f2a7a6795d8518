import type { Numbered } from '../events/feed.ts';
import { headOf, type MapEvent } from '../map/map-event.ts';

/** Units: bytes; from each on the length of a frame has a longer form. */
const SHORT = 126;
const LONG = 65_536;
const MAX_HEADER = 10;
/** The last frame of a text message. */
const FINAL_TEXT = 0x81;

/**
 * Events of a subscription as WebSocket frames, one after another in one buffer: a burst is one write, where each `send` of a library
 * is one, and what all subscribers get alike is encoded once. Source: RFC 6455, 5.2; a server does not mask.
 */
export function framesOf(subscription: string, events: readonly Numbered<MapEvent>[]): Buffer {
  const heads = events.map(({ sequence }) => headOf(subscription, sequence));
  let most = 0;
  for (const [index, { event }] of events.entries()) {
    most += MAX_HEADER + (heads[index]?.length ?? 0) + event.tailBytes.length;
  }
  const bytes = Buffer.allocUnsafe(most);
  let at = 0;
  for (const [index, { event }] of events.entries()) {
    const head = heads[index] ?? '';
    const { tailBytes } = event;
    at = writeHeader(bytes, at, head.length + tailBytes.length);
    at += bytes.write(head, at, 'latin1');
    bytes.set(tailBytes, at);
    at += tailBytes.length;
  }
  return bytes.subarray(0, at);
}

function writeHeader(bytes: Buffer, at: number, sizeBytes: number): number {
  bytes[at] = FINAL_TEXT;
  if (sizeBytes < SHORT) {
    bytes[at + 1] = sizeBytes;
    return at + 2;
  }
  if (sizeBytes < LONG) {
    bytes[at + 1] = SHORT;
    bytes.writeUInt16BE(sizeBytes, at + 2);
    return at + 4;
  }
  bytes[at + 1] = SHORT + 1;
  bytes.writeBigUInt64BE(BigInt(sizeBytes), at + 2);
  return at + MAX_HEADER;
}
