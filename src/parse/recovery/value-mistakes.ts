import type { FindMistake } from './line.ts';
import { row } from './row.ts';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const UNIT = '(?:milliseconds?|millis|seconds?|secs?|minutes?|mins?|hours?|hrs?)';
const FIELD = String.raw`^\s*(?:input|param|field)\s+`;

/** Numbers, durations and fields as other languages write them, or people. */
export const VALUE_MISTAKES: readonly FindMistake[] = [
  row({
    pattern: new RegExp(String.raw`\b(?:at\s+most|max|at\s+least)\s+(?<at>${NUMBERS.join('|')})\b`, 'u'),
    edit: (found) => String(NUMBERS.indexOf(found)),
    expected: 'a number in digits',
  }),
  // retry { max: 3 }
  row({
    pattern:
      /^\s*(?<all>(?:retry|retries)\s*[:=]?\s*(?<at>\{)[^{}]*?\b"?(?:max\w*|attempts|times|count|limit)"?\s*[:=]\s*(?<count>\d+)[^{}]*\})\s*$/u,
    expected: 'the number alone behind "retry"',
    edit: { all: 'retry $count' },
    title: 'Write retry $count.',
    safe: false,
  }),
  row({
    pattern: /(?<at>\b(?:max|maximum|limit|up\s+to|atMost|at_most)\b(?:\s*:)?)\s*\d/,
    edit: 'at most',
    expected: '"at most"',
  }),
  row({
    pattern: /->.*\bat\s+most\s+\d+(?<at>\s+times)\b/,
    edit: '',
    expected: '"then"',
    title: 'Leave times out.',
  }),
  row({
    pattern: new RegExp(
      String.raw`(?<at>\b\d+\s*${UNIT}(?:\s*(?:(?:,|and)\s*)?\d+\s*(?:${UNIT}|ms|[hms]))*)\b`,
      'u',
    ),
    edit: (found) =>
      [...found.matchAll(/(\d+)\s*([a-z]+)/g)]
        .map(([, count = '', unit = '']) => count + (/^mil|^ms$/.test(unit) ? 'ms' : unit.charAt(0)))
        .join(''),
    expected: 'a duration such as 30m',
  }),
  row({
    pattern: /\b(?:timeout|duration)\s+(?<at>\d{1,5}\s*(?:d|days?|w|weeks?))\b/,
    edit: (found) => `${Number.parseInt(found, 10) * (found.includes('w') ? 168 : 24)}h`,
    expected: 'a duration in h, m, s or ms',
  }),
  row({
    pattern: /\b(?:timeout|duration)\s+(?<at>(?<n>\d+))(?![\w.])/u,
    expected: 'a unit behind the number, as in ${n}s, ${n}m or ${n}h',
    edit: (found) => `${found}m`,
    help: 'Write s, m or h behind it: 90s, 30m, 1h30m.',
  }),
  row({
    pattern: /(?<at>\s+at\s+most\s+\d+)(?=\s*$|\s+(?!then|times)\w)/u,
    expected: '"then" and the name of a task behind the number',
    found: 'none',
    edit: '',
    help: 'Say where to go from then on: at most 3 then Ask.',
  }),
  row({
    pattern: new RegExp(
      String.raw`${FIELD}\w+\??(?<at>\s+)(?:string|number|boolean|array|object|command|str|int|bool|text)\b`,
      'u',
    ),
    edit: ': ',
    expected: '":" before the type',
    title: 'Write : there.',
  }),
  row({
    pattern: new RegExp(`${FIELD}(?<at>[\\p{L}_]\\w*(?:[ \\t-]+\\w+)+)\\s*\\??\\s*[:=]`, 'u'),
    expected: 'a name of one word',
    edit: (found) => found.replace(/[ \t-]+(\w)/gu, (_, letter: string) => letter.toUpperCase()),
    safe: false,
  }),
  row({
    pattern: new RegExp(`${FIELD}\\w+(?<mark>)\\s*:\\s*\\w+(?<at>\\?)`, 'u'),
    expected: '"?" behind the name',
    found: 'it behind the type',
    edit: { mark: '?', at: '' },
    title: 'Write ? behind the name.',
  }),
  // timeout-minutes: 10
  row({
    pattern:
      /^\s*(?<all>(?<at>[Tt]imeout(?:[-_]?(?:[Ii]n)?[-_]?)(?<unit>[HhMmSs])(?:inutes?|ins?|econds?|ecs?|ours?)?)\s*[:=]?\s*(?<count>\d+))\s*$/u,
    expected: '"timeout" and a duration such as 30m',
    edit: { all: (found) => `timeout ${/\d+$/u.exec(found)?.[0] ?? ''}${unitOf(found)}` },
  }),
  // each key, value in object
  row({
    pattern: /^\s*each\s+(?<at>\(?\s*(?<item>\w+)\s*,\s*\w+\s*\)?)\s+(?:in|of|from)\b/u,
    expected: 'one name for the item behind "each"',
    edit: '$item',
    help: 'Name the item alone: each item in list. A list has no keys, and an object no items.',
  }),
  row({ pattern: /=\s*(?<at>True|TRUE|yes|on)\s*(?:"|$)/, edit: 'true', expected: '"true"' }),
  row({ pattern: /=\s*(?<at>False|FALSE|no|off)\s*(?:"|$)/, edit: 'false', expected: '"false"' }),
  row({
    pattern: new RegExp(String.raw`${FIELD}.*(?<at>\s*=\s*(?:None|nil|undefined|Null|NULL))\b`, 'u'),
    edit: '',
    expected: 'no default, where there is none',
    title: 'Leave it out.',
    safe: false,
  }),
  row({
    pattern: new RegExp(`${FIELD}(?<at>\\w+)(?<end>)\\??\\s*(?:"_*"\\s*)?$`, 'u'),
    expected: '":" and a type behind the name',
    found: 'the name alone',
    edit: { end: ': string' },
    title: 'Write : string.',
    safe: false,
  }),
  row({
    pattern: /(?<at>,\s*)[}\]]/,
    edit: '',
    expected: 'no comma before the end of the value',
    title: 'Leave the comma out.',
  }),
  row({ pattern: /^\s*\w+\s*(?<at>:=)/, edit: '=', expected: '"="' }),
  row({ pattern: /^\s*each\s+\w+\s+(?<at>of|from|:|<-)\s/, edit: 'in', expected: '"in"' }),
  row({
    pattern: /(?<=^\s*limits\s.*\b(?:steps|costUsd|tokens|duration))(?<at>\s*[:=]+)\s*\d/,
    edit: '',
    expected: 'the number behind the name of the limit',
    title: 'Leave it out.',
  }),
  row({
    pattern: /\b(?:costUsd|budgetUsd)\s+(?<at>\$)(?=\d)/,
    edit: '',
    expected: 'the number alone',
    title: 'Leave $ out.',
  }),
  row({
    pattern: /^\s*limits\s.*?\w(?<at>)\s+(?:steps|costUsd|tokens|duration)\b/,
    edit: ',',
    expected: '"," before the next limit',
    title: 'Write , there.',
  }),
];

/** The unit that a word such as timeoutSeconds ends with. */
function unitOf(word: string): string {
  return /imeout(?:[-_]?(?:in)?[-_]?)([hms])/iu.exec(word)?.[1]?.toLowerCase() ?? '';
}
