import { textDigest } from './text-digest.ts';

/**
 * Texts that wfmap writes once into a file that then belongs to people. Their last line holds the digest of the rest: while they
 * agree, nobody has changed the text.
 */
export const OWN_TEXT_VERSION = 1;

const MARK = /(?:\r\n|\n|\r)<!-- wfmap text v(\d{1,9}) sha256:([0-9a-f]{64})[^\r\n]* -->\s*$/;

/** A text with that last line. */
export function asOwnText(text: string): string {
  const why = 'Change this file as you like: `wfmap update` replaces it only while nobody has.';
  return `${text.trim()}\n\n<!-- wfmap text v${OWN_TEXT_VERSION} sha256:${textDigest(text)} ${why} -->\n`;
}

/** Whether a file still holds what wfmap wrote, this one or an older. */
export function isUntouched(file: string): boolean {
  const mark = MARK.exec(file);
  if (mark === null) return false;
  const [, version, digest] = mark;
  return Number(version) <= OWN_TEXT_VERSION && textDigest(file.slice(0, mark.index)) === digest;
}
