import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LATER_FIELDS, MAP_FIELDS } from '../../../src/parse/json/map-fields.ts';
import type { PlaceKind } from '../../../src/parse/json/map-place.ts';
import { compileMapShape } from '../../config/map-shape.mjs';

const ROOT = `${import.meta.dirname}/../../..`;

interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema: Schema = JSON.parse(readFileSync(`${ROOT}/grammar/map.schema.json`, 'utf8'));
const parts: Readonly<Record<PlaceKind, Schema | undefined>> = {
  map: schema,
  limits: schema.properties?.['limits'],
  field: schema.$defs?.['field'],
  task: schema.$defs?.['task'],
  param: schema.$defs?.['param'],
  action: schema.$defs?.['action'],
  limit: schema.$defs?.['action']?.properties?.['limit'],
};

test('the compiled check is made from the schema as it is', async () => {
  const committed = readFileSync(`${ROOT}/src/parse/json/map-shape.generated.js`, 'utf8');
  expect(await compileMapShape()).toBe(committed);
});

const KINDS: readonly PlaceKind[] = ['map', 'limits', 'field', 'task', 'param', 'action', 'limit'];

describe.each(KINDS)('of %s', (kind) => {
  const fields = MAP_FIELDS[kind];
  const part = parts[kind];

  test('the schema and the table name the same fields', () => {
    expect(Object.keys(part?.properties ?? {}).toSorted()).toEqual(fields.toSorted());
  });

  test('no field is both run and not run', () => {
    expect(LATER_FIELDS[kind].filter((field) => fields.includes(field))).toEqual([]);
  });

  test('every field explains itself with a description and an example', () => {
    for (const [name, field] of Object.entries(part?.properties ?? {})) {
      expect([name, field.description, field.examples]).toEqual([
        name,
        expect.any(String),
        expect.any(Array),
      ]);
    }
  });
});
