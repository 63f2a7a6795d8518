import { markedLines } from '../util/open-lines.ts';

/** The lines of one SIGNAL BLOCK, without its heading. */
export interface RawSignal {
  readonly lines: readonly RawLine[];
}

/** Units: `at`, where the line begins in the text, in UTF-16. */
export interface RawLine {
  readonly text: string;
  readonly at: number;
}

/** Which blocks are looked for. Default: those outside of code fences. */
export interface FindSignals {
  readonly inFences?: boolean;
}

/**
 * Finds the SIGNAL BLOCKs of a text, in order.
 *
 * A block begins with a line `SIGNAL BLOCK`, which may be a heading and have a title after a dash, colon or bracket. It ends before
 * the next one, a heading of its level or above, or a rule `---`, and after its signature. Blank lines do not end it.
 * Takes time in proportion to the text.
 */
export function* findSignals(text: string, { inFences = false }: FindSignals = {}): Generator<RawSignal> {
  let open: { level: number; lines: RawLine[] } | undefined;
  for (const line of linesOf(text, inFences)) {
    const level = levelOfStart(line.text);
    const isEnd = open !== undefined && endsBlock(line.text, open.level);
    if (level === undefined && !isEnd) {
      open?.lines.push(line);
      if (!SIGNATURE_LINE.test(line.text)) continue;
    }
    if (open !== undefined) yield open;
    open = level === undefined ? undefined : { level, lines: [] };
  }
  if (open !== undefined) yield open;
}

/** The lines that can be of a block; what stands in a fence is apart from what stands around it. */
function* linesOf(text: string, inFences: boolean): Generator<RawLine> {
  for (const { line, at, place } of markedLines(text)) {
    const isMark = place === 'opening' || place === 'closing';
    if (inFences && isMark) yield { text: '---', at };
    else if (!QUOTE.test(line) && (inFences || place === 'outside')) yield { text: line, at };
  }
}

/** What somebody else said is not what this text says. */
const QUOTE = /^[ \t]{0,3}>/;

const START = /^ {0,3}(?<marks>#{0,6})[ \t]*\*{0,2}SIGNAL BLOCK\*{0,2}[ \t]*(?:$|[-—–:(])/;

const SIGNATURE_LINE = /^[ \t]{0,3}(?:[-*][ \t]+)?\*{0,2}Signature\*{0,2}[ \t]*:/i;

/** The level of the heading that begins a block; 6 where it is no heading; undefined for other lines. */
function levelOfStart(line: string): number | undefined {
  const marks = START.exec(line)?.groups?.['marks'];
  return marks === undefined ? undefined : marks.length || 6;
}

function endsBlock(line: string, level: number): boolean {
  if (/^ {0,3}-{3,}[ \t]*$/.test(line)) return true;
  const marks = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line)?.[1];
  return marks !== undefined && marks.length <= level;
}
