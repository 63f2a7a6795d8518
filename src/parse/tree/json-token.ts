import { jsonEscapeFaults } from '../../text/escapes.ts';
import { escapeFault, type TextFault } from './text-fault.ts';

/** The scanner's kinds of token, by its numbers: its own constants vanish in compilation. */
export const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  unknown: 16,
  end: 17,
} as const;

const MAX_SHOWN = 40;

/** Whether a value can start with a token. */
export function startsValue(token: number): boolean {
  return (
    token === Token.openBrace || token === Token.openBracket || (token >= Token.null && token <= Token.number)
  );
}

/** What a message calls a token. */
export function describeToken(token: number, text: string): string {
  if (token === Token.end) return 'the end of the file';
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  if (token === Token.string) return `the text ${shown}`;
  return `"${shown}"`;
}

/** Whether the scanner found nothing wrong with a token. Units: `error` is the scanner's number; 0 is fine. */
export function isSound(error: number): boolean {
  return error === 0;
}

/** What is wrong with a string; undefined where nothing is. Units: `error` is the scanner's number for it. */
export function stringFault(error: number, image: string): TextFault | undefined {
  if (isSound(error)) return undefined;
  if (error === NOT_CLOSED) return { fault: 'is not closed on its line' };
  return escapeFault(jsonEscapeFaults(image.slice(1, -1), 1)) ?? { fault: 'has a control character in it' };
}

/** The scanner's number. */
const NOT_CLOSED = 2;
