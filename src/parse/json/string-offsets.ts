/**
 * Finds where in a text each unit of a string literal's value was written.
 *
 * Shape: a function from an index of the value (0 up to its length, which gives the closing quote) to an offset.
 * Units: `start` is the offset of the opening quote of a sound literal in `text`.
 */
export function stringOffsets(text: string, start: number, end: number): (index: number) => number {
  if (!text.slice(start, end).includes('\\')) return (index) => Math.min(start + 1 + index, end - 1);
  const offsets: number[] = [];
  let place = start + 1;
  while (place < end - 1) {
    offsets.push(place);
    place += text[place] === '\\' ? (text[place + 1] === 'u' ? 6 : 2) : 1;
  }
  return (index) => offsets[index] ?? end - 1;
}
