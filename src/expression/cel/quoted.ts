/** A part of an expression as messages quote it: on one line, and not too long. */
export function quoted(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}
