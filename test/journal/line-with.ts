import { crc32 } from 'node:zlib';
import { eventOf } from './events.ts';

/** The line of a record whose checksum is right, with other members; `undefined` for one that is no object. */
export function lineWith(change: object | undefined): string {
  const body = change === undefined ? '[1}' : JSON.stringify({ ...eventOf(2), ...change });
  return `${body.slice(0, -1)},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`;
}
