import { isPhrase } from '../words/name-tokens.ts';
import { KEYWORDS } from '../words/words.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { headAbove } from './head-above.ts';
import { type FindMistake, type Line, type LineEdit, placeIn } from './line.ts';
import { row } from './row.ts';

/** What a name may stand behind, and what ends it where it has no quotes. */
const BEHIND = String.raw`(?:->|\bthen|^\s*(?:${ACTIVE_TYPES_PATTERN}|end|start|branch|session\s+of|session\s+fork))\s+`;
const UNTIL = String.raw`(?=\s+(?:when|if|always|as|outcome|failed|because|resets|at\s+most|and\s+extra|then)\b|\s*["({=]|\s*\/\/|\s*$)`;
const NAME = new RegExp(String.raw`${BEHIND}(?<at>[^\s"({=][^"({=]*?)${UNTIL}`, 'dgu');

/** What looks like a name: with other signs in it something else was meant. */
const NAMED = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ \-'’./&+()]*[\p{L}\p{N}_.'’)+])?$/u;

/** Whether it looks like a name, and is none without quotes. */
function needsQuotes(name: string): boolean {
  const isBare = isPhrase(name) || /^(?:[\p{L}_][\p{L}\p{N}_]*|\d+)$/u.test(name);
  return !isBare && NAMED.test(name);
}

/** What is said of another way, behind a target. */
const OTHER_WAY = /\s(?:else|otherwise|unless|if)(?:\s|$)/u;

/** Names that need quotes, and actions as other languages write them. */
export const NAME_MISTAKES: readonly FindMistake[] = [
  row({
    pattern: /^\s*(?<at>goto|go\s+to|next|transition|target|jump|route|to)(?:\s*:)?\s+[\p{L}_"]/u,
    edit: '->',
    expected: '"->" before a target',
  }),
  row({
    pattern:
      /->\s*(?:"_*"|[\p{L}_][\p{L}\p{N}_ ]*?)\s+(?<at>[Ww]here|WHERE|When|WHEN|provided)\s+[^\s"]*[.=<>!(]/u,
    edit: 'when',
    expected: '"when"',
    safe: false,
  }),
  row({
    pattern: /^\s*end\s+[^>]*?(?<all>\s*(?<at>->).*?)\s*$/u,
    expected: 'nothing that an end goes to: the run is over there',
    edit: { all: '' },
    title: 'Leave it out.',
    safe: false,
  }),
  // -> end Name
  ...[true, false].map((isKnown) =>
    row({
      where: ({ source }, { part }) => isDefined(part('name').replaceAll('"', ''), source) === isKnown,
      pattern: new RegExp(
        `(?:->|\\bthen)\\s+(?<all>(?<at>end)\\s+)(?<name>"[^"]+"|[\\p{L}_][\\p{L}\\p{N}_ ]*?)${UNTIL}`,
        'u',
      ),
      expected: 'the name of the end alone',
      edit: { all: '' },
      ...(isKnown
        ? { title: 'Leave end out.' }
        : { help: 'Write the name alone, and end $name on a line of its own below the tasks.' }),
    }),
  ),
  secondAction,
  // prompt "text" -> Target
  row({
    pattern:
      /^(?<indent>\s+)(?:prompt|promptTemplate|command|template|output|reminder|map)\s+"[^"]*"(?<blank>\s*)(?<at>->)/u,
    expected: 'one action on a line, and nothing else',
    found: 'it behind a text',
    edit: { blank: '\n$indent' },
    title: 'Begin a line with it.',
  }),
  // claude Name -> Target
  row({
    pattern: new RegExp(
      `^(?<indent>\\s*)(?:${ACTIVE_TYPES_PATTERN})\\s+[^"(={}:>-]+?(?<at>\\s*->\\s*)["\\p{L}_]`,
      'u',
    ),
    expected: 'an action on a line of its own, below the head',
    edit: '\n$indent  -> ',
    title: 'Begin a line with it.',
    safe: false,
  }),
  namesToQuote,
  actionToQuote,
  // Name: Target
  row({
    where: ({ missed, source }, { part }) =>
      missed.some(({ expected, rule }) => rule === 'action' && expected === '"->"') &&
      isDefined(part('target').replaceAll('"', ''), source),
    pattern:
      /^\s*[\p{L}_][\p{L}\p{N}_ ]*(?<at>\s*:)\s+(?<target>"[^"]+"|[\p{L}_][\p{L}\p{N}_ ]*?)(?=\s*$|\s*[("]|\s+(?:when|if|at|resets)\b)/u,
    expected: '"->" between the name of an action and its target',
    edit: ' ->',
    safe: false,
  }),
  arrowMissing,
  // claude Name "text" as name
  row({
    pattern: new RegExp(
      `^\\s*(?:${ACTIVE_TYPES_PATTERN})\\s+[^"]*?(?<=\\S)(?<before>)\\s*"_*"(?<at>\\s+as\\s+\\w+)`,
      'u',
    ),
    expected: '"as" before the description',
    edit: { before: '$at', at: '' },
    title: 'Write it before the text.',
  }),
  // return value, below an end
  row({
    where: (line) => headAbove(line)?.word === 'end',
    pattern: /^\s*(?<at>return|result|returns)\b(?!\s*->)/u,
    expected: '"=" before the result of an end',
    edit: '=',
  }),
];

