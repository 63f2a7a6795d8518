import { printable } from '../diagnostics/printable.ts';
import type { Field, Scalar } from '../model/field.ts';
import { coerce, describeMisfit } from '../prompt/coerce.ts';
import { closest } from '../util/closest.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';
import { wrapWords } from './wrap-words.ts';

/**
 * Reads the flags of a map's fields.
 *
 * Shape: `--name=value`, `--name value`, bare `--name` and `--no-name` for booleans; `--story-id` and `--storyId`
 * are the same. The last of several counts. Values have the types of their fields.
 * Errors: throws {@link UsageError} for a flag that no field and no command has (`flags` are the command's), for
 * a value that does not fit, for a word that belongs to no flag.
 */
export function readFieldFlags(
  tokens: readonly string[],
  fields: readonly Field[],
  flags: readonly string[],
  owner = 'this map',
): Readonly<Record<string, Scalar>> {
  const byFlag = new Map(
    fields.flatMap((field) => [field.name, kebabOf(field.name)].map((name) => [name, field])),
  );
  const values = new Map<string, Scalar>();
  const rest = [...tokens];
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(token);
    if (match === null)
      throw new UsageError(`"${token}" belongs to no flag.`, { help: fieldHelp(fields, owner) });
    const [, flag = '', inline] = match;
    const field = byFlag.get(flag);
    const negated = field === undefined && flag.startsWith('no-') ? byFlag.get(flag.slice(3)) : undefined;
    if (field !== undefined) {
      values.set(field.name, valueOf(field, inline ?? takeValue(field, rest)));
    } else if (negated?.type === 'boolean' && inline === undefined) {
      values.set(negated.name, false);
    } else {
      throw unknownFlag(flag, [...byFlag.keys(), ...flags], fieldHelp(fields, owner));
    }
  }
  return Object.fromEntries(values);
}

/** Errors: throws {@link UsageError} naming every required field that has no value. */
export function requireFields(values: Readonly<Record<string, Scalar>>, fields: readonly Field[]): void {
  const missing = fields.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  if (missing.length === 0) return;
  const names = missing.map(({ name, description }) => `--${name} (${description})`).join(', ');
  throw new UsageError(`The map needs ${names}.`, {
    help: `Add ${missing.map(({ name, type }) => `--${name}=<${type}>`).join(' ')}.`,
  });
}

/**
 * The fields of a map as lines of help; `owner` is what has them.
 *
 * Units: `width` in columns. Descriptions stand beside the flags, or below them where the terminal is narrow.
 */
export function fieldHelp(
  fields: readonly Field[],
  owner = 'this map',
  width = Math.min(terminalStyle(process.stderr).width, 110),
): string {
  if (fields.length === 0) return `There are no fields of ${owner}.`;
  const names = fields.map(({ name, type }) =>
    type === 'boolean' ? `--[no-]${name}` : `--${name}=<${type}>`,
  );
  const beside = Math.max(...names.map((name) => name.length)) + 4;
  const indent = ' '.repeat(beside > width / 2 ? 6 : beside);
  const lines = fields.flatMap(({ description, required }, index) => {
    const flag = `  ${printable(names[index] ?? '')}`;
    const said = printable(`${description}${required ? ' (required)' : ''}`);
    const wrapped = wrapWords(said, width - indent.length).map((line) => indent + line);
    if (beside > width / 2) return [flag, ...wrapped];
    return [flag.padEnd(beside) + (wrapped[0] ?? '').slice(beside), ...wrapped.slice(1)];
  });
  return [`The fields of ${owner}:`, ...lines].join('\n');
}

/** A boolean takes the next word only where that is a boolean; everything else must have a value. */
function takeValue(field: Field, rest: string[]): string {
  const next = rest[0];
  if (field.type === 'boolean') {
    const isValue = next !== undefined && coerce(next, 'boolean') !== undefined;
    return isValue ? (rest.shift() ?? 'true') : 'true';
  }
  if (next === undefined || next.startsWith('--')) {
    throw new UsageError(`--${field.name} has no value.`, { help: `Write --${field.name}=<${field.type}>.` });
  }
  rest.shift();
  return next;
}

function valueOf(field: Field, text: string): Scalar {
  const value = coerce(text, field.type);
  if (value === undefined) throw new UsageError(describeMisfit(`--${field.name}`, text, field.type));
  return value;
}

function unknownFlag(flag: string, known: readonly string[], help: string): UsageError {
  const near = closest(flag, known);
  const guess = near === undefined ? '' : `Did you mean --${near}?\n  `;
  return new UsageError(`There is no flag --${flag}.`, { help: `${guess}${help}` });
}

function kebabOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
