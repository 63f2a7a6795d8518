import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { coerce } from '../../prompt/values/coerce.ts';
import { closest } from '../../util/closest.ts';
import { fieldHelp, flagOf } from './field-help.ts';
import type { FlagField, FlagOwner } from './flag-field.ts';
import { readFlagValue } from './flag-value.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * Reads the flags of a map's fields.
 *
 * Shape: `--name=value`, `--name value`, bare `--name` and `--no-name` for booleans; `--story-id` and `--storyId`
 * are the same. Of several for one field `flag-value.ts` makes one value; it has the type of the field.
 * Errors: throws {@link UsageError} for a flag that no field and no command has (`flags` are the command's), for
 * a value that does not fit, for a word that belongs to no flag; ProjectError for a file that cannot be read.
 */
export function readFieldFlags(
  tokens: readonly string[],
  fields: readonly FlagField[],
  flags: readonly string[],
  owner: FlagOwner = {},
): Readonly<Record<string, Value>> {
  const byFlag = new Map(
    fields.flatMap((field) => [field.name, kebabOf(field.name)].map((name) => [name, field])),
  );
  const texts = new Map<FlagField, string[]>();
  const add = (field: FlagField, text: string): void => {
    const known = texts.get(field);
    if (known) known.push(text);
    else texts.set(field, [text]);
  };
  const rest = [...tokens];
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(token);
    if (match === null)
      throw new UsageError(`"${token}" belongs to no flag.`, { help: fieldHelp(fields, owner.name) });
    const [, flag = '', inline] = match;
    const field = byFlag.get(flag);
    const negated = field === undefined && flag.startsWith('no-') ? byFlag.get(flag.slice(3)) : undefined;
    if (field !== undefined) add(field, inline ?? takeValue(field, rest));
    else if (negated?.type === 'boolean' && inline === undefined) add(negated, 'false');
    else throw unknownFlag(flag, [...byFlag.keys(), ...flags], fieldHelp(fields, owner.name));
  }
  return Object.fromEntries(
    Array.from(texts, ([field, given]) => [field.name, readFlagValue(field, given, owner)]),
  );
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
  const names = missing.map(({ name, description }) => `--${name} (${description})`).join(', ');
  throw new UsageError(`${says} ${names}.`, {
    help: `Add ${missing.map(flagOf).join(' ')}${orElse(missing, fields)}.`,
  });
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

function kebabOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
