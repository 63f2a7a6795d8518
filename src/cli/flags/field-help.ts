import { printable } from '../../diagnostics/printable.ts';
import { listOf } from '../../prompt/values/allowed-value.ts';
import { shownValue } from '../../prompt/values/coerce.ts';
import { kebabOf } from './check-flags.ts';
import type { FlagField } from './flag-field.ts';
import { flagNames } from './run-flags.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { wrapWords } from '../io/wrap-words.ts';

const JSON_NOTE =
  'An array or object is written as JSON, or as @file with JSON in it; an array of plain values also by repeating the flag.';

const SET_NOTE =
  'A field with the name of a flag of wfmap is given by --set name=value, or --set name:=JSON, as any other field can be.';

/** Whether a field has the name of a flag of wfmap, which is always that flag: `--set` alone gives it a value. */
export function isSetOnly(field: string): boolean {
  return TAKEN.has(kebabOf(field));
}

/** The flags of `run`, `resume` and `prompt`; a test holds it to what these declare. What `answer` alone has, it keeps itself. */
const TAKEN: ReadonlySet<string> = new Set(
  flagNames().concat(
    'accept-changes as-started from from-checkpoint serve-client serve-session set visit'.split(' '),
  ),
);

/**
 * The fields of a map as lines of help; `owner` is what has them.
 *
 * Units: `width` in columns. Descriptions stand beside the flags, or below them where the terminal is narrow.
 */
export function fieldHelp(
  fields: readonly FlagField[],
  owner = 'this map',
  width = Math.min(terminalStyle(process.stderr).width, 110),
): string {
  if (fields.length === 0) return `${owner.charAt(0).toUpperCase()}${owner.slice(1)} has no fields.`;
  const shown = hasStory(fields) ? [GOAL, ...fields] : fields;
  const names = shown.map(nameOf);
  const beside = Math.max(...names.map((name) => name.length)) + 4;
  const indent = ' '.repeat(beside > width / 2 ? 6 : beside);
  const lines = shown.flatMap((field, index) => {
    const flag = `  ${printable(names[index] ?? '')}`;
    const said = printable(
      [field.description, notesOn(field, shown.includes(GOAL))].filter((part) => part !== '').join(' '),
    );
    const wrapped = wrapWords(said, width - indent.length).map((line) => indent + line);
    if (beside > width / 2) return [flag, ...wrapped];
    return [flag.padEnd(beside) + (wrapped[0] ?? '').slice(beside), ...wrapped.slice(1)];
  });
  const isNested = fields.some(({ type }) => type === 'array' || type === 'object');
  const hasSetOnly = fields.some(({ name }) => isSetOnly(name));
  const notes = [...(isNested ? [JSON_NOTE] : []), ...(hasSetOnly ? [SET_NOTE] : [])];
  return [`The fields of ${owner}:`, ...lines, ...notes.flatMap((note) => wrapWords(note, width))].join('\n');
}

function nameOf(field: FlagField): string {
  if (field === GOAL) return '--goal=<string>';
  return field.type === 'boolean' && !isSetOnly(field.name) ? `--[no-]${field.name}` : flagOf(field);
}

/** A field as a flag with what belongs behind it: `--testCommand=<command>`. */
export function flagOf({ name, type, isCommand }: Pick<FlagField, 'name' | 'type' | 'isCommand'>): string {
  return `${flagWords(name)}=<${type === 'any' ? 'value' : isCommand === true ? 'command' : type}>`;
}

/** How a field is given a value, up to the value. */
export function flagWords(name: string): string {
  return isSetOnly(name) ? `--set ${name}` : `--${name}`;
}

/** Of a map that wants a story; it comes first, since it is all that such a map needs. */
const GOAL: FlagField = {
  name: 'goal',
  type: 'string',
  description: 'What to do, in place of the story of a file',
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
};

/** Whether the text of a story is wanted, for which a goal can stand. */
function hasStory(fields: readonly FlagField[]): boolean {
  return ['story', 'storyId'].every((name) =>
    fields.some((field) => field.name === name && field.type === 'string'),
  );
}

/** What of a field its description does not say. */
function notesOn(field: FlagField, hasGoal: boolean): string {
  const required = hasGoal && field.name === 'storyId' ? 'required without --goal' : 'required';
  const notes = [
    ...(field.required && field.default === undefined ? [required] : []),
    ...(field.enum === undefined ? [] : [`one of ${listOf(field.enum)}`]),
    ...(field.default === undefined ? [] : [`default ${shownValue(field.default)}`]),
  ];
  return notes.length === 0 ? '' : `(${notes.join('; ')})`;
}
