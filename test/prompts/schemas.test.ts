import { describe, expect, test } from 'vitest';
import { answerSchema } from '../../src/agent/answer-schema.ts';
import { claudeSchema } from '../../src/agent/claude-schema.ts';
import type { Value } from '../../src/model/value.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import { isSchemaObject, memberOf, schemasIn, type SchemaObject } from '../../src/schema/subschemas.ts';
import { namesIn, schemaNamed } from './helpers/job-map.ts';

const NAMES = namesIn('schemas');

test('every report that roles give has a schema', () => {
  expect(NAMES).toEqual(
    (
      'actor-report arbitration blueprint debug-plan documentation-review evaluation final-verification interview ' +
      'investigation monitor-report monitor-review monitor-variant prediction reflection research spec-review ' +
      'specification synthesis test-report workflow-fit'
    ).split(' '),
  );
});

describe.each(NAMES)('%s', (name) => {
  const schema = schemaNamed(name) as SchemaObject;
  const all = partsOf(schema);

  test('compiles within the bounds, and has two examples that fit', () => {
    const compiled = compileSchema(schema);
    const faultsOf = (value: Value) => ('check' in compiled ? compiled.check(value) : [compiled.fault]);
    expect(listIn(schema, 'examples').map(faultsOf)).toEqual([[], []]);
  });

  test('reaches the CLI without a loss', () => {
    expect(claudeSchema(schema).isExact).toBe(true);
    expect(answerSchema({ actions: [], output: schema })).not.toContain('must fit this JSON Schema');
  });

  test('refuses members that it does not name, at every depth', () => {
    const open = all.filter(
      (part) => memberOf(part, 'type') === 'object' && memberOf(part, 'additionalProperties') !== false,
    );
    expect(open).toEqual([]);
    expect(all.filter((part) => memberOf(part, 'properties') && memberOf(part, 'type') !== 'object')).toEqual(
      [],
    );
  });

  test('requires only members that it has, and describes each', () => {
    for (const part of all) {
      const properties = memberOf(part, 'properties');
      const entries = Object.entries(isSchemaObject(properties) ? properties : {});
      const names = new Set<Value>(entries.map(([key]) => key));
      expect(listIn(part, 'required').filter((key) => !names.has(key))).toEqual([]);
      for (const [key, each] of entries) {
        expect(each, key).toHaveProperty('description', expect.stringMatching(/\.$/));
      }
    }
  });

  test('has no pattern: a text of any length can be checked', () => {
    expect(all.filter((part) => memberOf(part, 'pattern') !== undefined)).toEqual([]);
  });

  test('gives back each example without any of its required members as a fault', () => {
    const compiled = compileSchema(schema);
    for (const example of listIn(schema, 'examples')) {
      for (const key of listIn(schema, 'required')) {
        const members = Object.entries(example ?? {}) as [string, Value][];
        const less = Object.fromEntries(members.filter(([each]) => each !== key));
        expect('check' in compiled && compiled.check(less).length).toBeGreaterThan(0);
      }
    }
  });
});

function listIn(schema: SchemaObject, key: string): readonly Value[] {
  const list = memberOf(schema, key);
  return Array.isArray(list) ? list : [];
}

function partsOf(schema: SchemaObject): readonly SchemaObject[] {
  const all = new Set([schema]);
  // Grows while it is gone through.
  for (const each of all) for (const inner of schemasIn(each)) all.add(inner);
  return [...all];
}
