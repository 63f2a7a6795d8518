import { proseLines, type TextLine } from '../../util/prose-lines.ts';
import { plainText } from './text-digest.ts';

/** A managed section as it stands in a file. Units: UTF-16, half-open; from its first marker to the end of its last. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** The line of its first marker, 1-based. */
  readonly line: number;
  readonly version: number;
  /** Of the content as wfmap wrote it; undefined where the line of the hash is gone. */
  readonly hash: string | undefined;
  /** With line feeds, without white space around it. */
  readonly content: string;
}

/** Why a file gets no section. Shape: `line` is 1-based; `reason` is a clause without a full stop. */
export interface SectionFault {
  readonly line: number;
  readonly reason: string;
  readonly help: string;
}

/** What stands below the hash in every section. */
export const NOTICE: readonly string[] = [
  '<!-- Do not edit this section: `wfmap update` keeps it up to date. -->',
  '<!-- What you want to tell agents yourself goes outside of it. -->',
];

export const END_MARKER = '<!-- END WFMAP MANAGED SECTION -->';

export function beginMarker(version: number): string {
  return `<!-- BEGIN WFMAP MANAGED SECTION v${version} -->`;
}

const BEGIN = /^<!-- BEGIN WFMAP MANAGED SECTION v(\d{1,9}) -->[ \t]*$/;
const END = /^<!-- END WFMAP MANAGED SECTION -->[ \t]*$/;
/** A line that somebody could have meant as one of them. */
const LIKE = /^\s*<!--.*\b(?:BEGIN|END)\s+WFMAP\s+MANAGED\s+SECTION/i;
const HASH = /^<!-- sha256:([0-9a-f]{64}) -->[ \t]*$/;

/**
 * Finds the section of wfmap in a Markdown file: one pair of markers, each alone on a line and outside of code fences.
 *
 * Shape: undefined where there is no marker; a fault where there is no such pair, or one more.
 */
export function findSection(text: string): Section | SectionFault | undefined {
  const { lines, openFence } = proseLines(text);
  const begins = lines.filter((line) => BEGIN.test(line.text));
  const ends = lines.filter((line) => END.test(line.text));
  const [begin, secondBegin] = begins;
  const [end, secondEnd] = ends;
  const odd = lines.find((line) => LIKE.test(line.text) && !BEGIN.test(line.text) && !END.test(line.text));
  if (odd !== undefined) return fault(odd, 'looks like a marker of the section, and is not written as one');
  if (secondBegin !== undefined) return fault(secondBegin, 'begins the section a second time');
  if (begin === undefined) {
    return end && fault(end, 'ends a section that does not begin');
  }
  if (end === undefined) {
    const fence = openFence === undefined ? '' : `: the code that begins in line ${openFence} has no end`;
    return fault(begin, `begins a section that does not end${fence}`);
  }
  if (secondEnd !== undefined) return fault(secondEnd, 'ends the section a second time');
  if (end.start < begin.start) return fault(end, 'ends the section before it begins');
  return sectionOf(text, begin, end);
}

export function isFault(found: object | undefined): found is SectionFault {
  return found !== undefined && 'reason' in found;
}

/** Why no section can be put at the end of a file: it would stand in code that nothing ends. */
export function faultAtEnd(text: string): SectionFault | undefined {
  const { openFence } = proseLines(text);
  if (openFence === undefined) return undefined;
  return {
    line: openFence,
    reason: 'begins code that has no end, in which a section would stand',
    help: 'End the code with the marks that it begins with.',
  };
}

function fault({ number }: TextLine, reason: string): SectionFault {
  const help =
    'One line must have the first marker and one below it the last. Remove the other markers, or the whole section: it is then written anew.';
  return { line: number, reason, help };
}

function sectionOf(text: string, begin: TextLine, end: TextLine): Section {
  const inner = plainText(text.slice(begin.end, end.start)).split('\n');
  const hash = HASH.exec(inner[0] ?? '')?.[1];
  if (hash !== undefined) inner.shift();
  const content = inner.slice(
    NOTICE.every((line, index) => inner[index]?.trimEnd() === line) ? NOTICE.length : 0,
  );
  return {
    start: begin.start,
    end: end.end,
    line: begin.number,
    version: Number(BEGIN.exec(begin.text)?.[1]),
    hash,
    content: plainText(content.join('\n')),
  };
}
