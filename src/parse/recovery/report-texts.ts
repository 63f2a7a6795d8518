import type { IToken } from 'chevrotain';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { fencedLines } from '../tree/fenced-lines.ts';

/** Tells of a text without its end. Shape: whether it was one. Errors: reports `malformed-string`. */
export function reportText(source: Source, token: IToken, report: Report): boolean {
  const fault = textFault(token, source);
  if (fault === undefined) return false;
  const start = token.startOffset;
  const end = start + Math.min(token.image.length, 3);
  const help = token.tokenType.name === 'Fenced' ? { help: FENCE_HELP } : {};
  report('malformed-string', { source, start, end }, { fault }, help);
  return true;
}

const FENCE_HELP =
  'Begin on the line below the quotes, and write the same quotes on a line of their own at the end.';

/** What is wrong with a text, as far as its end is concerned. */
export function textFault({ tokenType, startOffset, image }: IToken, { text }: Source): string | undefined {
  if (tokenType.name === 'Unclosed') return 'is not closed on its line';
  if (tokenType.name !== 'Fenced') return undefined;
  if (/^"+[ \t]*[^\s"]/.test(image))
    return 'is fenced, and begins beside its quotes and not on the line below';
  const isAtEnd = startOffset + image.length === text.length;
  return isAtEnd && !fencedLines(image) ? 'is fenced, but the quotes that close it are missing' : undefined;
}
