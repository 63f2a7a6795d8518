import { KEYWORDS } from '../words/words.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { headAbove, isInTask } from './head-above.ts';
import { type FindMistake, type Line, type LineEdit, placeIn } from './line.ts';
import { row } from './row.ts';

const ARROW = String.raw`(?:->|=>|-{2,}>|={2,}>|[→⇒⟶➔➜])`;
/** A name without quotes; none of its blanks may be matched in two ways. */
const PLAIN = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:[ \t]+[\p{L}\p{N}_]+)*`;

/** Alone, or with an arrow or a value behind it, it is a name. */
const RETURN = String.raw`^\s*(?<at>return|returns)\b(?!\s*[-=:]?>?\s*$)(?!\s*(?:->|=[^=]))`;

/** Actions, and what other languages write for them. */
export const ACTION_MISTAKES: readonly FindMistake[] = [
  // return Name, in a task
  row({
    where: (line, { part }) => isInTask(line) && isDefined(part('name'), line.source),
    pattern: new RegExp(`${RETURN}\\s+(?<name>\\S.*?)\\s*$`, 'u'),
    expected: '"->" before a target',
    edit: '->',
    safe: false,
  }),
  row({
    where: isInTask,
    pattern: new RegExp(`${RETURN}(?=\\s*\\{)`, 'u'),
    expected: 'a result only behind an end',
    edit: 'output',
    help: 'Write output { … }, with a JSON Schema, for what the task gives.',
  }),
  row({
    where: isInTask,
    pattern: new RegExp(`^\\s*(?<all>${RETURN.replace(/^\^\\s\*/u, '')}.*)$`, 'u'),
    expected: 'a result only behind an end',
    edit: { all: '' },
    help: 'Write = and the expression behind the end that the run comes to: end Done = result.',
  }),
  // start -> Name, where it is no action of a task
  row({
    where: (line) => line.bare.search(/\S/u) <= (headAbove(line)?.column ?? Infinity),
    pattern: new RegExp(`^\\s*start(?<at>\\s*(?<sign>${ARROW}))\\s*["\\p{L}_]`, 'u'),
    expected: 'no sign behind "start"',
    edit: '',
    title: 'Leave $sign out.',
  }),
  // on failure -> Target
  row({
    where: (line) => /^(?:claude|shell|workflow|parallel|foreach)$/u.test(headAbove(line)?.word ?? ''),
    pattern: new RegExp(
      `^\\s*on\\s+(?<at>fail|failed|failure|failures|errors|exception)\\s*${ARROW}\\s*["\\p{L}_]`,
      'u',
    ),
    expected: '"error" behind "on"',
    edit: 'error',
    safe: false,
  }),
  // depends on Name
  row({
    where: (line, { part }) => isInTask(line) && isDefined(part('name').replaceAll('"', ''), line.source),
    pattern:
      /^\s*(?<all>(?<at>depends\s+on|dependsOn|depends_on|needs|requires)\s*:?\s+(?<name>["\p{L}_].*?))\s*$/u,
    expected: 'an action of the task that comes before, which leads here',
    edit: { all: '' },
    help: 'Write -> and the name of this task under $name.',
  }),
  // Name goto Target
  row({
    where: (line, { part }) => isInTask(line) && isDefined(part('target').replaceAll('"', ''), line.source),
    pattern: new RegExp(
      `^\\s*[\\p{L}_][\\p{L}\\p{N}_]*(?<all>\\s+(?<at>goto|go\\s+to|leads\\s+to)\\s+)(?<target>"[^"]+"|${PLAIN})\\s*$`,
      'u',
    ),
    expected: '"->" between the name of an action and its target',
    edit: { all: ' -> ' },
    title: 'Write ->.',
  }),
  // on success -> Target
  row({
    pattern: new RegExp(
      `^\\s*(?<all>(?<at>on\\s+(?!error\\b)(?<name>[\\p{L}_]\\w*)\\s*)(?:${ARROW}|:|)\\s*)["\\p{L}_].*$`,
      'u',
    ),
    expected: '"on error -> Target", or the name of an action and "->"',
    edit: { all: '$Name -> ' },
    help: 'Write $Name -> Target; "when" and an expression behind it say when to take it.',
  }),
  // * -> Target
  row({
    pattern: new RegExp(`^\\s*(?<all>(?<at>\\*)\\s*)${ARROW}`, 'u'),
    expected: 'the name of an action, or "->" alone for one called like its target',
    edit: { all: '' },
    title: 'Leave * out.',
    safe: false,
  }),
  // A, B -> Target
  row({
    pattern: new RegExp(
      `^\\s*${PLAIN}(?<all>\\s*(?<at>[,|])\\s*${PLAIN}(?:\\s*[,|/]\\s*${PLAIN})*\\s*)${ARROW}`,
      'u',
    ),
    expected: 'one name before "->"',
    edit: { all: ' ' },
    help: 'Write a line for each action.',
  }),
  // -> A | B
  row({
    where: (_, { part }) =>
      !part('first')
        .split(/\s+/u)
        .some((word) => KEYWORDS.has(word)),
    pattern: new RegExp(
      `${ARROW}\\s*(?<first>${PLAIN})(?<all>\\s*(?<at>\\|\\|?|,)\\s*${PLAIN}(?:\\s*[|,]+\\s*${PLAIN})*)(?=\\s*$|\\s+(?:when|if|resets|at\\s+most)\\b)`,
      'u',
    ),
    expected: 'one target behind "->"',
    edit: { all: '' },
    help: 'Write a line for each action, with "when" behind all but the last.',
  }),
  // - Name -> Target
  row({
    pattern: new RegExp(
      `^\\s*(?<at>[-*•+]\\s+)(?:(?:${ACTIVE_TYPES_PATTERN}|end)\\s+["\\p{L}_]|["\\p{L}_].*${ARROW})`,
      'u',
    ),
    expected: 'no sign before an action or a task',
    edit: '',
    title: 'Leave it out.',
  }),
  colonInArguments,
  withForArguments,
];

/** -> Target (x: 1) */
function colonInArguments({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(/->\s*["\p{L}_][^("]*"?\s*\((?<at>[^()?]*)\)/u, bare);
  const parts = found?.match.groups?.['at']?.split(',') ?? [];
  if (!found || !parts.every((part) => /^\s*\w+\s*(?::|=(?!=))/u.test(part))) return undefined;
  const [start, end] = found.at;
  const edits = [...bare.slice(start, end).matchAll(/(?<=(?:^|,)\s*\w+)\s*:/gu)].map(
    ({ index, 0: sign }): LineEdit => [start + index, start + index + sign.length, ' ='],
  );
  const [first] = edits;
  if (!first) return undefined;
  return {
    at: [first[1] - 1, first[1]],
    expected: '"=" behind the name of an argument',
    title: 'Write =.',
    safe: true,
    edits,
  };
}

/** -> Target with x = 1 */
function withForArguments(line: Line): ReturnType<FindMistake> {
  const { bare, text } = line;
  const found = placeIn(
    new RegExp(
      String.raw`${ARROW}[^(]*?(?<at>\s+with\s+(?<list>\w+\s*[=:](?!=).*?))(?=\s+(?:when|resets|at\s+most)\b|\s*$)`,
      'u',
    ),
    bare,
  );
  // Behind an action of these it may be a clause.
  if (!found || headAbove(line)?.word === 'workflow') return undefined;
  const [start, end] = found.at;
  const list = text
    .slice(end - (found.match.groups?.['list']?.length ?? 0), end)
    .replace(/(?<=^|,)(\s*\w+)\s*:\s*/gu, '$1 = ');
  const from = start + bare.slice(start).search(/\S/u);
  const edits: LineEdit[] = [[start, end, ` (${list})`]];
  return {
    at: [from, from + 'with'.length],
    expected: 'the arguments of an action in parentheses',
    title: `Write (${list}).`,
    safe: false,
    edits,
  };
}
