import { displayWidth } from '../../diagnostics/display-width.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Question } from '../../agent/human/asker.ts';
import { cutText } from '../io/cut-text.ts';
import { formatDuration, toOneLine } from '../io/format.ts';
import { wrapWords } from '../io/wrap-words.ts';

/** Units: columns. Narrower terminals break lines themselves. */
const LEAST_WIDTH = 20;

/**
 * A text as lines for a terminal of some width, made harmless; its own line breaks and indentation stay.
 *
 * Shape: a word that is wider than a line is cut into several.
 */
export function textLines(text: string, width: number): string[] {
  const room = Math.max(width, LEAST_WIDTH);
  return text
    .replace(/\s+$/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const flat = printable(line.replaceAll('\t', '    '));
      if (displayWidth(flat) <= room) return [flat];
      const indent = ' '.repeat(Math.min(/^ */.exec(flat)?.[0].length ?? 0, room >> 1));
      return wrapWords(flat.trim(), room - indent.length)
        .flatMap((each) => cutInto(each, room - indent.length))
        .map((each) => indent + each);
    });
}

/** A text as lines of a terminal to the letter: cut where they are too wide, made harmless, and all of it there. */
export function exactLines(text: string, width: number): string[] {
  const room = Math.max(width, LEAST_WIDTH);
  return text.split(/\r\n|\r|\n/).flatMap((line) => cutInto(printable(line.replaceAll('\t', '    ')), room));
}

/** Pieces of at most so many columns. */
function cutInto(text: string, width: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (displayWidth(rest) > width) {
    // The sign that says that something is left out makes room for one more.
    const piece = cutText(rest, width).slice(0, -1);
    if (piece === '') break;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

/**
 * The labels of a list, by which a person picks an entry: `1`, `2` …
 *
 * Where an entry is itself a number they are `#1`, `#2`: nobody shall take one for the other.
 */
export function labelsOf(names: readonly string[]): readonly string[] {
  const mark = names.some((name) => /^\d+$/.test(name.trim())) ? '#' : '';
  return names.map((_, index) => `${mark}${index + 1}`);
}

/** A numbered list, each entry with a note, as lines of a terminal. */
export function listLines(
  entries: readonly { readonly name: string; readonly note: string | null }[],
  width: number,
): string[] {
  const labels = labelsOf(entries.map(({ name }) => name));
  const indent = (labels.at(-1)?.length ?? 1) + 4;
  return entries.flatMap(({ name, note }, index) => {
    const label = `  ${(labels[index] ?? '').padStart(indent - 4)}  `;
    const said = note === null ? toOneLine(name) : `${toOneLine(name)}: ${toOneLine(note, 1000)}`;
    const [first = '', ...rest] = textLines(said, width - indent);
    return [label + first, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
}

/** Says until when an answer counts. Units: `now` in ms since 1970. */
export function deadlineLine({ deadline }: Pick<Question, 'deadline'>, now: number): string | undefined {
  if (deadline === null) return undefined;
  const left = Date.parse(deadline) - now;
  const when = deadline.replace(/\.\d+Z$/, 'Z');
  return left > 0
    ? `Answer within ${formatDuration(left)} (until ${when}).`
    : `The time to answer was over at ${when}.`;
}
