import { signsOf } from '../diagnostics/display-width.ts';

/** Measures a text in whatever units a width is in. */
export type Measure = (text: string) => number;

export interface Room {
  readonly width: number;
  readonly lines: number;
}

/**
 * A text as lines that are no wider than there is room, broken between words, else where a word has to be.
 *
 * Shape: at least one line; what goes beyond the last one is cut, which its last sign `cut` says.
 */
export function fitText(text: string, { width, lines: most }: Room, measure: Measure, cut = '…'): string[] {
  const lines: string[] = [];
  // More than this is not shown in any room; measuring it would only take time.
  let rest = text.slice(0, 1000).trim();
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    const end = measure(rest) <= width ? rest.length : lengthThatFits(rest, width, measure);
    if (end >= rest.length) return [...lines, rest];
    if (isLast) return [...lines, cutText(rest, width, measure, cut)];
    const space = rest.lastIndexOf(' ', end);
    const at = space > 0 ? space : Math.max(end, firstSign(rest));
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return lines.length > 0 ? lines : [''];
}

/** A text of one line; where something is left out, its end says so. */
export function cutText(text: string, width: number, measure: Measure, cut = '…'): string {
  const short = text.slice(0, 1000);
  if (short === text && measure(text) <= width) return text;
  return `${short.slice(0, lengthThatFits(short, width - measure(cut), measure)).trimEnd()}${cut}`;
}

function lengthThatFits(text: string, width: number, measure: Measure): number {
  let [length, used] = [0, 0];
  for (const { text: sign } of signsOf(text)) {
    used += measure(sign);
    if (used > width) break;
    length += sign.length;
  }
  return length;
}

function firstSign(text: string): number {
  return signsOf(text)[0]?.text.length ?? 1;
}
