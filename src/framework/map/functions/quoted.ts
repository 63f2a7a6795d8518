const MAX_SHOWN = 60;

/** A text that somebody else wrote, as it can stand in a sentence: in quotes, on one line, cut. */
export function quoted(text: string): string {
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  return JSON.stringify(cut.toWellFormed());
}
