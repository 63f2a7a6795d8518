import type { IncomingMessage } from 'node:http';

/** The body of a request; undefined where it is too large, and then its rest is not read. Units: bytes. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  const chunks: AsyncIterable<Buffer> = request;
  for await (const bytes of chunks) {
    size += bytes.length;
    if (size > maxBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString();
}
