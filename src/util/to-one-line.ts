/**
 * Text from outside, made safe for a terminal: one line, no control or direction characters, cut to a length.
 *
 * Units: `max` in UTF-16 units.
 */
export function toOneLine(text: string, max = 200): string {
  const clean = text
    .slice(0, max * 4)
    .replaceAll(/\s+/g, ' ')
    // oxlint-disable-next-line eslint/no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
    .trim();
  // Cutting may have left half of a sign.
  return (clean.length > max ? `${clean.slice(0, max - 1)}…` : clean).toWellFormed();
}
