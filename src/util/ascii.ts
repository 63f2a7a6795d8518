/** Whether a UTF-16 unit is ASCII white space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Whether a UTF-16 unit is ASCII punctuation; the marks of Markdown are among it. */
export function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  );
}

/**
 * The first place from `at` on that holds none of `chars`.
 *
 * A loop, because a regular expression over millions of equal characters can exhaust its stack.
 */
export function skip(text: string, at: number, chars: string): number {
  let place = at;
  while (place < text.length && chars.includes(text.charAt(place))) place += 1;
  return place;
}

/** A text without the ASCII white space around it. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
