import { lineIn } from '../../../findings/bounded.ts';
import type { Value } from '../../../model/value.ts';
import { textIn, toRecord } from './read-record.ts';

/** Units: lines, and UTF-16 of each. A rule is read with every prompt. */
const MAX_CODE_LINES = 30;
const MAX_CODE_LINE = 200;
/** Units: UTF-16. */
const MAX_LINE = 2000;

/**
 * A lesson as it stands in the file of its section: its rule in one line that begins with `- `, then what taught it and
 * its example, each indented, so that only rules begin with `- `.
 *
 * Shape: Markdown without a line end; empty for what has neither title nor content.
 */
export function lessonText(lesson: Value): string {
  const record = toRecord(lesson);
  const title = textIn(record, 'title');
  const content = textIn(record, 'content');
  if (title === '' && content === '') return '';
  const rationale = textIn(record, 'rationale');
  return [
    lineIn(`- ${title}: ${content}`, MAX_LINE),
    ...(rationale === '' ? [] : [`  ${lineIn(`What taught it: ${rationale}`, MAX_LINE)}`]),
    ...codeLines(textIn(record, 'code_example')),
  ].join('\n');
}

/** Within a fence that is longer than any in the code, so that the code cannot end it. */
function codeLines(code: string): readonly string[] {
  const lines = withoutFence(code.split(/\r\n|\r|\n/).map((line) => line.slice(0, MAX_CODE_LINE).trimEnd()));
  if (lines.every((line) => line === '')) return [];
  const shown = lines.slice(0, MAX_CODE_LINES);
  const longest = Math.max(2, ...(shown.join('\n').match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return ['', fence, ...shown, fence].map((line) => (line === '' ? '' : `  ${line}`));
}

/** An example may come in a fence of its own. */
function withoutFence(lines: readonly string[]): readonly string[] {
  const isFenced =
    lines.length > 2 && /^`{3,}\w*$/.test(lines[0] ?? '') && /^`{3,}$/.test(lines.at(-1) ?? '');
  return isFenced ? lines.slice(1, -1) : lines;
}
