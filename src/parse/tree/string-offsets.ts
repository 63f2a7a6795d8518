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
  const image = text.slice(start, end);
  const offsets = unitsOf(image, verbatimOf(image, length));
  return (index) => start + (offsets[index] ?? image.length - 1);
}

/** Where each unit of the value of a text in quotes begins. */
function unitsOf(image: string, verbatim: readonly Stretch[]): readonly number[] {
  const offsets: number[] = [];
  let place = 1;
  while (place < image.length - 1) {
    offsets.push(place);
    const isEscape = image[place] === '\\' && !isWithin(verbatim, place);
    place += isEscape ? (image[place + 1] === 'u' ? 6 : 2) : 1;
  }
  return offsets;
}

type Stretch = ReturnType<typeof verbatimIn>[number];

/**
 * The stretches of a text in quotes in which nothing is escaped; none in the JSON form, which escapes everywhere.
 *
 * Units: `length` is that of its value, which tells the two forms apart.
 */
function verbatimOf(image: string, length: number | undefined): readonly Stretch[] {
  const verbatim = verbatimIn(image);
  const isSo = verbatim.length === 0 || length === undefined || unitsOf(image, verbatim).length === length;
  return isSo ? verbatim : [];
}

/** Whether nothing is escaped at a place of a literal. Units: `length` is that of the value of the literal. */
export function isUnescaped(
  text: string,
  literal: { readonly start: number; readonly end: number },
  length: number,
  place: number,
): boolean {
  const { start, end } = literal;
  if (isBare(text, literal, length) || isVerbatim(text, start)) return true;
  return isWithin(verbatimOf(text.slice(start, end), length), place - start);
}

/** Whether a place of a text in quotes is in one of its stretches in which nothing is escaped. */
function isWithin(ranges: readonly Stretch[], place: number): boolean {
  return ranges.some(([start, end]) => start <= place && place < end);
}

/** Whether a literal is written without quotes. */
function isBare(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  length: number | undefined,
): boolean {
  return text[start] !== '"' || length === end - start;
}

/** Whether a literal stands between three or more quotes, in which nothing is escaped. */
function isVerbatim(text: string, start: number): boolean {
  return text.startsWith('"""', start);
}

function fencedOffsets(text: string, start: number, end: number): (index: number) => number {
  const places: number[] = [];
  for (const line of fencedLines(text.slice(start, end)) ?? []) {
    for (let index = 0; index <= line.text.length; index += 1) places.push(start + line.start + index);
  }
  return (index) => places[index] ?? places.at(-1) ?? start;
}
