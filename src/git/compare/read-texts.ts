import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';

/** Units: bytes of one file, bytes of all, files. */
const MAX_FILE_BYTES = 64 * 1024;
const MAX_ALL_BYTES = 1_048_576;
const MAX_FILES = 200;

/** What files say now. Shape: `texts` and `left`, why a file is left out, by path. */
export interface ReadTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly left: Readonly<Record<string, string>>;
}

/** Reads files of a folder as text. No link is followed; what is binary, too large or not a file is left out. Errors: none. */
export function readTexts(folder: string, paths: readonly string[]): ReadTexts {
  const texts: [string, string][] = [];
  const left: [string, string][] = [];
  let room = MAX_ALL_BYTES;
  for (const path of paths) {
    const read = texts.length < MAX_FILES ? readOne(folder, path, room) : { reason: 'too many files' };
    if ('text' in read) {
      texts.push([path, read.text]);
      room -= Buffer.byteLength(read.text);
    } else left.push([path, read.reason]);
  }
  return { texts: Object.fromEntries(texts), left: Object.fromEntries(left) };
}

type Read = { readonly text: string } | { readonly reason: string };

function readOne(folder: string, path: string, room: number): Read {
  return (
    unlessRefused((): Read => readRegular(folder, join(folder, path), room)) ?? { reason: 'not readable' }
  );
}

function readRegular(folder: string, path: string, room: number): Read {
  const parent = realpathSync(dirname(path));
  const root = realpathSync(folder);
  if (parent !== root && !parent.startsWith(root + sep)) return { reason: 'behind a link' };
  if (!lstatSync(path).isFile()) return { reason: 'not a regular file' };
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = fstatSync(file);
    if (size > Math.min(MAX_FILE_BYTES, room)) return { reason: `${size} bytes, which is too large` };
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
    return isText ? { text } : { reason: `binary, ${size} bytes` };
  } finally {
    closeSync(file);
  }
}
