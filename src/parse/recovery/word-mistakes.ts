import { nearestWord } from './mistakes.ts';
import { KEYWORDS } from '../words/words.ts';
import { closeOf } from './brackets.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { headAbove, isInTask } from './head-above.ts';
import { ruleHelp } from './rule-help.ts';
import { type FindMistake, type Found, type Line, placeIn } from './line.ts';
import { row } from './row.ts';

const WITH_NAME = `${ACTIVE_TYPES_PATTERN}|end|branch|body`;
const HEAD = String.raw`^\s*(?:${ACTIVE_TYPES_PATTERN})\s+(?:"_*"|[\p{L}_][\p{L}\p{N}_ ]*?)`;
const RETRY = String.raw`^(?:\s*|\s*defaults\s*\{\s*(?:[^{}]*\s)?)`;
const AFTER_RETRY = String.raw`(?=\s*$|\s*\}|\s+(?:reply|timeout)\b)`;
const MOST = String.raw`at\s+most|up\s+to|max|maximum`;
const TIMES = String.raw`\s*(?:times|x|attempts|retries)`;
const VISITS = String.raw`^\s*(?<at>(?:visits|maxVisits|max_visits)\b\s*[:=]?\s*(?:(?:max|up\s+to)\s+)?(?<count>\d+)(?:\s*times)?)`;

/** Words that begin a line, and what other languages write for them. */
export const WORD_MISTAKES: readonly FindMistake[] = [
  // shell: Name
  row({
    pattern: new RegExp(`^\\s*(?<word>${WITH_NAME})\\b(?<at>\\s*:)\\s*(?:["\\p{L}]|\\{?\\s*$)`, 'u'),
    expected: 'no sign behind "$word"',
    edit: '',
    title: 'Leave : out.',
  }),
  // shell Name:
  row({
    pattern: new RegExp(
      `^\\s*(?:${WITH_NAME})\\b(?:[ \\t]+(?:"_*"|[^"\\s:=>(){}]+))+?(?<at>\\s*:)\\s*\\{?\\s*$`,
      'u',
    ),
    expected: 'no sign at the end of a head',
    edit: '',
    title: 'Leave : out.',
  }),
  // claude Name (x)
  row({
    where: ({ text }, { match }) => !text.slice(...(match.indices?.groups?.['at'] ?? [0, 0])).includes('"'),
    pattern: new RegExp(
      `^\\s*(?:${ACTIVE_TYPES_PATTERN})\\s+(?<at>[\\p{L}_][\\p{L}\\p{N}_ ]*?\\s+\\([^()]*\\))`,
      'u',
    ),
    expected: 'quotes around a name with other signs than letters, digits and "_"',
    edit: '"$at"',
    safe: false,
  }),
  // claude Name(x)
  row({
    pattern: new RegExp(`${HEAD}(?<at>\\s*\\([^()]*\\))`, 'u'),
    expected: 'the name of a task alone',
    edit: '',
    help: 'Write param x: string, on a line below, for each thing that it is given.',
  }),
  // claude Name as name extends Other
  row({
    pattern: new RegExp(`${HEAD}\\s+as\\s+\\w+\\s+(?<all>(?<at>[\\p{L}_]\\w*).*)$`, 'u'),
    expected: 'a description in double quotes, or the end of the line',
    isWord: true,
    edit: { all: '' },
    help: 'Write it like this: claude Write as code "Write the code".',
  }),
  clauseByOtherWord,
  asOnItsLine,
  // retries 3
  row({
    pattern: new RegExp(
      `${RETRY}(?<all>(?<at>retries|maxRetry|max_retries)\\b\\s*[:=]?\\s*(?<count>\\d+))${AFTER_RETRY}`,
      'u',
    ),
    expected: '"retry"',
    edit: { all: 'retry $count' },
    title: 'Write retry $count.',
  }),
  // retry 3 times, retry at most 3
  ...[`(?:${MOST})\\s+(?<count>\\d+)(?:${TIMES})?`, `(?<count>\\d+)(?:${TIMES})`].map((number) =>
    row({
      pattern: new RegExp(
        `${RETRY}(?<all>(?:retry|retries|maxRetry|max_retries)\\b\\s*[:=]?\\s*(?<at>${number}))${AFTER_RETRY}`,
        'u',
      ),
      expected: 'the number alone behind "retry"',
      edit: { all: 'retry $count' },
      title: 'Write retry $count.',
    }),
  ),
  // visits 5 then Ask
  row({
    pattern: new RegExp(`${VISITS}(?=\\s+then\\b)`, 'u'),
    expected: '"visits at most" and the number',
    edit: 'visits at most $count',
  }),
  // visits 5
  row({
    pattern: new RegExp(`${VISITS}(?<rest>.*?)\\s*$`, 'u'),
    expected: '"visits at most $count then" and the name of a task',
    edit: { at: '', rest: '' },
    help: 'Say where to go from then on: visits at most $count then Ask.',
  }),
  // workspace worktree
  row({
    pattern: /^\s*workspace\s+(?<at>worktree)(?<end>)\s*$/u,
    expected: '"merge" behind "worktree", and when to merge',
    found: 'nothing',
    edit: { end: ' merge onSuccess' },
    title: 'Write merge onSuccess.',
    safe: false,
  }),
  // let x = 1, in a task
  row({
    where: (line) => isInTask(line) && line.bare.search(/\S/u) > 0,
    pattern: /^\s*(?<all>(?<at>let|const|var)\s+)\w+\s*=(?!=)/u,
    expected: 'the name alone, with "=" behind it',
    edit: { all: '' },
    title: 'Leave $at out.',
    safe: false,
  }),
];

