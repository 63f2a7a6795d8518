import type { Source } from '../../text/source.ts';

/** Where the parts of a template lie. Units: offsets into the source. */
export interface Split {
  /** Between the two `---` lines; undefined when there is no front matter. */
  readonly frontMatter: { readonly start: number; readonly end: number } | undefined;
  readonly bodyStart: number;
  /** False when front matter begins and never ends. */
  readonly isClosed: boolean;
}

const OPENING = /^\uFEFF?---(?:\r\n|\n|\r|$)/;
const CLOSING = /^---[ \t]*(?:\r\n|\n|\r|$)/m;
const BLANK_LINES = /(?:\r\n|\n|\r)*/y;

/**
 * Finds the front matter of a template.
 *
 * There is one only if line 1 is exactly `---`; it ends with the next such line. Empty lines right after it only
 * set it off and do not belong to the body. Without front matter the body is the whole text but for a byte
 * order mark.
 */
export function splitFrontMatter({ text }: Source): Split {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) {
    return { frontMatter: undefined, bodyStart: text.startsWith('\uFEFF') ? 1 : 0, isClosed: true };
  }
  const start = opening.length;
  const closing = CLOSING.exec(text.slice(start));
  if (!closing) return { frontMatter: undefined, bodyStart: text.length, isClosed: false };
  const end = start + closing.index;
  BLANK_LINES.lastIndex = end + closing[0].length;
  BLANK_LINES.test(text);
  return { frontMatter: { start, end }, bodyStart: BLANK_LINES.lastIndex, isClosed: true };
}
