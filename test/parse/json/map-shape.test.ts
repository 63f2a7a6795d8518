import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { MAP_FIELDS } from '../../../src/parse/json/map-fields.ts';
import { INNER_PARTS, type PlaceKind } from '../../../src/parse/json/map-place.ts';
import { TASK_FIELDS } from '../../../src/parse/json/task-fields.ts';
import { compileMapShape } from '../../config/map-shape.mjs';
import { GOOD_MAPS } from '../../helpers/maps.ts';

const ROOT = `${import.meta.dirname}/../../..`;

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema: Schema = JSON.parse(readFileSync(`${ROOT}/grammar/map.schema.json`, 'utf8'));
const definitions = Object.entries(schema.$defs ?? {});

/** Branches and bodies are blocks, which are described in two ways only in messages. */
function definitionOf(kind: PlaceKind): string {
  return kind === 'branch' || kind === 'body' ? 'block' : kind;
}

function partOf(kind: PlaceKind): Schema | undefined {
  return kind === 'map' ? schema : schema.$defs?.[definitionOf(kind)];
}

/** What the fields of a part lead to, as the schema says it. */
function innerOf(part: Schema | undefined): readonly (readonly string[])[] {
  const referredTo = (each: Schema | undefined) => each?.$ref?.replace('#/$defs/', '');
  const own = Object.entries(part?.properties ?? {}).flatMap(([field, each]) => {
    const named =
      typeof each.additionalProperties === 'object' ? referredTo(each.additionalProperties) : undefined;
    const direct = referredTo(each);
    if (named !== undefined) return [[field, named, 'named']];
    const listed = referredTo(each.items);
    if (listed !== undefined) return [[field, listed, 'listed']];
    return direct === undefined ? [] : [[field, direct]];
  });
  return own.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

test('the compiled check is made from the schema as it is', async () => {
  const committed = readFileSync(`${ROOT}/src/parse/json/map-shape.generated.js`, 'utf8');
  expect(await compileMapShape()).toBe(committed);
});

const KINDS = Object.keys(MAP_FIELDS).filter((kind): kind is PlaceKind => kind in MAP_FIELDS);

test('every definition of the schema is a part that messages know', () => {
  const known = new Set(KINDS.map(definitionOf));
  expect(definitions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
});

describe.each(KINDS)('of %s', (kind) => {
  const part = partOf(kind);

  test('the schema and the table name the same fields', () => {
    expect(Object.keys(part?.properties ?? {}).toSorted()).toEqual(MAP_FIELDS[kind].toSorted());
  });

  test('the fields lead to the same parts', () => {
    const inner = (INNER_PARTS[kind] ?? []).map(([field, to, named]) =>
      named === undefined ? [field, definitionOf(to)] : [field, definitionOf(to), named],
    );
    const sorted = inner.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect(sorted).toEqual(innerOf(part));
  });

  test('every field explains itself with a description and an example', () => {
    for (const [name, field] of Object.entries(part?.properties ?? {})) {
      const said = [name, field.description, field.examples];
      expect(said).toEqual([name, expect.any(String), expect.any(Array)]);
    }
  });
});

test('every field of a task is one that some type makes use of, and the other way round', () => {
  const used = new Set(['type', 'description', ...Object.values(TASK_FIELDS).flat()]);
  expect([...used].toSorted()).toEqual(MAP_FIELDS.task.toSorted());
});

describe('the published schema', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  const isMap = ajv.compile(schema);

  test.each(GOOD_MAPS)('accepts %s', (_, text) => {
    isMap(JSON.parse(text.replace(/^\ufeff/, '')));
    expect(isMap.errors ?? []).toEqual([]);
  });

  test.each(definitions)('accepts its own examples of %s', (name, definition) => {
    const isPart = ajv.compile({ $ref: `urn:wfmap:map#/$defs/${name}` });
    const fields = Object.entries(definition.properties ?? {}).flatMap(([field, { examples = [] }]) =>
      examples.map((example): [string, unknown] => [field, example]),
    );
    for (const example of definition.examples ?? []) {
      isPart(example);
      expect([example, isPart.errors ?? []]).toEqual([example, []]);
    }
    for (const [field, example] of fields) {
      const isField = ajv.compile({ $ref: `urn:wfmap:map#/$defs/${name}/properties/${field}` });
      isField(example);
      expect([field, example, isField.errors ?? []]).toEqual([field, example, []]);
    }
  });
});
