/**
 * JSON Schema as Claude Code takes it.
 *
 * The program compiles what it is given as draft-07 with Ajv's strict mode, and ends at any keyword that it does not
 * know; the API behind it wants draft 2020-12. So only what means the same in both is passed on. Everything else is
 * left out, and never so that a value that fits the whole schema is refused: `run` checks the whole schema afterwards.
 *
 * Source: measured with 2.1.329 (`prefixItems`, `unevaluatedProperties`, `dependentRequired`, `$anchor`, `x-…`,
 * `$schema` of 2020-12 and an empty `enum` each end it with exit code 1, an `$id` with "Maximum call stack size").
 */
import type { Value } from '../model/value.ts';
import { indexSchema, isSchemaObject, type SchemaObject } from './schema-index.ts';
import { writeKeyword, type Translation } from './schema-keywords.ts';

/** Shape: `defs` are what `schema` refers to, for the `$defs` of the document that it is put in. */
export interface ClaudeSchema {
  readonly schema: Value;
  readonly defs: SchemaObject;
  /** Whether it says all that the schema said. */
  readonly isExact: boolean;
}

/** Writes a schema for Claude Code. Errors: none; what makes no sense is left out. */
export function claudeSchema(schema: Value): ClaudeSchema {
  const exact = translate(schema, false);
  // What stands under `not` gets stronger where a part of it is left out. So with any loss those go as a whole.
  return exact.isExact ? exact : { ...translate(schema, true), isExact: false };
}

const MAX_DEPTH = 100;
/** Parts that several references lead to are written once each, but parts of parts again. */
const MAX_PARTS = 8_000;

function translate(root: Value, loose: boolean): ClaudeSchema {
  const index = indexSchema(root);
  const names = new Map<Value, string>();
  const taken = new Set<string>();
  const waiting: Value[] = [];
  let isExact = true;
  let parts = 0;

  const nameOf = (target: Value, reference: string): string => {
    const known = names.get(target);
    if (known !== undefined) return known;
    const name = freshName(reference, taken);
    taken.add(name);
    names.set(target, name);
    waiting.push(target);
    return name;
  };
  const translation: Translation = {
    loose,
    lose: () => {
      isExact = false;
    },
    reference: (reference, from) => {
      const target = index.find(reference, from);
      if (isSchemaObject(target)) return { $ref: `#/$defs/${nameOf(target, reference)}` };
      if (typeof target === 'boolean') return ofBoolean(target);
      isExact = false;
      return {};
    },
    part: (value, depth) => {
      parts += 1;
      if (typeof value === 'boolean') return ofBoolean(value);
      if (isSchemaObject(value) && depth <= MAX_DEPTH && parts <= MAX_PARTS) {
        return writeNode(translation, value, depth);
      }
      isExact = false;
      return {};
    },
  };

  const schema = translation.part(root, 0);
  const defs: [string, Value][] = [];
  // Grows while it is gone through.
  for (const target of waiting) defs.push([names.get(target) ?? '', translation.part(target, 0)]);
  const rootName = names.get(root);
  return {
    schema: rootName === undefined ? schema : { $ref: `#/$defs/${rootName}` },
    defs: Object.fromEntries(defs),
    isExact,
  };
}

/** `true` and `false`, as objects: a tool's input is described by nothing else. */
function ofBoolean(value: boolean): Value {
  return value ? {} : { not: {} };
}

/** The last word of a reference, so that a reader knows it again; letters that need no escape in a pointer. */
function freshName(reference: string, taken: ReadonlySet<string>): string {
  const word =
    reference
      .slice(-60)
      .split(/[/#]/)
      .at(-1)
      ?.replaceAll(/[^\w-]/g, '') ?? '';
  const name = word === '' ? 'output' : word;
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

function writeNode(translation: Translation, node: SchemaObject, depth: number): Value {
  const own: [string, Value][] = [];
  const also: Value[] = [];
  const inner = (part: Value): Value => translation.part(part, depth + 1);
  for (const [key, value] of Object.entries(node)) {
    const written = writeKeyword(key, { value, node, inner, translation });
    own.push(...Object.entries(written.own ?? {}));
    also.push(...(written.also ?? []));
  }
  const schema: SchemaObject = Object.fromEntries(own);
  if (also.length === 0) return schema;
  const all = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return { ...schema, allOf: [...all, ...also] };
}
