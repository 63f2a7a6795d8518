import { printable } from '../diagnostics/printable.ts';

/** A text of a map as one line that shows and does nothing else. */
export function shownText(text: string): string {
  return printable(text.trim().replaceAll(/\s+/g, ' '));
}
