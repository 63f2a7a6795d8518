/** Control characters but line feed and tab, line and paragraph separators, and what turns the direction of text. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text without characters that make a terminal do, or show, something else than what is written. */
export function cleanText(text: string): string {
  return text.replaceAll(CONTROLS, '');
}
