/** A text on one line, without control characters, cut to `max`. Units: UTF-16. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 4)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return (line.length <= max ? line : `${line.slice(0, max - 1)}…`).toWellFormed();
}
