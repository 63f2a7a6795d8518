import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';

/** A map that an editor can start. Shape: `name` is a word of a slash command. */
export interface OfferedMap {
  readonly name: string;
  /** What `wfmap run` takes for it. */
  readonly argument: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** What is meant by a prompt. */
export type Meant =
  /** `goal` is a story in words. */
  | {
      readonly kind: 'start';
      readonly map: OfferedMap;
      readonly fields: Readonly<Record<string, Value>>;
      readonly goal: string | undefined;
    }
  | { readonly kind: 'resume' }
  | { readonly kind: 'help'; readonly why: string }
  | { readonly kind: 'text'; readonly text: string };

/** Reads a prompt: `/map words --input=value`, `/resume`, or a text. */
export function readPrompt(text: string, maps: readonly OfferedMap[]): Meant {
  const found = /^\s*\/(\S+)\s*([^]*)$/.exec(text);
  if (found === null) return { kind: 'text', text: text.trim() };
  const [, name = '', rest = ''] = found;
  if (name === RESUME) return { kind: 'resume' };
  const map = maps.find((each) => each.name === name);
  if (map === undefined) return { kind: 'help', why: `There is no map "${name}" here.` };
  return readInputs(map, rest.trim());
}

/** The slash command that continues a run. */
export const RESUME = 'resume';

/** `--name=value` and `--name value` are inputs; what is left is the story, or the first text that the map asks for. */
function readInputs(map: OfferedMap, text: string): Meant {
  const fields: Record<string, Value> = {};
  let rest = text;
  for (;;) {
    const found = /(?:^|\s)--([\p{L}_][\p{L}\p{N}_-]*)(?:=|\s+|$)("(?:[^"\\]|\\.)*"|'[^']*'|\S*)/u.exec(rest);
    if (found === null) break;
    const [whole, name = '', written = ''] = found;
    const field = map.fields.find((each) => each.name === name);
    if (field === undefined) return { kind: 'help', why: `The map "${map.name}" has no input "${name}".` };
    const value = valueOf(field, unquoted(written));
    if (value === undefined) {
      return {
        kind: 'help',
        why: `"${written}" is not a value of "${name}", which is of the type ${field.type}.`,
      };
    }
    fields[name] = value;
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + whole.length)}`;
  }
  return { kind: 'start', map, ...withRest(map, fields, rest.trim()) };
}

function withRest(
  { fields: all }: OfferedMap,
  fields: Readonly<Record<string, Value>>,
  rest: string,
): { readonly fields: Readonly<Record<string, Value>>; readonly goal: string | undefined } {
  if (rest === '') return { fields, goal: undefined };
  const takesStory = all.some(({ name, type }) => name === 'story' && type === 'string');
  if (takesStory && /\s/.test(rest) && !Object.hasOwn(fields, 'story')) return { fields, goal: rest };
  const free = all.filter(({ name, type }) => type === 'string' && !Object.hasOwn(fields, name));
  const first = free.find(({ required }) => required) ?? free[0];
  return { fields: first === undefined ? fields : { ...fields, [first.name]: rest }, goal: undefined };
}

function unquoted(written: string): string {
  if (/^'.*'$/s.test(written)) return written.slice(1, -1);
  return /^".*"$/s.test(written) ? written.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : written;
}

/** Undefined for what is none. A flag without a value is true. */
function valueOf({ type, enum: allowed }: Field, written: string): Value | undefined {
  const value = type === 'string' ? written : parsed(type === 'boolean' && written === '' ? 'true' : written);
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (kind !== type) return undefined;
  return allowed === undefined || allowed.some((each) => each === value) ? value : undefined;
}

function parsed(text: string): Value | undefined {
  try {
    // JSON gives values and nothing else.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

/** The inputs that a map needs and was not given. */
export function missingFields(
  { fields: all }: OfferedMap,
  fields: Readonly<Record<string, Value>>,
  goal: string | undefined,
): readonly Field[] {
  const given = (name: string): boolean =>
    Object.hasOwn(fields, name) || (goal !== undefined && (name === 'story' || name === 'storyId'));
  return all.filter(({ name, required, default: value }) => required && value === undefined && !given(name));
}

/** How an input is written. */
export function hintOf({ fields }: OfferedMap): string {
  return fields
    .filter(({ required }) => required)
    .map(({ name }) => `--${name}=…`)
    .join(' ');
}
