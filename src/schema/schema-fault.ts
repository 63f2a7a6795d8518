import type { ErrorObject } from 'ajv';
import type { Value } from '../model/value.ts';

/** What does not fit. Shape: `path` is that of the part, from `$`, as in `$.files[0].name`; `message` is a sentence. */
export interface SchemaFault {
  readonly path: string;
  readonly message: string;
}

type Params = Readonly<Record<string, unknown>>;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

const PROBLEMS: ReadonlyMap<string, (params: Params) => string> = new Map([
  ['type', ({ type }: Params) => `must be ${[type].flat().map(kindOf).join(' or ')}`],
  ['required', ({ missingProperty }: Params) => `lacks ${quoted(missingProperty)}`],
  [
    'additionalProperties',
    ({ additionalProperty }: Params) => `has ${quoted(additionalProperty)}, which is not allowed there`,
  ],
  [
    'unevaluatedProperties',
    ({ unevaluatedProperty }: Params) => `has ${quoted(unevaluatedProperty)}, which is not allowed there`,
  ],
  ['enum', ({ allowedValues }: Params) => `must be one of ${listed(allowedValues)}`],
  ['const', ({ allowedValue }: Params) => `must be ${shown(allowedValue)}`],
  ['minimum', ({ limit }: Params) => `must be at least ${shown(limit)}`],
  ['maximum', ({ limit }: Params) => `must be at most ${shown(limit)}`],
  ['exclusiveMinimum', ({ limit }: Params) => `must be more than ${shown(limit)}`],
  ['exclusiveMaximum', ({ limit }: Params) => `must be less than ${shown(limit)}`],
  ['multipleOf', ({ multipleOf }: Params) => `must be a multiple of ${shown(multipleOf)}`],
  ['minLength', ({ limit }: Params) => `must have at least ${shown(limit)} characters`],
  ['maxLength', ({ limit }: Params) => `must have at most ${shown(limit)} characters`],
  ['minItems', ({ limit }: Params) => `must have at least ${shown(limit)} items`],
  ['maxItems', ({ limit }: Params) => `must have at most ${shown(limit)} items`],
  ['minProperties', ({ limit }: Params) => `must have at least ${shown(limit)} members`],
  ['maxProperties', ({ limit }: Params) => `must have at most ${shown(limit)} members`],
  ['uniqueItems', ({ i, j }: Params) => `has the same item twice, at ${shown(j)} and ${shown(i)}`],
  ['pattern', ({ pattern }: Params) => `must match the pattern ${quoted(pattern)}`],
  ['items', ({ limit }: Params) => `must have at most ${shown(limit)} items`],
  ['contains', () => 'has too few or too many items of the kind that it must contain'],
  [
    'propertyNames',
    ({ propertyName }: Params) => `has ${quoted(propertyName)}, which is no name that is allowed there`,
  ],
  [
    'dependentRequired',
    ({ property, missingProperty }: Params) =>
      `has ${quoted(property)} and so lacks ${quoted(missingProperty)}`,
  ],
  ['anyOf', () => 'fits none of the forms that are allowed there'],
  [
    'oneOf',
    ({ passingSchemas }: Params) =>
      passingSchemas === null
        ? 'fits none of the forms that are allowed there'
        : 'fits more than one of the forms of which it must be one',
  ],
  ['not', () => 'has a form that is not allowed there'],
  ['if', () => 'does not fit what its form asks for'],
  ['false schema', () => 'is not allowed there'],
]);

/** Says what does not fit, in our own words. */
export function describeSchemaFault(error: ErrorObject, value: Value): SchemaFault {
  const path = pathOf(error.instancePath, value);
  const problem = PROBLEMS.get(error.keyword)?.(error.params) ?? `breaks the rule "${error.keyword}"`;
  const subject = path === '$' ? 'The value' : `"${path}"`;
  const found = ['type', 'enum', 'const'].includes(error.keyword) ? `, not ${describeFound(error.data)}` : '';
  return { path, message: `${subject} ${problem}${found}.` };
}

/** A JSON pointer as people write paths. Steps of it are told apart by what is there. */
function pathOf(pointer: string, value: Value): string {
  let path = '$';
  let at: unknown = value;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) path += `[${name}]`;
    else path += /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    at = typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined;
    if (path.length > MAX_PATH) return `${path.slice(0, MAX_PATH)}…`;
  }
  return path;
}

const MAX_PATH = 200;
const MAX_SHOWN = 60;
const MAX_LISTED = 10;

function kindOf(type: unknown): string {
  return KINDS.get(String(type)) ?? String(type);
}

function shown(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function quoted(value: unknown): string {
  return shown(String(value));
}

function listed(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const rest = list.length > MAX_LISTED ? ' …' : '';
  return list.slice(0, MAX_LISTED).map(shown).join(', ') + rest;
}

function describeFound(data: unknown): string {
  if (Array.isArray(data)) return 'a list';
  return typeof data === 'object' && data !== null ? 'an object' : shown(data);
}
