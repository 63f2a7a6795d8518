/** An escape that stands for nothing. Units: offsets in the text between the quotes, half-open. */
export interface EscapeFault {
  readonly start: number;
  readonly end: number;
  /** `digits`: the code is too short; `character`: it is that of half a character, or of none. */
  readonly kind: 'unknown' | 'digits' | 'character';
  /** The digits that a code needs. */
  readonly needs: string;
}

/** The value of a text of an expression, which is written without its quotes here, and what is wrong with its escapes. */
export function withoutEscapes(written: string): {
  readonly value: string;
  readonly faults: readonly EscapeFault[];
} {
  const faults: EscapeFault[] = [];
  const value = written.replace(ESCAPE, (whole: string, short?: string, code?: string, at = 0) => {
    const character = short === undefined ? characterOf(code) : SHORT.get(short);
    if (character !== undefined) return character;
    const kind = code === undefined ? 'unknown' : CODE.test(code) ? 'character' : 'digits';
    const needs = DIGITS[code?.charAt(0) ?? ''] ?? 'three octal digits';
    faults.push({ start: at, end: at + whole.length, kind, needs });
    return '';
  });
  return { value, faults };
}

/** What is wrong with the escapes of a text in JSON. */
export function jsonEscapeFaults(written: string): readonly EscapeFault[] {
  return [...written.matchAll(JSON_ESCAPE)]
    .filter(([whole]) => !JSON_SOUND.test(whole))
    .map(({ 0: whole, index: start }) => {
      const kind = whole.startsWith('\\u') ? 'digits' : 'unknown';
      return { start, end: start + whole.length, kind, needs: HEX_DIGITS.u };
    });
}

/** An escape of one letter, else one of a code: what is too short for its code is taken as far as it goes. */
const ESCAPE = /\\(?:([^uUxX0-7])|(u[^]{0,4}|U[^]{0,8}|[xX][^]{0,2}|[0-7][^]{0,2}))/gu;
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
const HEX_DIGITS = {
  u: 'four hex digits',
  U: 'eight hex digits',
  x: 'two hex digits',
  X: 'two hex digits',
} as const;
const DIGITS: Readonly<Record<string, string>> = HEX_DIGITS;
const JSON_ESCAPE = /\\(?:u[0-9a-fA-F]{0,4}|[^]?)/gu;
const JSON_SOUND = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

function characterOf(code = ''): string | undefined {
  const [, short, long, hex, octal] = CODE.exec(code) ?? [];
  const written = short ?? long ?? hex;
  const point = written === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(written, 16);
  const isCharacter = point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}
