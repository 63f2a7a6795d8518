import { KEYWORDS } from '../words/words.ts';
import { nearestWord, PLACES } from './mistakes.ts';
import { type FindMistake, type Found, type Line, type LineEdit, placeIn } from './line.ts';
import { fieldsOf } from '../../language/fields.ts';
import { row } from './row.ts';

const INPUT = String.raw`^\s*(?<at>param|field|arg|argument|parameter|var|let|const|variable|inputs)`;

/** Blocks and heads as other languages write them. */
export const BLOCK_MISTAKES: readonly FindMistake[] = [
  (line) => bracedPart(line, 'inputs?'),
  (line) => bracedPart(line, 'limits'),
  // "limits": { … }
  row({
    where: ({ text }, { at: [start, end] }) =>
      PLACES['taskItem']?.includes(text.slice(start + 1, end - 1)) === true,
    pattern: /^\s*(?<at>"_*")(?<colon>\s*:)(?=\s)/u,
    expected: 'a word of the language without quotes',
    edit: { at: (found: string) => found.slice(1, -1), colon: '' },
    safe: false,
  }),
  (line) => bracedPart(line, 'map\\s+"_*"'),
  markdownFence,
  // foreach x in list
  row({
    pattern: /^(?<indent>\s*)foreach\s+(?<at>(?<item>\w+)\s+(?:in|of)\s+(?<list>[^{]+?))\s*(?:\{\s*)?$/u,
    expected: 'the name of the task behind "foreach", and "each … in …" on a line below',
    edit: '$Item\n$indent  each $item in $list',
    title: 'Call it $Item, and write each on a line below.',
    safe: false,
  }),
  row({
    where: ({ missed }) => missed.some(({ expected }) => expected === '"{"'),
    pattern: /^\s*(?<at>branch\s+[^\s{][^{]*?|body)(?<end>)\s*$/u,
    expected: 'a block of tasks in { } behind it',
    found: 'none',
    edit: { end: ' {}' },
    help: 'Write the tasks of the block, and an end for them, between { and }.',
  }),
  answers,
  // branches [a, b]
  row({
    pattern: /^\s*(?=(?<all>\w+\s*:?\s*[[{].*\])?)(?<at>branches|tasks|steps)\s*:?\s*[[{]/u,
    expected: '"branch" and a name for each',
    edit: { all: '' },
    help: 'Write branch, a name and { … } with the tasks of it, for each.',
  }),
  openBlock,
  wordForType,
  typeMissing,
  // param x: type, outside of a task
  row({
    where: isInMap,
    pattern: new RegExp(`${INPUT}\\s+\\w+\\??\\s*:`, 'u'),
    expected: '"input"',
    edit: 'input',
  }),
  row({
    where: isInMap,
    pattern: new RegExp(`${INPUT}\\s+\\w+\\?\\s*=`, 'u'),
    expected: '"input"',
    edit: 'input',
  }),
  // A definition with a default has to say that a run can start without it.
  row({
    where: isInMap,
    pattern: new RegExp(`${INPUT}\\s+\\w+(?<mark>)\\s*=\\s*(?:["[{\\d-]|(?:true|false|null)\\b)`, 'u'),
    expected: '"input"',
    edit: { at: 'input', mark: '?' },
    title: 'Write input, and ? behind the name.',
    safe: false,
  }),
  row({
    where: isInMap,
    pattern: new RegExp(`${INPUT}\\s+\\w+(?<mark>)\\s*=`, 'u'),
    expected: '"input"',
    edit: { at: 'input', mark: '?' },
    help: 'Write input, a name, ":" and a type for what a run is given.',
  }),
  settingOfMap,
  // name = 1
  row({
    where: (line, found) => isInMap(line, found) && nearestWord('mapItem', found.part('at')) === undefined,
    pattern: /^\s*(?<at>[\p{L}_]\w*)(?<mark>)\s*=\s*(?:["[{\d-]|(?:true|false|null)\b)/u,
    expected: '"input" before the name of a value',
    edit: { at: 'input $at', mark: '?' },
    title: 'Write input, and ? behind the name.',
    safe: false,
  }),
  actionOfNone,
];

/** Whether the word that is pointed at begins no part of the map. */
function isInMap({ missed }: Line, { at: [start] }: Found): boolean {
  return missed.some(({ rule, at }) => rule === 'map' && at === start);
}

const SETTINGS = fieldsOf('defaults').join('|');

/** timeout 30m, outside of a task */
function settingOfMap(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(String.raw`^\s*(?<at>${SETTINGS})(?:\s*[:=])?\s+(?<value>\S.*?)\s*$`, 'u'),
    line.bare,
  );
  if (!found || !isInMap(line, found) || /[{}]/u.test(line.bare)) return undefined;
  const [start] = found.at;
  const end = line.bare.trimEnd().length;
  const mistake = { at: found.at, expected: '"defaults { … }" around the settings of all tasks' };
  const written = `${found.part('at')} ${line.text.slice(end - found.part('value').length, end)}`;
  if (/^[ \t]*defaults\b/mu.test(line.source.text))
    return { ...mistake, help: 'Write it between the braces of "defaults".', edits: [[start, end, '']] };
  const newText = `defaults { ${written} }`;
  return { ...mistake, title: `Write ${newText}.`, safe: false, edits: [[start, end, newText]] };
}

/** A part of the map in braces: its lines say the word each, or none. */
function bracedPart({ source, start, bare }: Line, word: string): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(`^\\s*(?<word>${word})(?:\\s*[:=])?(?<at>\\s*\\{)`, 'u'), bare);
  if (!found) return undefined;
  const isMap = word.startsWith('map');
  if (isMap && source.text.slice(0, start).trim() !== '') return undefined;
  const rest = source.text.slice(start, isMap ? undefined : start + MAX_BELOW);
  const close = isMap ? rest.lastIndexOf('}') : rest.indexOf('}', found.at[1]);
  if (close < 0) return undefined;
  const inside = rest.slice(found.at[1], close);
  const at = [found.at[1] - 1, found.at[1]] as const;
  const expected = isMap
    ? 'the parts of a map without braces'
    : `no braces behind "${word.replace('s?', '')}"`;
  const title = 'Write it without the braces.';
  const from = bare.search(/\S/u);
  if (isMap)
    return {
      at,
      expected,
      title,
      safe: true,
      edits: [
        [...found.at, ''],
        [close, close + 1, ''],
      ],
    };
  // What is assigned with a text in it is one definition.
  if (inside.includes('{') || (/=\s*\{/u.test(bare) && inside.includes('"'))) return undefined;
  const newText = withoutBraces(inside, word);
  return { at, expected, title, safe: true, edits: [[from, close + 1, newText]] };
}

/** What stood in braces, each part with its word. */
function withoutBraces(inside: string, word: string): string {
  const parts = inside
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (word === 'limits') return `limits ${parts.join(', ').replaceAll(/[:=]|"/gu, '')}`;
  return parts.map((part) => `input ${part}`).join('\n');
}

/** The map in a fence of Markdown. */
function markdownFence({ source, start, text }: Line): ReturnType<FindMistake> {
  if (!text.startsWith('```') || source.text.slice(0, start).trim() !== '') return undefined;
  const edits: LineEdit[] = [[0, text.length + 1, '']];
  const close = /(?<=\n)```[ \t]*\r?\n?\s*$/u.exec(source.text.slice(start + 3));
  if (close) edits.push([close.index + 3, close.index + 3 + close[0].length, '']);
  return {
    at: [0, text.length],
    expected: 'the map alone, without a fence',
    title: 'Leave the fence out.',
    safe: true,
    edits,
  };
}

const CLAUSE = /^\s+(?:prompt|promptTemplate|template|command|branch|each|body|map|[\p{L}\p{N}_ ]+->)/u;

/** The type that the clauses below speak of; undefined where none are there. */
function typeBelow({ source, start, text }: Line): string | undefined {
  const below = source.text
    .slice(start + text.length, start + text.length + MAX_BELOW)
    .split(/\r?\n/)
    .slice(1);
  const indent = indentOf(text);
  if (indentOf(below[0] ?? '') <= indent || !CLAUSE.test(below[0] ?? '')) return undefined;
  const end = below.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const clauses = below.slice(0, end < 0 ? below.length : end).join('\n');
  const [, type] = TYPES.find(([word]) => word.test(clauses)) ?? [];
  return type ?? 'decide';
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\s+command\b/mu, 'shell'],
  [/^\s+(?:prompt|template)/mu, 'claude'],
  [/^\s+branch\b/mu, 'parallel'],
  [/^\s+each\b/mu, 'foreach'],
  [/^\s+map\b/mu, 'workflow'],
];
const MAX_BELOW = 2000;

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** task Name */
function wordForType(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*(?<at>task|step|state|node|agent|job|stage|activity|phase|choice|switch|condition|decision|router|gateway)(?:\s*:)?\s+[\p{L}"]/u,
    line.bare,
  );
  const type = found && typeBelow(line);
  if (!type) return undefined;
  const edits = [[...found.at, type]] as const;
  return { at: found.at, expected: KINDS, title: `Write ${type}.`, safe: false, edits };
}

const KINDS = 'a type of task (claude, shell, human, decide, parallel, foreach or workflow)';

/** Name, with clauses below. */
function typeMissing(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*(?<at>[\p{L}_][\p{L}\p{N}_]*(?: +[\p{L}\p{N}_]+)*|"_*")\s*(?::\s*)?(?:\{\s*)?$/u,
    line.bare,
  );
  const type = found && typeBelow(line);
  const isMissed = line.missed.some(({ rule, expected }) => rule === 'map' || expected === '"->"');
  if (!type || !isMissed || line.bare.includes('{')) return undefined;
  const [start, end] = found.at;
  const first = /^\w+/.exec(line.text.slice(start, end))?.[0] ?? '';
  // It is a word of the language, or nearly one.
  if (KEYWORDS.has(first) || nearestWord('mapItem', first) !== undefined) return undefined;
  return {
    at: found.at,
    expected: `${KINDS} before a name`,
    title: `Write ${type} before it.`,
    safe: false,
    edits: [[start, start, `${type} `]],
  };
}

/** A block that is not closed before the next clause of its task. */
function openBlock({ source, start, bare, missed }: Line): ReturnType<FindMistake> {
  const miss = missed.find(
    ({ expected, rule, at }) =>
      rule === 'block' &&
      expected === '"}"' &&
      at >= 0 &&
      at < bare.length &&
      bare.slice(0, at).trim() === '',
  );
  if (!miss) return undefined;
  const lines = source.text.slice(Math.max(0, start - MAX_BACK), start).split(/\r?\n/);
  const head = lines.findLast(
    (line) => indentOf(line) <= miss.at && /^\s*(?:branch|body)\b.*\{\s*$/u.test(line),
  );
  if (head === undefined) return undefined;
  const word = /\S+/.exec(bare.slice(miss.at))?.[0] ?? '';
  return {
    at: [miss.at, miss.at + word.length],
    expected: '"}" at the end of the block, or a task of it',
    title: 'Write } before this line.',
    safe: false,
    edits: [[0, 0, `${head.slice(0, indentOf(head))}}\n`]],
  };
}

const MAX_BACK = 20_000;

/** An action behind an end, or behind tasks that have no branch around them. */
function actionOfNone({ source, start, bare, missed }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*(?<at>[\p{L}_"][\p{L}\p{N}_" ]*?)\s*->/u, bare);
  if (!found || !missed.some(({ rule, at }) => rule === 'map' && at === found.at[0])) return undefined;
  const lines = source.text.slice(Math.max(0, start - MAX_BACK), start).split(/\r?\n/);
  const index = lines.findLastIndex(
    (line) => /^\s*(?:parallel|foreach)\b/.test(line) && indentOf(line) < indentOf(bare),
  );
  const below = lines.slice(index + 1).find((line) => line.trim() !== '' && !/^\s*each\b/.test(line)) ?? '';
  const isTask = index >= 0 && /^\s+(?:claude|shell|human|decide|workflow)\b/.test(below);
  if (!isTask)
    return {
      at: found.at,
      expected: 'a task above an action',
      found: 'an end there',
      help: 'Move the action to its task, or write the head of its task above it.',
      edits: [],
    };
  const isParallel = /^\s*parallel/.test(lines[index] ?? '');
  return {
    at: found.at,
    expected: isParallel
      ? '"branch name { … }" around the tasks of a parallel'
      : '"body { … }" around the tasks of a foreach',
    found: 'none above this action',
    help: isParallel
      ? 'Write branch, a name and { before the first task of each branch, and } behind its end.'
      : 'Write body { before the first task, and } behind its end.',
    edits: [],
  };
}

/** What JSON and other tools call the actions of a task. */
function answers(line: Line): ReturnType<FindMistake> {
  const { bare } = line;
  const found = placeIn(
    /^\s*(?<at>options|choices|answers|actions|transitions|outcomes|buttons)\b\s*:?\s*(?=[[{"]|$)/u,
    bare,
  );
  if (!found) return undefined;
  if (/\w\s*:?\s*$/u.test(bare)) return answersBelow(line, found.at);
  const end = /[\]}]\s*$/u.test(bare) ? bare.trimEnd().length : undefined;
  return {
    at: found.at,
    expected: 'the actions themselves, each on a line',
    help: 'Write each as a name, an arrow and a target: Yes -> Next.',
    edits: end === undefined ? [] : [[found.at[0], end, '']],
  };
}

/** actions: above them */
function answersBelow({ source, start, text }: Line, at: readonly [number, number]): ReturnType<FindMistake> {
  const end = start + text.length;
  const below = source.text.slice(end, end + MAX_BELOW);
  const next = below.split('\n').find((line) => line.trim() !== '') ?? '';
  const isOver = start > 0 && source.text[start - 1] === '\n';
  return {
    at,
    expected: 'the actions themselves, each on a line',
    title: `Leave ${text.slice(...at)} out.`,
    safe: next.includes('->'),
    edits: [[isOver ? -1 : 0, text.length, '']],
  };
}
