import { KEYWORDS } from '../words/words.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { FAILURES } from './misread-names.ts';
import { headAbove, isInTask } from './head-above.ts';
import { type FindMistake, type Found, type Line, type LineEdit, placeIn } from './line.ts';
import { row } from './row.ts';

const ARROW = String.raw`(?:->|=>|-{2,}>|={2,}>|[→⇒⟶➔➜])`;
/** A name without quotes; none of its blanks may be matched in two ways. */
const PLAIN = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:[ \t]+[\p{L}\p{N}_]+)*`;

/** The tasks that can fail. */
const CAN_FAIL = /^(?:claude|shell|workflow|parallel|foreach)$/u;

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
    where: (line) => CAN_FAIL.test(headAbove(line)?.word ?? ''),
    pattern: new RegExp(
      `^\\s*on\\s+(?<at>fail|failed|failure|failures|errors|exception|timeout|timed\\s+out)\\s*${ARROW}\\s*["\\p{L}_]`,
      'u',
    ),
    expected: '"error" behind "on"',
    edit: 'error',
    safe: false,
  }),
  failureOfOthers,
  targetOfSetting,
  // depends on Name
  row({
    where: (line, { part }) => isInTask(line) && isDefined(part('name').replaceAll('"', ''), line.source),
    pattern:
      /^\s*(?<all>(?<at>depends\s+on|dependsOn|depends_on|needs|requires)\s*[:=]?\s+\[?\s*(?<name>["\p{L}_][^\],]*?)(?:\s*,[^\]]*)?\s*\]?)\s*$/u,
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
  // Task -->|Name| Target, Task -- Name --> Target
  ...[
    `(?<own>${PLAIN}|)\\s*(?<at>-{1,}>\\s*\\|)\\s*(?<name>${PLAIN})\\s*\\|`,
    `(?<own>${PLAIN})\\s+(?<at>-{2,})\\s+(?<name>${PLAIN})\\s+-{1,}>`,
  ].map((edge) =>
    row({
      where: isOwnName,
      pattern: new RegExp(`^\\s*(?<all>${edge}\\s*)["\\p{L}_]`, 'u'),
      expected: 'the name of an action before "->"',
      edit: { all: '$name -> ' },
      title: 'Write $name ->.',
      safe: false,
    }),
  ),
  // Task --> Target : Name
  row({
    where: (line, found) => isOwnName(line, found) && isDefined(found.part('target'), line.source),
    pattern: new RegExp(
      `^\\s*(?<all>(?<own>${PLAIN})\\s*${ARROW}\\s*(?<target>${PLAIN})\\s*(?<at>:\\s*(?<name>${PLAIN})))\\s*$`,
      'u',
    ),
    expected: 'the name of an action before "->"',
    edit: { all: '$name -> $target' },
    title: 'Write $name -> $target.',
    safe: false,
  }),
  // [*] --> Target
  row({
    pattern: new RegExp(`^\\s*(?<all>(?<at>\\[\\*\\])\\s*${ARROW}\\s*)["\\p{L}_]`, 'u'),
    expected: '"start" before the first task',
    edit: { all: 'start ' },
    title: 'Write start.',
  }),
  // -> [*]
  row({
    pattern: new RegExp(`${ARROW}\\s*(?<at>\\[\\*\\])`, 'u'),
    expected: 'the name of an end behind "->"',
    edit: 'Over',
    help: 'Name an end of the map, such as end Over, which stands below the tasks.',
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
      `^\\s*(?<at>[-*•+]\\s+)(?:(?:${ACTIVE_TYPES_PATTERN}|end)(?<colon>\\s*:|)\\s+["\\p{L}_]|["\\p{L}_].*${ARROW})`,
      'u',
    ),
    expected: 'no sign before an action or a task',
    edit: { at: '', colon: '' },
    title: 'Leave it out.',
  }),
  colonInArguments,
  bracesBehindGuard,
  bracesForArguments,
  withForArguments,
];

/** catch -> Target */
function failureOfOthers(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(`^\\s*(?<at>${[...FAILURES].join('|')})\\s*${ARROW}\\s*["\\p{L}_]`, 'u'),
    line.bare,
  );
  if (!found || !CAN_FAIL.test(headAbove(line)?.word ?? '')) return undefined;
  const { at } = found;
  const name = found.part('at');
  return {
    at,
    expected: '"on error" before "->", for what follows a failure',
    title: 'Write on error.',
    safe: false,
    edits: [[...at, 'on error']],
    other: { title: `Write "${name}" in quotes, for an action of that name.`, edits: [[...at, `"${name}"`]] },
  };
}

/** Whether a line begins with the name of a task, or with none. */
function isOwnName({ source }: Line, { part }: Found): boolean {
  return part('own') === '' || isDefined(part('own'), source);
}

/** timeout 10m -> Target */
function targetOfSetting(line: Line): ReturnType<FindMistake> {
  const { bare, source } = line;
  const found = placeIn(
    new RegExp(
      String.raw`^(?<indent>\s*)(?:timeout|silence|retry)\s+\d[^"]*?(?<at>\s*(?<sign>${ARROW}|\bthen\b)\s*)(?<target>"[^"]+"|${PLAIN})\s*$`,
      'u',
    ),
    bare,
  );
  const head = found && headAbove(line);
  if (!head || !CAN_FAIL.test(head.word)) return undefined;
  const [start, end] = found.at;
  const from = start + bare.slice(start).search(/\S/u);
  const at = [from, from + found.part('sign').length] as const;
  const expected = '"on error" on a line of its own, for what follows a failure';
  const task = source.text.slice(line.tokens[head.index]?.startOffset).split(/\n(?=\S)/u, 1)[0] ?? '';
  if (/\bon\s+error\b/u.test(task)) {
    const help = 'The task has "on error" already, which time limits lead to, too.';
    return { at, expected, help, edits: [[start, bare.trimEnd().length, '']] };
  }
  return {
    at,
    expected,
    title: `Begin a line with on error -> ${line.text.slice(end).trim()}.`,
    safe: false,
    edits: [[start, end, `\n${found.part('indent')}on error -> `]],
  };
}

/** -> Target { x: 1 }, -> Target set x = 1 */
function bracesForArguments({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`${ARROW}\s*(?:"_*"|[\p{L}_][\p{L}\p{N}_ ]*?)(?<at>\s*(?:(?:\b(?:do|set|assign|with)\s*)?\{\s*(?<braced>[^{}]*?)\s*\}|(?:\/|\b(?:do|set|assign)\b)\s*(?<plain>\w+\s*(?:=(?!=)|[-+]=|[-+]{2}).*?)(?=\s+(?:when|resets|at\s+most)\b|\s*$)))`,
      'u',
    ),
    bare,
  );
  if (!found) return undefined;
  const [from, to] = insideOf(found);
  const [start, end] = found.at;
  const at = start + bare.slice(start).search(/\S/u);
  const mistake = {
    at: [at, at + bare.slice(at).search(/(?<=^\w+)\W|(?<=^\W)/u)] as const,
    expected: 'the arguments of an action in parentheses',
  };
  const parts = text.slice(from, to).split(/[,;]/u).map(argumentIn);
  if (parts.includes(undefined)) return { ...mistake, help: NO_ASSIGNMENT, edits: [[start, end, '']] };
  const list = `(${parts.join(', ')})`;
  return { ...mistake, title: `Write ${list}.`, safe: false, edits: [[start, end, ` ${list}`]] };
}

/** -> Target when guard { x = 1 } */
function bracesBehindGuard({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`${ARROW}\s*(?:"_*"|${PLAIN})(?<guard>\s+)(?:when|if)\b[^{}]*?(?<at>\s*\{\s*(?<braced>\w+\s*=(?!=)[^{}]*?)\s*\})\s*$`,
      'u',
    ),
    bare,
  );
  if (!found) return undefined;
  const [from, to] = insideOf(found);
  const [start, end] = found.at;
  const parts = text.slice(from, to).split(/[,;]/u).map(argumentIn);
  const at = start + bare.slice(start).search(/\S/u);
  const mistake = {
    at: [at, at + 1] as const,
    expected: 'the arguments of an action in parentheses, before "when"',
  };
  const target = found.match.indices?.groups?.['guard']?.[0] ?? start;
  if (parts.includes(undefined)) return { ...mistake, help: NO_ASSIGNMENT, edits: [[start, end, '']] };
  const list = `(${parts.join(', ')})`;
  const edits: readonly LineEdit[] = [
    [target, target, ` ${list}`],
    [start, end, ''],
  ];
  return { ...mistake, title: `Write ${list} before when.`, safe: false, edits };
}

/** Where what is given stands, with braces around it or without. */
function insideOf({ match }: Found): readonly [number, number] {
  return match.indices?.groups?.['braced'] ?? match.indices?.groups?.['plain'] ?? [0, 0];
}

const NO_ASSIGNMENT =
  'Give the target what it needs, as in -> Target (x = 1); a decide task sets names, as in x = 1 on a line below its head.';

/** An argument as the language writes it. Shape: undefined for what is none. */
function argumentIn(text: string): string | undefined {
  const [, name, value] = /^\s*"?(\w+)"?\s*(?:(?::|=(?!=))\s*(\S.*?))?\s*$/u.exec(text) ?? [];
  return name === undefined ? undefined : `${name} = ${value ?? name}`;
}

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
