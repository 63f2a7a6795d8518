import type { FindMistake } from './line.ts';
import { row } from './row.ts';

const COMMENT = '"//" before a comment';
const NOTHING = 'the end of the line';

/** Signs as other languages write them. */
export const SIGN_MISTAKES: readonly FindMistake[] = [
  row({ pattern: /(?<at>[→⇒⟶➔➜])/, edit: '->', expected: '"->"' }),
  row({ pattern: /(?<at>--+>|==+>|~+>)/, edit: '->', expected: '"->"' }),
  row({ pattern: /(?<=^|\s)(?<at>#+)/, edit: '//', expected: COMMENT }),
  row({ pattern: /^\s*(?<at>--+)(?!>)/, edit: '//', expected: COMMENT }),
  row({ pattern: /(?<at>;+)\s*$/, edit: '', expected: NOTHING, title: 'Leave it out.' }),
  row({
    where: ({ missed, bare }) => missed.some(({ at }) => bare[at] === ','),
    pattern: /(?<at>,)\s*$/,
    expected: NOTHING,
    edit: '',
    title: 'Leave it out.',
  }),
  blockComment,
];

/** A comment of other languages, which may go over several lines. */
function blockComment({ source, start, bare, text }: Parameters<FindMistake>[0]): ReturnType<FindMistake> {
  const from = bare.indexOf('/*');
  if (from < 0) return undefined;
  const end = source.text.indexOf('*/', start + from + 2);
  if (end < 0) return undefined;
  const inside = source.text.slice(start + from + 2, end).split(/\r?\n/);
  const written = inside
    .map((line) => line.replace(/^[ \t]*\*?[ \t]?/, '').trimEnd())
    .filter((line) => line !== '');
  const rest = source.text.slice(end + 2).split('\n', 1)[0] ?? '';
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  const newText =
    written.map((line) => `// ${line}`).join(`\n${indent}`) + (rest.trim() === '' ? '' : `\n${indent}`);
  return {
    at: [from, from + 2],
    expected: COMMENT,
    title: 'Write // before each line of it.',
    safe: true,
    edits: [[from, end + 2 - start, newText]],
  };
}
