let segmenter: Intl.Segmenter | undefined;

/** What a terminal shows as one sign, and how many columns it takes. */
export interface Sign {
  readonly text: string;
  readonly width: number;
}

/** Each of its signs takes one column: ASCII, what Latin languages add to it, and the signs of help texts and drawings. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u017f\u2010-\u2027\u2190-\u2193\u2500-\u257f]*$/;

/** Cuts a text into the signs that a terminal shows. */
export function signsOf(text: string): readonly Sign[] {
  // Plain text is the rule, and a segmenter is slow.
  if (PLAIN.test(text)) return Array.from(text, (sign) => ({ text: sign, width: 1 }));
  // Made when it is first needed: that takes a third of the time that a check of a small map takes.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => ({ text: segment, width: signWidth(segment) }));
}

/** How many columns a text takes. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : signsOf(text).reduce((sum, sign) => sum + sign.width, 0);
}

/** Wide and full-width blocks of Unicode's East Asian Width, joined where nothing narrow lies between. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

function signWidth(sign: string): number {
  // A sign with variation selector 16 is shown as a picture, however plain its base is.
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(sign) || WIDE.test(sign)) return 2;
  return /^[\p{Mn}\p{Me}\p{Cf}]*$/u.test(sign) ? 0 : 1;
}
