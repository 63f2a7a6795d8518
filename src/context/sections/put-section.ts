import { invariant } from '../../util/invariant.ts';
import {
  beginMarker,
  END_MARKER,
  faultAtEnd,
  findSection,
  isFault,
  NOTICE,
  type Section,
  type SectionFault,
} from './find-section.ts';
import { plainText, textDigest } from './text-digest.ts';

/** The version of the format of sections, and of what this wfmap writes into them. */
export const SECTION_VERSION = 1;

/** What became of the section of a file. Shape: `text` is all of the file; `block` the section as wfmap would have it. */
export interface PutSection {
  readonly state: 'created' | 'added' | 'updated' | 'unchanged' | 'edited' | 'overwritten';
  readonly text: string;
  readonly block: string;
  /** Where the section begins, 1-based. */
  readonly line: number;
}

/**
 * Puts a section into the text of a file, in place of the one that is there, else at its end.
 *
 * Everything outside of it stays as it is, and it gets the line endings of the file. A section that somebody has edited stays,
 * unless `force` says otherwise (`edited`, `overwritten`). `text` is undefined for a file that is not there.
 * Shape: a {@link SectionFault} where the file cannot have the section.
 */
export function putSection(
  text: string | undefined,
  content: string,
  { force }: { readonly force: boolean },
): PutSection | SectionFault {
  const found = findSection(text ?? '');
  if (isFault(found)) return found;
  const eol = lineEndOf(text ?? '', found);
  const block = blockOf(content, eol);
  if (found !== undefined && text !== undefined) return replace(text, found, { content, block, force });
  const fault = faultAtEnd(text ?? '');
  if (fault !== undefined) return fault;
  const lead = leadOf(text ?? '', eol);
  const before = `${text ?? ''}${lead}`;
  return {
    state: text === undefined ? 'created' : 'added',
    text: `${before}${block}${eol}`,
    block,
    line: before.split(/\r\n|\n|\r/).length,
  };
}

/** The text of a file without its section, and without the blank line that set it apart; undefined where there is none to take out. */
export function withoutSection(text: string): string | undefined {
  const found = findSection(text);
  if (found === undefined || isFault(found)) return undefined;
  const before = text.slice(0, found.start).replace(/(\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)$/, '$1');
  const after = text.slice(found.end).replace(/^(?:\r\n|\n|\r)/, '');
  return before + after;
}

/** Whether somebody has changed the content of a section since wfmap wrote it; also where that can no longer be said. */
export function isEdited({ hash, content }: Section): boolean {
  return hash !== textDigest(content);
}

interface Replacement {
  readonly content: string;
  readonly block: string;
  readonly force: boolean;
}

function replace(
  text: string,
  found: Section,
  { content, block, force }: Replacement,
): PutSection | SectionFault {
  if (found.version > SECTION_VERSION) {
    return {
      line: found.line,
      reason: `begins a section of version ${found.version}, and this wfmap writes version ${SECTION_VERSION}`,
      help: 'Use the newer wfmap that wrote it.',
    };
  }
  const there = text.slice(found.start, found.end);
  const { line } = found;
  if (plainText(there) === plainText(block)) return { state: 'unchanged', text, block, line };
  const isKept = isEdited(found) && found.content !== plainText(content);
  if (isKept && !force) return { state: 'edited', text, block, line };
  const whole = text.slice(0, found.start) + block + text.slice(found.end);
  return { state: isKept ? 'overwritten' : 'updated', text: whole, block, line };
}

/** A section as it stands in a file. `content` must not look like the end of it. */
function blockOf(content: string, eol: string): string {
  const inner = plainText(content);
  const block = [
    beginMarker(SECTION_VERSION),
    `<!-- sha256:${textDigest(inner)} -->`,
    ...NOTICE,
    '',
    ...inner.split('\n'),
    '',
    END_MARKER,
  ].join('\n');
  const found = findSection(block);
  invariant(
    found !== undefined && !isFault(found) && found.content === inner,
    'a section is read as it was written',
  );
  return block.replaceAll('\n', eol);
}

/** What sets a section apart from the text before it: one blank line. */
function leadOf(text: string, eol: string): string {
  if (text === '' || text === '\uFEFF') return '';
  const ends = /(?:\r\n|\n|\r){0,2}$/.exec(text)?.[0] ?? '';
  const count = ends.match(/\r\n|\n|\r/g)?.length ?? 0;
  // A carriage return would take the line feed behind it into its own line end.
  const isJoined = count === 1 && ends === '\r' && eol === '\n';
  return eol.repeat(isJoined ? 2 : 2 - count);
}

/** The line ending of the section that is there, else the one that most lines of the text have. */
function lineEndOf(text: string, found: Section | undefined): string {
  const part = found === undefined ? text : text.slice(found.start, found.end);
  const all = part.match(/\r\n|\n|\r/g) ?? [];
  const count = (eol: string): number => all.filter((each) => each === eol).length;
  const [windows, unix, old] = [count('\r\n'), count('\n'), count('\r')];
  if (windows > unix && windows >= old) return '\r\n';
  return old > unix ? '\r' : '\n';
}
