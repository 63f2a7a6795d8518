import { closeOf } from './brackets.ts';
import { type FindMistake, type Line, placeIn } from './line.ts';
import { row } from './row.ts';

const NAMED = String.raw`^\s*(?:input|param|field)\s+[\p{L}_]\w*`;
const FIELD = String.raw`${NAMED}\??`;
const VALUE = String.raw`(?:"|-?\d|\[|\{|true\b|false\b|null\b)`;
const KINDS =
  /^(?:string|number|boolean|array|object|command|int|integer|float|bool|str|text|null|undefined)$/u;

/** What other languages call the types of a schema. */
const SCHEMA_TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['float', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
  ['list', 'array'],
]);
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', ...SCHEMA_TYPES.keys()].join('|');
const MEMBER = String.raw`(?<name>[\p{L}_]\w*)(?<mark>\??)\s*:\s*(?<type>${TYPES})\b(?<list>(?:\[\])?)`;
const MEMBERS = MEMBER.replaceAll(/\?<\w+>/gu, '?:');

/** Inputs and other fields as TypeScript, JSON Schema and people write them. */
export const FIELD_MISTAKES: readonly FindMistake[] = [
  row({
    pattern: new RegExp(String.raw`${FIELD}(?:\s*:\s*\w+)?\s+(?<at>defaults?\s*[:=]?\s*)${VALUE}`, 'u'),
    edit: '= ',
    expected: '"=" before a default',
    title: 'Write = there.',
  }),
  row({
    pattern: new RegExp(
      String.raw`${FIELD}\s*:\s*(?<at>\w+\[\]|(?:Array|List|Set|list|array)\s*<[^<>"]*>)`,
      'u',
    ),
    edit: 'array',
    expected: 'the type array, without the type of its items',
    safe: false,
  }),
  // x: string optional, x?: string required
  row({
    pattern: new RegExp(`${NAMED}(?<mark>)\\s*:\\s*\\w+(?<all>\\s+(?<at>optional))\\b`, 'u'),
    expected: '"?" behind the name',
    edit: { mark: '?', all: '' },
    title: 'Write ? behind the name.',
  }),
  row({
    pattern: new RegExp(`${NAMED}\\?\\s*:\\s*\\w+(?<all>\\s+(?<at>optional))\\b`, 'u'),
    expected: '"?" behind the name',
    edit: { all: '' },
    title: 'Leave it out.',
  }),
  row({
    pattern: new RegExp(`${NAMED}\\s*:\\s*\\w+(?<all>\\s+(?<at>required))\\b`, 'u'),
    expected: 'no word for what is so without one',
    edit: { all: '' },
    title: 'Leave it out.',
  }),
  row({
    pattern: new RegExp(`${NAMED}\\?\\s*:\\s*\\w+(?<all>\\s+(?<at>required))\\b`, 'u'),
    expected: 'no word for what is so without one',
    edit: { all: '' },
    title: 'Leave it out.',
    safe: false,
  }),
  // input string x
  row({
    pattern:
      /^\s*(?:input|param|field)\s+(?<at>(?<type>string|number|boolean|array|object)\s+(?<name>[\p{L}_]\w*\??))\s*(?="|=|$)/u,
    expected: 'the name, and ":" and the type behind it',
    edit: '$name: $type',
    safe: false,
  }),
  // output x: string, y: number
  row({
    pattern: new RegExp(String.raw`^\s*output\s+(?<at>${MEMBERS}(?:\s*,\s*${MEMBERS})*)\s*$`, 'u'),
    expected: 'the path of a schema, or a schema in braces',
    edit: schemaOf,
    title: 'Write it as a schema in braces.',
    safe: false,
  }),
  typedMembers,
  union,
  values,
];

/** The schema of members and their types. */
function schemaOf(members: string): string {
  const parts = [...members.matchAll(new RegExp(MEMBER, 'gu'))].map(({ groups }) => groups ?? {});
  const required = parts.filter(({ mark }) => mark === '').map(({ name }) => `"${name}"`);
  const properties = parts.map(({ name, type = '', list }) => {
    const schema = `{ type: "${SCHEMA_TYPES.get(type) ?? type}" }`;
    return `${name}: ${list === '' ? schema : `{ type: "array", items: ${schema} }`}`;
  });
  return `{ type: "object", required: [${required.join(', ')}], properties: { ${properties.join(', ')} } }`;
}

/** output { x: string; y: number[] } */
export function typedMembers({ source, start, isInside, text }: Line): ReturnType<FindMistake> {
  // Of several lines the first that is wrong stands below the word.
  const above = isInside ? Math.min(start, MAX_BELOW) : 0;
  const before = source.text.slice(start - above, start + text.length);
  const found = placeIn(/(?:^|\n)\s*output(?<sign>\s*[:=]?\s*)(?<at>\{)[^{}]*(?:\}.*)?$/u, before);
  if (!found) return undefined;
  const [from, to] = [found.at[0] - above, found.at[1] - above];
  const close = closeOf(source.text.slice(start + to, start + to + MAX_BELOW));
  const inside = source.text.slice(start + to, start + to + close - 1);
  const isTyped = new RegExp(String.raw`^\s*${MEMBERS}(?:\s*[,;\n]\s*${MEMBERS})*\s*[,;]?\s*$`, 'u').test(
    inside,
  );
  // A schema has its own type first.
  if (close === 0 || !isTyped || /^\s*type\b/u.test(inside)) return undefined;
  return {
    at: [from, to],
    expected: 'a schema with "type" and "properties"',
    found: 'types alone',
    title: 'Write it as a schema.',
    safe: false,
    edits: [[from - found.part('sign').length, to + close, ` ${schemaOf(inside)}`]],
  };
}

const MAX_BELOW = 2000;

/** x: "a" | "b" */
function union({ bare, text }: Line): ReturnType<FindMistake> {
  const one = String.raw`(?:"_*"|'_*'|[\w.-]+)`;
  const found = placeIn(new RegExp(String.raw`${FIELD}\s*:\s*(?<at>${one}(?:\s*\|\s*${one})+)`, 'u'), bare);
  if (!found) return undefined;
  const parts = text.slice(...found.at).split('|');
  const items = parts.map((part) => part.trim());
  if (items.some((item) => KINDS.test(item))) {
    const [start] = found.at;
    const from = start + bare.slice(start).indexOf('|');
    return {
      at: [from, from + 1],
      expected: 'one type',
      help: 'Write string, number, boolean, array or object; "schema { … }" behind it says more.',
      edits: [[...found.at, 'string']],
    };
  }
  const isQuoted = items.every((item) => /^["']/u.test(item));
  const isNumber = items.every((item) => /^-?\d+(?:\.\d+)?$/u.test(item));
  const list = items.map((item) => (isNumber ? item : quoted(item))).join(', ');
  return oneOf(found.at, `${isNumber ? 'number' : 'string'} one of [${list}]`, isQuoted || isNumber);
}

function quoted(item: string): string {
  if (item.startsWith('"')) return item;
  return JSON.stringify(item.replace(/^'(.*)'$/u, '$1'));
}

function oneOf(at: readonly [number, number], newText: string, safe: boolean): ReturnType<FindMistake> {
  return {
    at,
    expected: 'a type, and "one of [ … ]" where only some values are allowed',
    title: newText.length > MAX_SHOWN ? 'Write one of [ … ].' : `Write ${newText}.`,
    safe,
    edits: [[...at, newText]],
  };
}

const MAX_SHOWN = 60;
const NAMES = 'enum|in|oneOf|one_of|values|choices|options|of|among';

/** x: enum ["a"], x: ["a"], x: string ["a"], x: string in ["a"] */
function values({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`${FIELD}(?:\s*:\s*(?<type>string|number|boolean)\s+|\s*:\s*|\s+)(?<at>(?:(?:${NAMES})\b\s*[:=]?\s*)?(?<list>[\[(][^\[\]()]+[\])]))`,
      'u',
    ),
    bare,
  );
  if (!found) return undefined;
  const [start, end] = found.at;
  const { type, list = '' } = found.match.groups ?? {};
  const items = text
    .slice(end - list.length + 1, end - 1)
    .split(',')
    .map((item) => item.trim());
  const isPlain = items.every((item) => /^(?:"[^"]*"|'[^']*'|-?[\d.]+|true|false)$/u.test(item));
  if (!isPlain && !items.every((item) => /^[\p{L}_][\w-]*$/u.test(item))) return undefined;
  const written = items.map((item) => (isPlain && !item.startsWith("'") ? item : quoted(item))).join(', ');
  const colon = /:\s*$/u.test(bare.slice(0, start)) || type !== undefined ? '' : ': ';
  const from = colon === '' ? start : bare.slice(0, start).trimEnd().length;
  const kind = type === undefined ? `${kindOf(items[0] ?? '')} ` : '';
  const mistake = oneOf([start, end], `${colon}${kind}one of [${written}]`, isPlain);
  return mistake && { ...mistake, edits: [[from, end, `${colon}${kind}one of [${written}]`]] };
}

function kindOf(item: string): string {
  if (/^-?\d/u.test(item)) return 'number';
  return /^(?:true|false)$/u.test(item) ? 'boolean' : 'string';
}
