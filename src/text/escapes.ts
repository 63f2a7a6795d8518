/** An escape that stands for nothing. Shape: `problem` is a part of a sentence. Units: half-open offsets, counted as the reader was asked to. */
export interface EscapeFault {
  readonly start: number;
  readonly end: number;
  /** `short`: a code has too few digits; `character`: its code is that of half a character, or of none. */
  readonly kind: 'unknown' | 'short' | 'character';
  readonly problem: string;
}

/**
 * The value of a text of an expression, and what is wrong with its escapes. Units: `written` has no quotes; `from` is the offset of its
 * beginning.
 */
export function withoutEscapes(
  written: string,
  from: number,
): { readonly value: string; readonly faults: readonly EscapeFault[] } {
  const faults: EscapeFault[] = [];
  const value = written.replace(ESCAPE, (whole: string, short?: string, code?: string, at = 0) => {
    const character = short === undefined ? characterOf(code) : SHORT.get(short);
    if (character !== undefined) return character;
    const kind = code === undefined ? 'unknown' : CODE.test(code) ? 'character' : 'short';
    faults.push(faultOf(whole, from + at, kind));
    return '';
  });
  return { value, faults };
}

/** What is wrong with the escapes of a text in JSON. Units: as above. */
export function jsonEscapeFaults(written: string, from: number): readonly EscapeFault[] {
  return [...written.matchAll(JSON_ESCAPE)]
    .filter(([whole]) => !JSON_SOUND.test(whole))
    .map(({ 0: whole, index }) =>
      faultOf(whole, from + index, whole.startsWith('\\u') ? 'short' : 'unknown'),
    );
}

function faultOf(whole: string, start: number, kind: EscapeFault['kind']): EscapeFault {
  const problem =
    kind === 'short'
      ? `has a "${whole.slice(0, 2)}" without ${DIGITS[whole.charAt(1)] ?? 'three octal digits'}`
      : `has "${whole}", which is not ${kind === 'unknown' ? 'an escape' : 'a character'}`;
  return { start, end: start + whole.length, kind, problem };
}

/** An escape of one letter, else one of a code, as far as its digits go. */
const ESCAPE =
  /\\(?:([^uUxX0-3])|(u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[xX][0-9a-fA-F]{0,2}|[0-3][0-7]{0,2}))/gu;
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['/', '/'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['?', '?'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const CODE = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[xX]([0-9a-fA-F]{2})|([0-3][0-7]{2}))$/;
const DIGITS: Readonly<Record<string, string>> = {
  u: 'four hex digits',
  U: 'eight hex digits',
  x: 'two hex digits',
  X: 'two hex digits',
};
const JSON_ESCAPE = /\\(?:u[0-9a-fA-F]{0,4}|[^]?)/gu;
const JSON_SOUND = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

function characterOf(code = ''): string | undefined {
  const [, short, long, hex, octal] = CODE.exec(code) ?? [];
  const written = short ?? long ?? hex;
  const point = written === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(written, 16);
  const isCharacter = point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}
