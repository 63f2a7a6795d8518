import { fencedLines } from './fenced-lines.ts';
import { verbatimIn } from './quoted-text.ts';

/**
 * Finds where in a text each unit of a literal's value was written.
 *
 * Shape: a function from an index of the value (0 up to its length, which gives the end) to an offset. A literal
 * is in quotes, fenced, or bare: as it stands, as the map language writes expressions and names; `length` of the
 * value tells, since quotes make it longer.
 * Units: `start` is the offset of the beginning of a sound literal in `text`.
 */
export function stringOffsets(
  text: string,
  start: number,
  end: number,
  length?: number,
): (index: number) => number {
  if (isBare(text, { start, end }, length)) return (index) => Math.min(start + index, end);
  if (isVerbatim(text, start)) {
    if (text.slice(start, end).includes('\n')) return fencedOffsets(text, start, end);
    const quotes = /^"+/.exec(text.slice(start, end))?.[0].length ?? 0;
    return (index) => Math.min(start + quotes + index, end - quotes);
  }
  if (!text.slice(start, end).includes('\\')) return (index) => Math.min(start + 1 + index, end - 1);
  const offsets: number[] = [];
  const verbatim = verbatimIn(text.slice(start, end));
  let place = start + 1;
  while (place < end - 1) {
    offsets.push(place);
    const isEscape = text[place] === '\\' && !isWithin(verbatim, place - start);
    place += isEscape ? (text[place + 1] === 'u' ? 6 : 2) : 1;
  }
  return (index) => offsets[index] ?? end - 1;
}

/** Whether a place of a text in quotes is in one of its stretches in which nothing is escaped. */
export function isWithin(ranges: ReturnType<typeof verbatimIn>, place: number): boolean {
  return ranges.some(([start, end]) => start <= place && place < end);
}

/** Whether a literal is written without quotes. */
export function isBare(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  length: number | undefined,
): boolean {
  return text[start] !== '"' || length === end - start;
}

/** Whether a literal stands between three or more quotes, in which nothing is escaped. */
export function isVerbatim(text: string, start: number): boolean {
  return text.startsWith('"""', start);
}

function fencedOffsets(text: string, start: number, end: number): (index: number) => number {
  const places: number[] = [];
  for (const line of fencedLines(text.slice(start, end)) ?? []) {
    for (let index = 0; index <= line.text.length; index += 1) places.push(start + line.start + index);
  }
  return (index) => places[index] ?? places.at(-1) ?? start;
}
