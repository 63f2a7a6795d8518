import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { coerce, typeOfValue } from '../../prompt/values/coerce.ts';
import { parseJsonText } from '../../prompt/values/json-text.ts';
import { closest } from '../../util/closest.ts';
import { kebabOf } from './check-flags.ts';
import { fieldHelp, flagOf, flagWords, isSetOnly } from './field-help.ts';
import { flagFaults } from './flag-faults.ts';
import type { FlagField, FlagOwner } from './flag-field.ts';
import { readFlagValue } from './flag-value.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * Reads the flags of a map's fields.
 *
 * Shape: `--name=value`, `--name value`, bare `--name` and `--no-name` for booleans; `--story-id` and `--storyId`
 * are the same. `--set name=value` gives any field its value, `--set name:=JSON` as JSON; a field with the name of a flag
 * of wfmap has no other form. Of several for one list `flag-value.ts` makes one value; it has the type of the field.
 * Errors: throws {@link UsageError} for a flag that no field and no command has (`flags` are the command's), for one that is
 * given twice, for a value that does not fit, for a word that belongs to no flag; ProjectError for a file that cannot be read.
 */
export function readFieldFlags(
  tokens: readonly string[],
  fields: readonly FlagField[],
  flags: readonly string[],
  owner: FlagOwner = {},
): Readonly<Record<string, Value>> {
  const named = new Map(
    fields.flatMap((field) => [field.name, kebabOf(field.name)].map((name) => [name, field])),
  );
  const byFlag = new Map(
    [...named].filter(([name, field]) => !isSetOnly(field.name) && !flags.includes(name)),
  );
  const known = { named, byFlag, flags, help: () => fieldHelp(fields, owner.name) };
  const texts = new Map<FlagField, string[]>();
  const rest = [...tokens];
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    const [field, text] = readToken(token, rest, known);
    const before = texts.get(field);
    if (before !== undefined && field.type !== 'array') throw flagFaults.twice(`--${field.name}`);
    texts.set(field, [...(before ?? []), text]);
  }
  return Object.fromEntries(
    Array.from(texts, ([field, given]) => [field.name, readFlagValue(field, given, owner)]),
  );
}

interface Known {
  readonly named: ReadonlyMap<string, FlagField>;
  /** Those that have a flag of their own. */
  readonly byFlag: ReadonlyMap<string, FlagField>;
  readonly flags: readonly string[];
  readonly help: () => string;
}

/** The field that a token gives a value, and the value as a text; takes that off `rest` where it is a word of its own. */
function readToken(
  token: string,
  rest: string[],
  { named, byFlag, flags, help }: Known,
): [FlagField, string] {
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(token);
  if (match === null) throw new UsageError(`"${token}" belongs to no flag.`, { help: help() });
  const [, flag = '', inline] = match;
  const field = byFlag.get(flag);
  if (field !== undefined) return [field, inline ?? takeValue(field, rest)];
  if (flag === 'set') return readSetting(inline ?? rest.shift(), named, help);
  const negated = flag.startsWith('no-') ? byFlag.get(flag.slice(3)) : undefined;
  if (negated?.type === 'boolean' && inline === undefined) return [negated, 'false'];
  throw unknownFlag(flag, [...byFlag.keys(), ...flags, 'set'], help());
}

/** What stands after `--set`: the field, and its value as a text. */
function readSetting(
  setting: string | undefined,
  fields: ReadonlyMap<string, FlagField>,
  help: () => string,
): [FlagField, string] {
  const match = /^([^=]*?)(:?=)(.*)$/s.exec(setting ?? '');
  if (match === null) {
    throw new UsageError(setting === undefined ? '--set needs a value.' : `--set "${setting}" has no "=".`, {
      help: 'Write --set name=value, or --set name:=JSON.',
    });
  }
  const [, name = '', sign, text = ''] = match;
  const field = fields.get(name);
  if (field === undefined) {
    const near = closest(name, [...fields.keys()]);
    const guess = near === undefined ? '' : `Did you mean "${near}"?\n  `;
    throw new UsageError(`There is no field "${name}" to set.`, { help: `${guess}${help()}` });
  }
  return [field, sign === '=' ? text : textOfJson(field, text)];
}

/** JSON that has the type of a field, as the text that its flag takes. */
function textOfJson({ name, type }: FlagField, text: string): string {
  const value = parseJsonText(text);
  if (value === undefined) throw new UsageError(`The value of "--set ${name}:=" is not JSON.`);
  const found = typeOfValue(value);
  if (type !== 'any' && type !== found) {
    throw new UsageError(
      `The value of "--set ${name}:=" is ${found ?? 'null'} in JSON, and the field takes ${type}.`,
    );
  }
  return type === 'string' && typeof value === 'string' ? value : text.trim();
}

/**
 * Fills in the defaults of fields that have no value; `owner` is what has them, at the beginning of a sentence.
 *
 * Errors: throws {@link UsageError} naming every required field that has none then.
 */
export function completeFields(
  values: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  owner = 'The map',
): Readonly<Record<string, Value>> {
  return complete(values, fields, { says: `${owner} needs`, orElse: insteadOf });
}

/** The same for what a person is asked for; `says` begins the sentence that names what is missing. */
export function completeAnswer(
  values: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  says: string,
): Readonly<Record<string, Value>> {
  return complete(values, fields, { says, orElse: () => '' });
}

interface Wanting {
  readonly says: string;
  /** What else can be given. */
  readonly orElse: (missing: readonly Field[], fields: readonly Field[]) => string;
}

function complete(
  values: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  { says, orElse }: Wanting,
): Readonly<Record<string, Value>> {
  const whole = new Map(Object.entries(values));
  for (const field of fields) {
    if (!whole.has(field.name) && field.default !== undefined) whole.set(field.name, field.default);
  }
  const missing = fields.filter(({ name, required }) => required && !whole.has(name));
  if (missing.length === 0) return Object.fromEntries(whole);
  const names = missing.map(named).join(', ');
  throw new UsageError(`${says} ${names}.`, {
    help: `Add ${missing.map(flagOf).join(' ')}${orElse(missing, fields)}.`,
  });
}

function named({ name, description }: Field): string {
  return description === '' ? flagWords(name) : `${flagWords(name)} (${description})`;
}

/** A goal stands for a story that is in no file. */
function insteadOf(missing: readonly Field[], fields: readonly Field[]): string {
  const isStory = missing.length === 1 && missing[0]?.name === 'storyId';
  return isStory && fields.some(({ name }) => name === 'story') ? ', or --goal "what to do"' : '';
}

/** A boolean takes the next word only where that is a boolean; everything else must have a value. */
function takeValue(field: FlagField, rest: string[]): string {
  const next = rest[0];
  if (field.type === 'boolean') {
    const isValue = next !== undefined && coerce(next, 'boolean') !== undefined;
    return isValue ? (rest.shift() ?? 'true') : 'true';
  }
  if (next === undefined || next.startsWith('--')) {
    throw new UsageError(`--${field.name} has no value.`, { help: `Write ${flagOf(field)}.` });
  }
  rest.shift();
  return next;
}

function unknownFlag(flag: string, known: readonly string[], help: string): UsageError {
  const near = closest(flag, known);
  const guess = near === undefined ? '' : `Did you mean --${near}?\n  `;
  return new UsageError(`There is no flag --${flag}.`, { help: `${guess}${help}` });
}
