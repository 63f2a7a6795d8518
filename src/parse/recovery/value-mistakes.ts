import { type FindMistake, type Line, placeIn, rewriting } from './line.ts';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const FIELD = String.raw`^\s*(?:input|param|field)\s+`;

/** Numbers, durations and fields as other languages write them, or people. */
export const VALUE_MISTAKES: readonly FindMistake[] = [
  rewriting({
    pattern: new RegExp(String.raw`\b(?:at\s+most|max|at\s+least)\s+(?<at>${NUMBERS.join('|')})\b`, 'u'),
    write: (found) => String(NUMBERS.indexOf(found)),
    expected: 'a number in digits',
  }),
  rewriting({
    pattern: /(?<at>\b(?:max|maximum|limit|up\s+to|atMost|at_most)\b(?:\s*:)?)\s*\d/,
    write: 'at most',
    expected: '"at most"',
  }),
  rewriting({
    pattern: /->.*\bat\s+most\s+\d+(?<at>\s+times)\b/,
    write: '',
    expected: '"then"',
    title: 'Leave times out.',
  }),
  rewriting({
    pattern: /(?<at>\b\d+\s*(?:milliseconds?|millis|seconds?|secs?|minutes?|mins?|hours?|hrs?))\b/,
    write: (found) =>
      found.replace(/\s*([a-z]+)$/, (_, unit: string) => (unit.startsWith('mil') ? 'ms' : unit.charAt(0))),
    expected: 'a duration such as 30m',
  }),
  durationWithoutUnit,
  boundWithoutThen,
  rewriting({
    pattern: new RegExp(
      String.raw`${FIELD}\w+\??(?<at>\s+)(?:string|number|boolean|array|object|command|str|int|bool|text)\b`,
      'u',
    ),
    write: ': ',
    expected: '":" before the type',
    title: 'Write : there.',
  }),
  fieldOfWords,
  questionBehindType,
  rewriting({ pattern: /=\s*(?<at>True|TRUE|yes|on)\s*(?:"|$)/, write: 'true', expected: '"true"' }),
  rewriting({ pattern: /=\s*(?<at>False|FALSE|no|off)\s*(?:"|$)/, write: 'false', expected: '"false"' }),
  rewriting({
    pattern: new RegExp(String.raw`${FIELD}.*(?<at>\s*=\s*(?:None|nil|undefined|Null|NULL))\b`, 'u'),
    write: '',
    expected: 'no default, where there is none',
    title: 'Leave it out.',
    safe: false,
  }),
  typeMissing,
  rewriting({
    pattern: /(?<at>,\s*)[}\]]/,
    write: '',
    expected: 'no comma before the end of the value',
    title: 'Leave the comma out.',
  }),
  rewriting({ pattern: /^\s*\w+\s*(?<at>:=)/, write: '=', expected: '"="' }),
  rewriting({ pattern: /^\s*each\s+\w+\s+(?<at>of|from|:|<-)\s/, write: 'in', expected: '"in"' }),
  rewriting({
    pattern: /(?<=^\s*limits\s.*\b(?:steps|costUsd|tokens|duration))(?<at>\s*[:=]+)\s*\d/,
    write: '',
    expected: 'the number behind the name of the limit',
    title: 'Leave it out.',
  }),
  rewriting({
    pattern: /\b(?:costUsd|budgetUsd)\s+(?<at>\$)(?=\d)/,
    write: '',
    expected: 'the number alone',
    title: 'Leave $ out.',
  }),
  rewriting({
    pattern: /^\s*limits\s.*?\w(?<at>)\s+(?:steps|costUsd|tokens|duration)\b/,
    write: ',',
    expected: '"," before the next limit',
    title: 'Write , there.',
  }),
];

function durationWithoutUnit({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(/\b(?:timeout|duration)\s+(?<at>\d+)(?![\w.])/u, bare);
  if (!found) return undefined;
  const edits = [[found.at[1], found.at[1], 'm']] as const;
  const help = 'Write s, m or h behind it: 90s, 30m, 1h30m.';
  const count = bare.slice(...found.at);
  const expected = `a unit behind the number, as in ${count}s, ${count}m or ${count}h`;
  return { at: found.at, expected, help, edits };
}

function boundWithoutThen({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(/(?<at>\s+at\s+most\s+\d+)(?=\s*$|\s+(?!then|times)\w)/u, bare);
  if (!found) return undefined;
  const [start, end] = found.at;
  return {
    at: [start + (/^\s+/.exec(bare.slice(start))?.[0].length ?? 0), end],
    expected: '"then" and the name of a task behind the number',
    found: 'none',
    help: 'Say where to go from then on: at most 3 then Ask.',
    edits: [[start, end, '']],
  };
}

function fieldOfWords({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(`${FIELD}(?<at>[\\p{L}_]\\w*(?:[ \\t-]+\\w+)+)\\s*\\??\\s*[:=]`, 'u'),
    bare,
  );
  if (!found) return undefined;
  const words = (found.match.groups?.['at'] ?? '').split(/[ \t-]+/);
  const name = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const edits = [[...found.at, name]] as const;
  return { at: found.at, expected: 'a name of one word', title: `Write ${name}.`, safe: false, edits };
}

function questionBehindType({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(`${FIELD}\\w+(?<colon>\\s*:\\s*\\w+)(?<at>\\?)`, 'u'), bare);
  const colon = found?.match.groups?.['colon'];
  if (!found || colon === undefined) return undefined;
  const behind = found.at[0] - colon.length;
  const edits = [
    [behind, behind, '?'],
    [...found.at, ''],
  ] as const;
  return {
    at: found.at,
    expected: '"?" behind the name',
    found: 'it behind the type',
    title: 'Write ? behind the name.',
    safe: true,
    edits,
  };
}

function typeMissing({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(`${FIELD}(?<at>\\w+)\\??\\s*(?:"_*"\\s*)?$`, 'u'), bare);
  if (!found) return undefined;
  return {
    at: found.at,
    expected: '":" and a type behind the name',
    found: 'the name alone',
    help: 'Write string, number, boolean, array or object behind a colon.',
    edits: [[found.at[1], found.at[1], ': string']],
  };
}
