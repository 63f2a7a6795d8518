import { signsOf } from '../../diagnostics/display-width.ts';

/** How wide signs from the space to the tilde are in Helvetica and Arial, in thousandths of the size of the font. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
/** Fonts that stand in for them where they are not there are wider. */
const RESERVE = 1.1;
const OTHER = 700;
const WIDE = 1050;
/** All fonts of one width are about as wide as this. */
const CODE = 0.605;

/** A font: how large, and whether all signs are of one width. Units: pixels. */
export interface Font {
  readonly size: number;
  readonly isCode: boolean;
}

/** About how wide a text is, rather too much than too little. Units: pixels. */
export function textWidth(text: string, { size, isCode }: Font): number {
  let sum = 0;
  for (const sign of signsOf(text)) {
    if (isCode) sum += sign.width * CODE;
    else if (sign.width === 2) sum += WIDE / 1000;
    else sum += ((WIDTHS[sign.text.charCodeAt(0) - 0x20] ?? OTHER) * sign.width * RESERVE) / 1000;
  }
  return sum * size;
}
