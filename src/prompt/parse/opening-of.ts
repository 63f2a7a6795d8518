/** The beginning of something that is not closed, as a message shows it. */
export function openingOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const line = text.slice(start, end);
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
