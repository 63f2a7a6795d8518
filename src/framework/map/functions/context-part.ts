/**
 * One part of a context, to be shown whole, in part or not at all.
 *
 * Shape: `place` is where it stands among the others; parts are given in the order in which they are kept. `heading`
 * stands above the lines and goes with them; `noun` counts lines that were left out, as in "12 more names".
 */
export interface ContextPart {
  readonly place: number;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly noun: readonly [one: string, several: string];
}

/** A part as it is shown. */
export interface FittedPart {
  readonly place: number;
  readonly text: string;
}

/** The least that a line is cut to, where one alone is too long for what is left. */
const MIN_LINE = 60;

/**
 * Chooses what of some parts is shown within a number of characters, the line breaks between them counted.
 *
 * What comes first is kept; once something had to be cut, all that comes after it goes whole. Each part that is cut
 * says how much of it was left out, so there must be room for that.
 */
export function fitParts(parts: readonly ContextPart[], maxChars: number): readonly FittedPart[] {
  const fitted: FittedPart[] = [];
  let reserved = sizeWithout(parts);
  let left = maxChars;
  let isCut = false;
  for (const part of parts) {
    reserved -= 1 + leftOutOf(part, part.lines.length).length;
    const text: string = isCut ? leftOutOf(part, part.lines.length) : fitPart(part, left - reserved - 1);
    isCut ||= text !== wholeOf(part);
    left -= 1 + text.length;
    fitted.push({ place: part.place, text });
  }
  return fitted;
}

/** Units: characters that parts take when all that they show is that they were left out. */
function sizeWithout(parts: readonly ContextPart[]): number {
  return parts.reduce((sum, part) => sum + 1 + leftOutOf(part, part.lines.length).length, 0);
}

function fitPart(part: ContextPart, room: number): string {
  const whole = wholeOf(part);
  if (whole.length <= room) return whole;
  const { heading, lines } = part;
  let text = heading;
  let shown = 0;
  for (const line of lines) {
    // The note is never longer than the one that counts all lines.
    const free = room - text.length - moreOf(part, lines.length).length - 2;
    if (line.length > free) {
      const cut = cutLine(line, free);
      if (cut === undefined) break;
      text += `\n${cut}`;
    } else text += `\n${line}`;
    shown += 1;
    if (line.length > free) break;
  }
  if (shown === 0) return leftOutOf(part, lines.length);
  return shown === lines.length ? text : `${text}\n${moreOf(part, lines.length - shown)}`;
}

/** A line that is cut says so itself; undefined where what is left of it would say nothing. */
function cutLine(line: string, room: number): string | undefined {
  const note = `… (${line.length} characters, cut)`;
  if (room < MIN_LINE + note.length) return undefined;
  return (
    line
      .slice(0, room - note.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + note
  );
}

function wholeOf({ heading, lines }: ContextPart): string {
  return [heading, ...lines].join('\n');
}

function moreOf({ noun }: ContextPart, count: number): string {
  return `(${count} more ${count === 1 ? `${noun[0]} was` : `${noun[1]} were`} left out.)`;
}

function leftOutOf({ heading, noun }: ContextPart, count: number): string {
  return `${heading}\n(${count} ${count === 1 ? `${noun[0]} was` : `${noun[1]} were`} left out.)`;
}
