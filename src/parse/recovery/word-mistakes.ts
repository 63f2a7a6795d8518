import { nearestWord } from './mistakes.ts';
import { KEYWORDS } from '../words/words.ts';
import { closeOf } from './brackets.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { headAbove, isInTask } from './head-above.ts';
import { ruleHelp } from './rule-help.ts';
import { type FindMistake, type Found, type Line, placeIn } from './line.ts';

/** Words that begin a line, and what other languages write for them. */
export const WORD_MISTAKES: readonly FindMistake[] = [
  headColon,
  headArguments,
  behindHead,
  clauseByOtherWord,
  asOnItsLine,
  retries,
  visits,
  letBefore,
];

/** shell: Name, and shell Name: */
function headColon({ bare }: Line): ReturnType<FindMistake> {
  const head = String.raw`^\s*(?<word>${ACTIVE_TYPES_PATTERN}|end|branch|body)\b`;
  const found =
    placeIn(new RegExp(String.raw`${head}(?<at>\s*:)\s*["\p{L}]`, 'u'), bare) ??
    placeIn(
      new RegExp(String.raw`${head}(?:[ \t]+(?:"_*"|[^"\s:=>(){}]+))*?(?<at>\s*:)\s*\{?\s*$`, 'u'),
      bare,
    );
  if (!found) return undefined;
  const isBehindWord = /^\s*\w+\s*$/u.test(bare.slice(0, found.at[0]));
  return {
    at: [found.at[1] - 1, found.at[1]],
    expected: isBehindWord ? `no sign behind "${found.part('word')}"` : 'no sign at the end of a head',
    title: 'Leave : out.',
    safe: true,
    edits: [[...found.at, '']],
  };
}

const HEAD = String.raw`^\s*(?:${ACTIVE_TYPES_PATTERN})\s+(?:"_*"|[\p{L}_][\p{L}\p{N}_ ]*?)`;

/** claude Name(x) */
function headArguments({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(String.raw`${HEAD}(?<at>\s*\([^()]*\))`, 'u'), bare);
  if (!found) return undefined;
  const [start, end] = found.at;
  if (/^\s/u.test(bare.slice(start))) {
    const from = /^\s*\w+\s+/u.exec(bare)?.[0].length ?? 0;
    const name = text.slice(from, end);
    return {
      at: [from, end],
      expected: 'quotes around a name with other signs than letters, digits and "_"',
      title: `Write "${name}".`,
      safe: false,
      edits: name.includes('"') ? [[start, end, '']] : [[from, end, `"${name}"`]],
    };
  }
  return {
    at: [bare.indexOf('(', start), end],
    expected: 'the name of a task alone',
    help: 'Write param x: string, on a line below, for each thing that it is given.',
    edits: [[start, end, '']],
  };
}

/** claude Name as name extends Other */
function behindHead({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(String.raw`${HEAD}\s+as\s+\w+\s+(?<at>[\p{L}_]\w*)`, 'u'), bare);
  if (!found) return undefined;
  return {
    at: found.at,
    word: bare.slice(...found.at),
    expected: 'a description in double quotes, or the end of the line',
    help: 'Write it like this: claude Write as code "Write the code".',
    edits: [[found.at[0], text.length, '']],
  };
}

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

const RETRY =
  /^(?:\s*|\s*defaults\s*\{\s*(?:[^{}]*\s)?)(?<at>(?<word>retry|retries|maxRetry|max_retries)\b\s*[:=]?\s*(?<number>(?<most>(?:at\s+most|up\s+to|max|maximum)\s+)?(?<count>\d+)(?<times>\s*(?:times|x|attempts|retries))?))(?=\s*$|\s*\}|\s+(?:reply|timeout)\b)/u;

/** retries 3, retry 3 times, retry at most 3 */
function retries({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(RETRY, bare);
  if (!found) return undefined;
  const [start, end] = found.at;
  const [word, count] = [found.part('word'), found.part('count')];
  const isAlone = found.part('number') === count;
  // What stands between the two is told for all clauses.
  if (isAlone && word === 'retry') return undefined;
  const isOther = word !== 'retry';
  return {
    at: isOther ? [start, start + word.length] : [end - found.part('number').length, end],
    expected: isOther && isAlone ? '"retry"' : 'the number alone behind "retry"',
    title: `Write retry ${count}.`,
    safe: true,
    edits: [[start, end, `retry ${count}`]],
  };
}

/** visits 5 */
function visits({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*(?<at>(?:visits|maxVisits|max_visits)\b\s*[:=]?\s*(?:(?:max|up\s+to)\s+)?(?<count>\d+)(?:\s*times)?)(?<then>\s+then\b)?/u,
    bare,
  );
  if (!found) return undefined;
  const count = found.part('count');
  const [start, end] = found.at;
  const edits = [[start, end, `visits at most ${count}`]] as const;
  if (found.part('then') !== '') {
    const title = `Write visits at most ${count}.`;
    return { at: [start, end], expected: '"visits at most" and the number', title, safe: true, edits };
  }
  return {
    at: [start, end],
    expected: `"visits at most ${count} then" and the name of a task`,
    help: `Say where to go from then on: visits at most ${count} then Ask.`,
    edits: [[start, bare.trimEnd().length, '']],
  };
}

/** let x = 1, in a task */
function letBefore(line: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*(?<at>(?:let|const|var)\s+)\w+\s*=(?!=)/u, line.bare);
  if (!found || !isInTask(line) || line.bare.search(/\S/u) === 0) return undefined;
  const [start, end] = found.at;
  const word = line.bare.slice(start, end).trimEnd();
  return {
    at: [start, start + word.length],
    expected: 'the name alone, with "=" behind it',
    title: `Leave ${word} out.`,
    safe: false,
    edits: [[start, end, '']],
  };
}

const MAX_BELOW = 5000;
const SIGNS = String.raw`["'{[+*/<%]|[-+]=|[-+]{2}|\d|:\s*\S|=`;
const FIRST = new RegExp(
  String.raw`^\s*(?<at>[\p{L}_][\p{L}\p{N}_]*)(?:\s*(?:${SIGNS})|\s+(?<word>[\p{L}_])|\s+\S)`,
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
  const open = /[{[]\s*$/u.test(bare) ? closeOf(source.text.slice(from, from + MAX_BELOW)) : 0;
  return {
    at: found.at,
    word,
    expected: EXPECTED[rule],
    help: ruleHelp(`${rule}Item`, headAbove(line)?.word),
    edits: [[found.at[0], text.length + open, '']],
  };
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
