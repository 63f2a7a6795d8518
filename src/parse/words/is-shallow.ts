import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import type { Lexed } from './lex.ts';
import { tooDeep } from './too-deep.ts';

const MAX_DEPTH = 100;

/** Whether brackets nest no deeper than a parser that recurses can read. Errors: reports `excessive-depth`. */
export function isShallow({ tokens }: Lexed, source: Source, report: Report): boolean {
  const token = tooDeep(tokens, MAX_DEPTH);
  if (!token) return true;
  const { startOffset: start } = token;
  report('excessive-depth', { source, start, end: start + 1 }, { max: MAX_DEPTH });
  return false;
}
