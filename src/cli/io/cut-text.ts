import { displayWidth, signsOf } from '../../diagnostics/display-width.ts';

/** Cuts a text to what a terminal shows in so many columns; where something is left out, the last sign says so. */
export function cutText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let left = width - 1;
  for (const sign of signsOf(text)) {
    left -= sign.width;
    if (left < 0) break;
    kept += sign.text;
  }
  return `${kept}…`;
}
