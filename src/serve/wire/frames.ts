/** Units: bytes; from each on the length of a frame has a longer form. */
const SHORT = 126;
const LONG = 65_536;

/**
 * Texts as WebSocket frames, one after another in one buffer: a burst of events is one write, where each `send` of a library is one.
 * Source: RFC 6455, 5.2; a server does not mask.
 */
export function framesOf(texts: readonly string[]): Buffer {
  let most = 0;
  for (const text of texts) most += MAX_HEADER + 3 * text.length;
  const bytes = Buffer.allocUnsafe(most);
  let at = 0;
  for (const text of texts) {
    // Most texts are ASCII: then the length is known before it is written.
    const sizeBytes = Buffer.byteLength(text);
    at = writeHeader(bytes, at, sizeBytes);
    at += bytes.write(text, at, 'utf8');
  }
  return bytes.subarray(0, at);
}

const MAX_HEADER = 10;
/** The last frame of a text message. */
const FINAL_TEXT = 0x81;

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
