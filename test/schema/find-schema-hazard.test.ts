import { expect, test } from 'vitest';
import { findSchemaHazard } from '../../src/schema/find-schema-hazard.ts';

test.each([
  ['$async', { properties: { a: { $async: true } } }, /"\$async", which is no part of JSON Schema/],
  ['$dynamicRef', { items: { $dynamicRef: '#n' } }, /"\$dynamicRef", which wfmap does not follow/],
  ['an $id inside', { items: { $id: 'inner' } }, /an "\$id" of its own/],
  [
    'a reference to another file',
    { items: { $ref: 'other.json' } },
    /refers to "other\.json", which it does not have/,
  ],
  ['a pattern with a backreference', { items: { pattern: String.raw`(a)\1` } }, /the pattern ".+"/],
  ['a part that is itself', { $ref: '#' }, /refers to itself without going into the value/],
])('a schema is refused that has %s', (_, schema, reason) => {
  expect(findSchemaHazard(schema)).toMatch(reason);
});

test('a schema is taken that has an $id at its top, and parts that refer to it through the value', () => {
  expect(
    findSchemaHazard({ $id: 'list', type: 'object', properties: { next: { $ref: '#' } } }),
  ).toBeUndefined();
});