function namesToQuote({ text, bare }: Line): ReturnType<FindMistake> {
  const edits: LineEdit[] = [];
  // An apostrophe in a name is no quote, so what seems to be quoted by it is looked at too.
  for (const match of (text.includes("'") ? text : bare).matchAll(NAME)) {
    const at = match.indices?.groups?.['at'];
    const name = (match.groups?.['at'] ?? '').trim();
    if (at && needsQuotes(name) && !isTargetWithMore(match, name, bare.slice(at[1])))
      edits.push([at[0], at[0] + name.length, `"${name}"`]);
  }
  return quoting(edits, text);
}

/** Whether a target is followed by a condition or an assignment, so that its words are not one name. */
function isTargetWithMore({ 0: found }: RegExpExecArray, name: string, behind: string): boolean {
  return /^(?:->|then)/u.test(found) && (OTHER_WAY.test(name) || /^\s*=/u.test(behind));
}

function quoting(edits: readonly LineEdit[], text: string): ReturnType<FindMistake> {
  const [first] = edits;
  if (!first) return undefined;
  const name = text.slice(first[0], first[1]);
  const word = name.split(/\s+/).find((each) => KEYWORDS.has(each));
  const what =
    /^[\p{L}\p{N}_\s]+$/u.test(name) && word !== undefined
      ? `with the word "${word}" of the language in it`
      : 'with other signs than letters, digits and "_"';
  return {
    at: [first[0], first[1]],
    expected: `quotes around a name ${what}`,
    title: `Write ${first[2]}.`,
    safe: true,
    edits,
  };
}

/** An action called like a word of the language, or by words and signs. */
function actionToQuote({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*(?<at>[^\s"(=:>][^"(=:>]*?)\s*->/u, bare);
  const name = found?.match.groups?.['at'] ?? '';
  if (!found || /^on\s+error$/u.test(name) || !NAMED.test(name)) return undefined;
  const words = name.split(/\s+/);
  const isPlain = words.every((word) => /^[\p{L}\p{N}_]+$/u.test(word) && !KEYWORDS.has(word));
  return isPlain ? undefined : quoting([[...found.at, `"${name}"`]], text);
}

/** Name Target, where the map has a task or an end of the target's name. */
function arrowMissing({ source, bare, missed }: Line): ReturnType<FindMistake> {
  if (!missed.some(({ expected, rule }) => rule === 'action' && expected === '"->"')) return undefined;
  const words =
    /^(\s*)([\p{L}_][\p{L}\p{N}_ ]*?)(?=\s*$|\s+(?:when|if|at\s+most|resets|always)\b|\s*[("])/u.exec(bare);
  if (!words || KEYWORDS.has(/\w+/.exec(bare)?.[0] ?? '')) return undefined;
  const [, indent = '', name = ''] = words;
  for (const space of name.matchAll(/\s+/g)) {
    const target = name.slice(space.index + space[0].length);
    if (!isDefined(target, source)) continue;
    const start = indent.length + space.index;
    return {
      at: [indent.length, indent.length + name.length],
      expected: '"->" between the name of an action and its target',
      title: `Write -> before ${target}.`,
      safe: false,
      edits: [[start, start + space[0].length, ' -> ']],
    };
  }
  return undefined;
}

/** Name -> Target Name -> Target */
function secondAction({ source, bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(/->\s*(?<at>[\p{L}_][\p{L}\p{N}_ ]*?)\s*->/u, bare);
  const words = found?.match.groups?.['at']?.split(/\s+/) ?? [];
  if (!found || words.length < 2) return undefined;
  const count = words.findLastIndex(
    (_, index) => index > 0 && isDefined(words.slice(0, index).join(' '), source),
  );
  const name = words.slice(count > 0 ? count : words.length - 1).join(' ');
  const start = found.at[1] - name.length;
  const indent = /^\s*/.exec(bare)?.[0] ?? '';
  const before = start - (/\s*$/.exec(bare.slice(0, start))?.[0].length ?? 0);
  return {
    at: [start, start + name.length],
    expected: 'one action on a line',
    found: `a second one, "${name}"`,
    title: 'Begin a line with it.',
    safe: false,
    edits: [[before, start, `\n${indent}`]],
  };
}
