/**
 * A text that a terminal shows and does not obey.
 *
 * Control characters become their pictures (`␛` for escape), what turns or hides text its escape (`\u202e`).
 * Line breaks and tabs become pictures too: the text is one line.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, (unit) => {
    const code = unit.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** C0, delete, C1; marks of direction; line and paragraph separators; the byte order mark; lone surrogates. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
