import { openingOf } from '../opening-of.ts';
import { holdsMask } from './masked.ts';
import { tokensOf, type ParseFault } from './handlebars-library.ts';

/** A fault in our words. Shape: `problem` is a clause without a full stop. Units: half-open offsets into the text. */
export interface Described {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Says why a text is no template.
 *
 * `text` is what the author wrote, `masked` the text of the same length that was parsed.
 */
export function describeParseFault(fault: ParseFault, text: string, masked: string): Described {
  if (fault.got === undefined) return describeMeaning(fault, text);
  const opening = masked.lastIndexOf('{{', fault.start);
  const isOpen = opening >= 0 && !masked.slice(opening, fault.start).includes('}}');
  if (isOpen && !masked.includes('}}', opening)) {
    const place = { start: opening, end: lineEnd(masked, opening) };
    return { ...place, problem: `"${openingOf(text, place)}" is never closed` };
  }
  // No token begins at the end of a raw block that is not closed.
  if (fault.got === 'EOF' || fault.words.startsWith('Lexical error'))
    return describeOpenBlock(fault, text, masked);
  // A tag is shown whole.
  const close = fault.got === 'OPEN_ENDBLOCK' ? masked.indexOf('}}', fault.start) : -1;
  const place = { start: fault.start, end: close < 0 ? fault.end : close + 2 };
  const part = `"${openingOf(text, place)}"`;
  return { ...place, problem: PROBLEMS.get(fault.got)?.(part) ?? `${part} stands where it has no meaning` };
}

const PROBLEMS: ReadonlyMap<string, (part: string) => string> = new Map([
  ['OPEN_ENDBLOCK', () => 'this closes a block that is not open'],
  ['INVERSE', (part) => `${part} belongs to no block, or is a second one`],
  ['OPEN_INVERSE_CHAIN', (part) => `${part} belongs to no block, or stands after its last else`],
  ['CLOSE', (part) => `a name or value is missing before ${part}, or it closes something else`],
  ['CLOSE_UNESCAPED', () => 'what "{{" opens is closed by "}}"'],
  ['EQUALS', (part) => `${part} stands without a name before it`],
  ['INVALID', describeSign],
]);

function describeSign(part: string): string {
  if (part === '"""' || part === `"'"`)
    return `the text that begins with ${part.slice(1, -1)} is never closed`;
  return `${part} has no meaning inside "{{…}}"`;
}

/** The innermost block that is open at the end. */
function describeOpenBlock(fault: ParseFault, text: string, masked: string): Described {
  const open: number[] = [];
  for (const { name, start } of tokensOf(masked)) {
    if (OPENINGS.has(name)) open.push(start);
    else if (name === 'OPEN_ENDBLOCK' || name === 'END_RAW_BLOCK') open.pop();
  }
  const start = open.at(-1);
  if (start === undefined) return { start: fault.start, end: fault.end, problem: 'it ends too early' };
  const closing = /\}\}+/.exec(masked.slice(start));
  const end = closing ? start + closing.index + closing[0].length : lineEnd(masked, start);
  return { start, end, problem: `the block "${openingOf(text, { start, end })}" is never closed` };
}

const OPENINGS: ReadonlySet<string> = new Set([
  'OPEN_BLOCK',
  'OPEN_INVERSE',
  'OPEN_RAW_BLOCK',
  'OPEN_PARTIAL_BLOCK',
]);

/** Faults that the library finds after reading: a block closed by another name, a path that leads nowhere. */
function describeMeaning({ words, start, end }: ParseFault, text: string): Described {
  const written = openingOf(text, { start, end });
  const closing = /^.* doesn't match (.+) - \d+:\d+$/s.exec(words)?.[1];
  if (closing !== undefined) {
    const name = closing.length > 40 || holdsMask(closing) ? '…' : closing;
    return { start, end, problem: `the block "${written}" is closed as "${name}"` };
  }
  if (words.startsWith('Invalid path')) {
    return { start, end, problem: `"${written}" has "this" or ".." elsewhere than at its beginning` };
  }
  return { start, end, problem: `"${written}" makes no sense here` };
}

function lineEnd(text: string, from: number): number {
  const found = text.slice(from).search(/[\r\n]/);
  return found < 0 ? text.length : from + found;
}
