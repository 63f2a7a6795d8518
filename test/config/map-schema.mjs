// The JSON Schema of maps, grammar/map.schema.json, as the table of fields says it (src/language).
import { DOCS, docOf } from '../../src/language/docs/docs.ts';
import { PARTS } from '../../src/language/fields.ts';
import { TASK_TYPE_NAMES } from '../../src/model/task-types.ts';

/** @returns the schema, in the order of the table. */
export function mapSchema() {
  const { map, ...others } = PARTS;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:wfmap:map',
    ...partSchema('map', map),
    $defs: Object.fromEntries(Object.entries(others).map(([name, part]) => [name, partSchema(name, part)])),
  };
}

function partSchema(name, part) {
  const { types, words, text, fields } = part;
  const { title, summary, examples } = DOCS[name];
  const needs = name === 'task' ? { required: namesOf(fields, isNeededByAll) } : needsOf(fields);
  const { required, ...choice } = needs;
  const instead = words && { if: { type: 'string' }, then: { enum: words } };
  return {
    title,
    description: summary,
    type: types ?? 'object',
    ...(text ? { minLength: 1 } : {}),
    ...instead,
    // A word has none of the fields.
    ...(instead && 'oneOf' in choice ? { else: choice } : choice),
    ...(required?.length > 0 ? { required } : {}),
    additionalProperties: false,
    properties: mapValues(fields, (field, key) => fieldSchema(field, docOf(name, key))),
    ...(name === 'task' ? { allOf: needsByType(fields) } : {}),
    ...(examples ? { examples } : {}),
  };
}

const namesOf = (fields, accepts) => Object.keys(fields).filter((name) => accepts(fields[name]));
const isNeededByAll = ({ need, of }) => need === 'always' && of === undefined;

/** What a part must have of some fields. */
function needsOf(fields) {
  const alternatives = (need) =>
    namesOf(fields, (each) => each.need === need).map((name) => ({ required: [name] }));
  const [one, some] = [alternatives('exactly one'), alternatives('at least one')];
  const required = namesOf(fields, ({ need }) => need === 'always');
  return {
    ...(one.length > 0 ? { oneOf: one } : {}),
    ...(some.length > 0 ? { anyOf: some } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** What tasks must have by their type; types that need the same stand together. */
function needsByType(fields) {
  const types = new Map();
  for (const type of TASK_TYPE_NAMES) {
    const used = Object.entries(fields).filter(([, { of }]) => of?.includes(type));
    const needs = JSON.stringify(needsOf(Object.fromEntries(used)));
    if (needs !== '{}') types.set(needs, [...(types.get(needs) ?? []), type]);
  }
  return [...types].map(([needs, names]) => {
    const type = names.length === 1 ? { const: names[0] } : { enum: names };
    return { if: { required: ['type'], properties: { type } }, then: JSON.parse(needs) };
  });
}

function fieldSchema(field, { summary, examples, entry }) {
  return { description: summary, ...valueSchema(field, entry), examples };
}

const SCALARS = ['string', 'number', 'boolean'];

/** The schemas of values by kind; of all others that of a text. */
const VALUES = {
  number: numberSchema,
  flag: () => ({ type: 'boolean' }),
  words: (field, entry) => ({
    type: 'array',
    ...atLeastOne('minItems', field),
    items: entrySchema(field, entry),
  }),
  expressions: (field) => ({ type: 'object', additionalProperties: textSchema(field) }),
  texts: (field) => ({ type: 'object', additionalProperties: textSchema(field) }),
  part: (field) => refTo(field),
  parts: (field) => ({
    type: field.orText ? ['string', 'object'] : 'object',
    ...atLeastOne('minProperties', field),
    additionalProperties: refTo(field),
  }),
  list: (field) => ({ type: 'array', items: refTo(field) }),
  schema: () => ({ type: ['object', 'boolean'] }),
  value: () => ({ type: [...SCALARS, 'array', 'object'] }),
  scalars: () => ({
    type: 'array',
    minItems: 1,
    items: { description: 'One of the values.', type: SCALARS, examples: ['small'] },
  }),
  command: () => ({
    type: ['string', 'array'],
    minLength: 1,
    minItems: 1,
    items: { description: 'The program, or one argument.', type: 'string', examples: ['npm'] },
  }),
};

function valueSchema(field, entry) {
  return (VALUES[field.kind] ?? textSchema)(field, entry);
}

const refTo = ({ part }) => ({ $ref: `#/$defs/${part}` });
const atLeastOne = (keyword, { isNeverEmpty }) => (isNeverEmpty ? { [keyword]: 1 } : {});

function numberSchema({ isWhole, min, max, above }) {
  return {
    type: isWhole ? 'integer' : 'number',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
  };
}

/** That a duration is one is checked when it is read, in better words. */
function textSchema({ kind, values, pattern, mayBeEmpty }) {
  if (values) return { type: 'string', enum: values };
  const isLong = kind !== 'duration' && !mayBeEmpty;
  return { type: 'string', ...(isLong ? { minLength: 1 } : {}), ...(pattern ? { pattern } : {}) };
}

function entrySchema({ pattern }, entry) {
  if (!entry) return { type: 'string', minLength: 1 };
  const { summary, examples } = entry;
  return { description: summary, type: 'string', minLength: 1, ...(pattern ? { pattern } : {}), examples };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