/** What a type of task calls what others have another word for. */
const CLAUSES: readonly (readonly [type: RegExp, word: RegExp, clause: string])[] = [
  [/^human$/u, /^(?:question|message|text|ask|title)$/u, 'prompt'],
  [/^claude$/u, /^(?:question|message|text|instructions?|task)$/u, 'prompt'],
  [/^shell$/u, /^(?:script|cmd|exec|sh|bash)$/u, 'command'],
  [/^workflow$/u, /^(?:call|use|uses|include|import|workflow|run|path|file)$/u, 'map'],
];

/** question "text" */
function clauseByOtherWord(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*(?<at>(?<word>\w+)\s*:?)\s+(?:(?<text>")|[\w.@+-]+[/.][\w./@+-]*\s*$)/u,
    line.bare,
  );
  if (!found || line.bare.includes('->')) return undefined;
  const type = headAbove(line)?.word ?? '';
  const word = found.part('word');
  const [, , clause] = CLAUSES.find(([types, words]) => types.test(type) && words.test(word)) ?? [];
  if (clause === undefined || (clause !== 'map' && found.part('text') === '')) return undefined;
  const [start] = found.at;
  return {
    at: [start, start + word.length],
    expected: `"${clause}"`,
    title: `Write ${clause}.`,
    safe: false,
    edits: [[...found.at, clause]],
  };
}

/** as name, below the head */
function asOnItsLine(line: Line): ReturnType<FindMistake> {
  const { start, text, bare, tokens } = line;
  const found = placeIn(/^\s*(?<at>as\s+(?:\w+|"_*"))\s*$/u, bare);
  const head = found && headAbove(line);
  if (!found || !head || head.word === 'end') return undefined;
  const name = tokens[head.index + 1];
  const expected = '"as" behind the name of the task';
  const isBound = tokens[head.index + 2]?.image === 'as';
  const help = 'Give the result one name, behind that of the task: claude Write as code.';
  if (!name || isBound) return { at: found.at, expected, help, edits: [[0, text.length, '']] };
  const place = name.startOffset + name.image.length - start;
  return {
    at: found.at,
    expected,
    title: 'Write it there.',
    safe: true,
    edits: [
      [place, place, ` ${text.slice(...found.at)}`],
      // A head stands above, so a line break does.
      [-1, text.length, ''],
    ],
  };
}

const MAX_BELOW = 5000;
const SIGNS = String.raw`["'{[+*/<%]|[-+]=|[-+]{2}|\d|:|=`;
const FIRST = new RegExp(
  String.raw`^\s*(?<at>[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*)(?![\p{L}\p{N}_])(?:\s*(?:${SIGNS})|\s+(?<word>[\p{L}_])|\s+\S)`,
  'u',
);

/** A word that nothing in the language begins with, and what it has behind it: neither is an action. */
export function foreignWord(line: Line): ReturnType<FindMistake> {
  const { source, start, bare, text } = line;
  const found = placeIn(FIRST, bare);
  if (!found || bare.includes('->')) return undefined;
  const word = found.part('at');
  const rule = missedAt(line, found.at[0]);
  if (rule === undefined || KEYWORDS.has(word) || nearestWord(`${rule}Item`, word) !== undefined)
    return undefined;
  const behind = text.slice(found.at[1]).trim();
  if (rule === 'task' && (word === 'description' || mayBeAction(found, behind))) return undefined;
  if (isDefined(behind.replaceAll('"', ''), source)) return undefined;
  const from = start + bare.length;
  const below = source.text.slice(from, from + MAX_BELOW);
  const open = /[{[]\s*$/u.test(bare) ? closeOf(below) : furtherIn(bare, below);
  return {
    at: found.at,
    word,
    expected: EXPECTED[rule],
    help: ruleHelp(`${rule}Item`, headAbove(line)?.word),
    edits: [[found.at[0], text.length + open, '']],
  };
}

/** The size of the lines below that are further in, behind a line that ends with a colon. */
function furtherIn(bare: string, below: string): number {
  if (!/:\s*$/u.test(bare)) return 0;
  const indent = bare.search(/\S/u);
  const next = /\n(?=[ \t]*\S)/gu;
  for (let match = next.exec(below); match; match = next.exec(below)) {
    if (below.slice(match.index + 1).search(/\S/u) <= indent) return match.index;
  }
  return 0;
}

const EXPECTED = {
  map: 'a clause, a task, an input or another part of the map',
  task: 'a clause of the task, a word of the map, or an action "Name -> Target"',
} as const;

/** What the beginning of a line was read as a part of. */
function missedAt({ missed }: Line, start: number): keyof typeof EXPECTED | undefined {
  if (missed.some(({ rule, expected }) => rule === 'action' && expected === '"->"')) return 'task';
  return missed.some(({ rule, at }) => rule === 'map' && at === start) ? 'map' : undefined;
}

/** Whether a word and those behind it may be the name of an action. */
function mayBeAction(found: Found, behind: string): boolean {
  return found.part('word') !== '' && !FOREIGN.test(found.part('at')) && !/[.+/*(]/u.test(behind);
}

/** Words of other languages, which a word may stand behind. */
const FOREIGN =
  /^(?:extends|implements|import|cwd|env|system|role|skip|wait|sleep|log|print|parallel|async|await)$/u;
