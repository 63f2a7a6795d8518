import type { Value } from '../model/value.ts';
import { backtracks } from '../schema/pattern/backtracks.ts';
import { isSchemaObject, type SchemaObject } from './schema-index.ts';

/** One way through a schema. */
export interface Translation {
  /** Something is lost anyway: nothing may be said that a loss inside of it would turn round. */
  readonly loose: boolean;
  /** Writes a schema that stands so deep. */
  readonly part: (schema: Value, depth: number) => Value;
  /** Writes what a reference means. */
  readonly reference: (reference: string, from: SchemaObject) => Value;
  /** Notes that something could not be said. */
  readonly lose: () => void;
}

/** A keyword with what stands around it. `inner` writes a schema in its value. */
export interface Keyword {
  readonly value: Value;
  readonly node: SchemaObject;
  readonly inner: (schema: Value) => Value;
  readonly translation: Translation;
}

/** What a keyword becomes: keywords in its place, and schemas that must hold as well. */
export interface Written {
  readonly own?: SchemaObject;
  readonly also?: readonly Value[];
}

/** Writes one keyword for Claude Code. What is not known here is an annotation, or a definition, and is left out. */
export function writeKeyword(name: string, keyword: Keyword): Written {
  if (COPIED.has(name)) return { own: { [name]: keyword.value } };
  const write = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined;
  return write?.(keyword, name) ?? {};
}

/** Keywords whose values are no schemas and that mean the same in all drafts. */
const COPIED = new Set(
  (
    'type const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems ' +
    'minItems uniqueItems maxProperties minProperties required format title description default'
  ).split(' '),
);

type Writer = (keyword: Keyword, name: string) => Written;

const WRITERS: Readonly<Record<string, Writer>> = {
  $ref: reference,
  $dynamicRef: reference,
  allOf: listed,
  anyOf: listed,
  // The branches may have become wider, so that a value fits two of them.
  oneOf: (keyword, name) =>
    keyword.translation.loose ? { also: [listed(keyword, 'anyOf').own ?? {}] } : listed(keyword, name),
  not: ({ value, inner, translation }) => (translation.loose ? {} : { own: { not: inner(value) } }),
  if: conditions,
  enum: ({ value }) => {
    const values = new Map(listOf(value).map((one) => [JSON.stringify(one), one]));
    return values.size === 0 ? { also: [{ not: {} }] } : { own: { enum: [...values.values()] } };
  },
  properties: byName,
  // The program tries one way to match after the other, and may never come to the end of them.
  pattern: (keyword, name) =>
    typeof keyword.value === 'string' && backtracks(keyword.value)
      ? lost(keyword)
      : { own: { [name]: keyword.value } },
  patternProperties: (keyword, name) => {
    if (hasSlowNames(keyword.node)) return lost(keyword);
    // Strict mode refuses a pattern that meets a property next to it; finding that out is not worth the effort.
    return keyword.node['properties'] === undefined
      ? byName(keyword, name)
      : { also: [byName(keyword, name).own ?? {}] };
  },
  additionalProperties: (keyword, name) => {
    const { properties, patternProperties } = keyword.node;
    const isKept =
      patternProperties === undefined || (properties === undefined && !hasSlowNames(keyword.node));
    return isKept ? single(keyword, name) : lost(keyword);
  },
  propertyNames: single,
  dependentRequired: ({ value }) => ({ also: [{ dependencies: value }] }),
  dependentSchemas: dependencies,
  dependencies,
  prefixItems,
  items: (keyword, name) => (keyword.node['prefixItems'] === undefined ? single(keyword, name) : {}),
  contains: (keyword, name) => {
    const least = keyword.node['minContains'] ?? 1;
    if (least === 0) return {};
    if (least !== 1) keyword.translation.lose();
    return single(keyword, name);
  },
  maxContains: lost,
  unevaluatedItems: lost,
  unevaluatedProperties: lost,
  examples: ({ value }) => (Array.isArray(value) ? { own: { examples: value } } : {}),
  // No word of JSON Schema, but of many who write it; Ajv keeps to it only beside a type.
  nullable: ({ value, node }) =>
    value === true && node['type'] !== undefined ? { own: { nullable: true } } : {},
};

function hasSlowNames({ patternProperties }: SchemaObject): boolean {
  return isSchemaObject(patternProperties) && Object.keys(patternProperties).some(backtracks);
}

function single({ value, inner }: Keyword, name: string): Written {
  return { own: { [name]: inner(value) } };
}

function listed({ value, inner }: Keyword, name: string): Written {
  return { own: { [name]: listOf(value).map(inner) } };
}

function byName({ value, inner }: Keyword, name: string): Written {
  if (!isSchemaObject(value)) return {};
  return {
    own: { [name]: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)])) },
  };
}

function lost({ translation }: Keyword): Written {
  translation.lose();
  return {};
}

function reference(keyword: Keyword, name: string): Written {
  const { value, node, translation } = keyword;
  if (typeof value !== 'string') return lost(keyword);
  const written = translation.reference(value, node);
  if (name === '$ref' && isSchemaObject(written) && written['$ref'] !== undefined) return { own: written };
  return { also: [written] };
}

/** `if` without `then` and `else` says nothing, and the other way round. */
function conditions({ value, node, inner, translation }: Keyword): Written {
  const branches = ['then', 'else'].flatMap((name) => {
    const branch = node[name];
    return branch === undefined ? [] : [[name, branch] as const];
  });
  if (branches.length === 0 || translation.loose) return {};
  const written = branches.map(([name, branch]) => [name, inner(branch)] as const);
  return { own: { if: inner(value), ...Object.fromEntries(written) } };
}

/** The word of draft-07 for what depends on the presence of a property: lists of names, or schemas. */
function dependencies({ value, inner }: Keyword): Written {
  if (!isSchemaObject(value)) return {};
  const entries = Object.entries(value).map(
    ([key, one]) => [key, Array.isArray(one) ? one : inner(one)] as const,
  );
  return { also: [{ dependencies: Object.fromEntries(entries) }] };
}

/** Items by position have different words in the two drafts: each may be any of them. */
function prefixItems({ value, node, inner, translation }: Keyword): Written {
  translation.lose();
  const rest = node['items'];
  if (rest === undefined || rest === true) return {};
  const first = listOf(value).map(inner);
  if (rest === false) return { own: { items: { anyOf: first } }, also: [{ maxItems: first.length }] };
  return { own: { items: { anyOf: [...first, inner(rest)] } } };
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
