import { withoutEscapes } from '../../text/escapes.ts';
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
  if (isRaw || !written.includes('\\')) return written;
  const { value, faults } = withoutEscapes(written, quote + width);
  const [fault] = faults;
  if (!fault) return value;
  const problem = `a text in it ${fault.problem}; write "\\\\" for a backslash`;
  return { start: fault.start, end: fault.end, problem };
}
