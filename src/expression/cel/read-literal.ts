import type { Fault, Token } from './read-tokens.ts';

/** The number that a token writes. Shape: a bigint where it has neither a point nor an exponent. */
export function readNumber(text: string, { start, end }: Token): number | bigint | Fault {
  const written = text.slice(start, end);
  const value = /^0[xX]|^[0-9]+$/.test(written) ? BigInt(written) : Number(written);
  if (typeof value === 'bigint' ? value <= MAX_NEGATED : Number.isFinite(value)) return value;
  return { start, end, problem: 'a number in it is too large' };
}

/** The sign of a number is an operator, and this is the largest that has one before it. */
const MAX_NEGATED = 2n ** 63n;

/** The text that a token writes, without its quotes. */
export function readText(text: string, { start, end }: Token): string | Fault {
  const isRaw = /[rR]/.test(text[start] ?? '');
  const quote = isRaw ? start + 1 : start;
  const mark = text[quote] ?? '';
  const width = end - quote >= 6 && text.startsWith(mark.repeat(3), quote) ? 3 : 1;
  const written = text.slice(quote + width, end - width);
  return isRaw || !written.includes('\\') ? written : withoutEscapes(written, quote + width);
}

function withoutEscapes(written: string, offset: number): string | Fault {
  let fault: Fault | undefined;
  const value = written.replace(ESCAPE, (whole: string, short?: string, code?: string, at = 0) => {
    const character = short === undefined ? characterOf(code) : SHORT.get(short);
    if (character !== undefined) return character;
    const problem =
      code === undefined
        ? 'a text in it has an unknown escape; write "\\\\" for a backslash'
        : 'a text in it has an escape that is not a character';
    fault ??= { start: offset + at, end: offset + at + whole.length, problem };
    return '';
  });
  return fault ?? value;
}

/** An escape of one letter, else one of a code: what is too short for its code is taken as far as it goes. */
const ESCAPE = /\\(?:([^uUxX0-7])|(u[^]{0,4}|U[^]{0,8}|[xX][^]{0,2}|[0-7][^]{0,2}))/gu;
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
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

function characterOf(code = ''): string | undefined {
  const [, short, long, hex, octal] = CODE.exec(code) ?? [];
  const written = short ?? long ?? hex;
  const point = written === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(written, 16);
  const isCharacter = point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}
