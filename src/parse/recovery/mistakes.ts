import { CLAUSES, clauseWords, fieldsOf } from '../../language/fields.ts';
import { ACTIVE_TYPES } from '../../model/task-types.ts';
import { SECTION_LINES } from '../../language/section-words.ts';
import { meantWord } from '../../model/denial.ts';

const SETTINGS = clauseWords(({ clause }) => clause === 'setting');
const TASKS: readonly string[] = [...ACTIVE_TYPES, 'end'];
/** What begins the parts of a map that are no tasks. */
export const MAP_WORDS: readonly string[] =
  'start templates schemas input limits wall defaults property artifacts extra'.split(' ');
const ITEMS = [...TASKS, ...MAP_WORDS];

const LIMITS = fieldsOf('limits');

/** What may begin a line of each part, for words that are nearly one. */
export const PLACES: Readonly<Record<string, readonly string[]>> = {
  // The artifacts go on to the next word of the map.
  mapItem: [...ITEMS, ...SECTION_LINES.map(({ word }) => word).filter((word) => !LIMITS.includes(word))],
  // A task goes on to the next word of the map.
  taskItem: [...clauseWords(() => true), ...ITEMS],
  blockItem: [...TASKS, 'start', 'extra'],
  setting: SETTINGS,
  limit: LIMITS,
};

/** What the JSON form, or another language, calls it. */
const MISTAKES: ReadonlyMap<string, string> = new Map([
  ...CLAUSES.map(({ name, head }): [string, string] => [name, head]).filter(([name, head]) => name !== head),
  ['parameters', 'param'],
  ['parameter', 'param'],
  ['promptFile', 'template'],
  ['tools', 'allowedTools'],
  ['forEach', 'each'],
  ['for', 'each'],
  ['run', 'command'],
  ['script', 'command'],
  ['cmd', 'command'],
  ['exec', 'command'],
  ['task', 'claude'],
  ['state', 'claude'],
  ['step', 'claude'],
  ['bash', 'shell'],
  ['ask', 'human'],
  ['switch', 'decide'],
  ['loop', 'foreach'],
  ['startTaskDefinition', 'start'],
  ['workslipFields', 'input'],
  ['finish', 'end'],
  ['cost', 'costUsd'],
  ['budget', 'costUsd'],
  ['usd', 'costUsd'],
  ['time', 'duration'],
  ['timeout', 'duration'],
]);

/** What was meant by a word that means nothing at a place. */
export function nearestWord(place: string, word: string): string | undefined {
  const known = PLACES[place] ?? [];
  const mistake = MISTAKES.get(word);
  const isKnown = mistake !== undefined && known.includes(mistake.split(' ', 1)[0] ?? '');
  if (isKnown) return mistake;
  // Of so short a word one letter is too much of it.
  if (word.length <= MAX_SHORT) return known.find((each) => each === word.toLowerCase());
  return meantWord(word, known);
}

/** Units: UTF-16 units. */
const MAX_SHORT = 3;

/** Words that are read although they say nothing, or another is meant. Shape: what is expected, and the word for it. */
export const READ_ANYWAY: ReadonlyMap<string, { readonly expected: string; readonly instead?: string }> =
  new Map([
    ['about', { expected: 'the text alone, behind the name that it describes', instead: '' }],
    ['choose', { expected: 'the text alone, behind the target', instead: '' }],
    ['set', { expected: 'the name alone, with "=" behind it', instead: '' }],
    ['if', { expected: '"when"', instead: 'when' }],
    ['else', { expected: 'no guard: the last action needs none', instead: '' }],
    ['otherwise', { expected: 'no guard: the last action needs none', instead: '' }],
    ['unless', { expected: '"when" and "!" before the expression' }],
    ['max', { expected: '"at most", as in "at most 3 then Ask"' }],
  ]);

/** What must stand behind a word or sign, on its line. */
export const NEEDED_BEHIND: ReadonlyMap<string, string> = new Map([
  ['when', 'a guard behind "when", on its line'],
  ['->', 'a target behind "->", on its line'],
  ['=>', 'a target behind "->", on its line'],
]);
