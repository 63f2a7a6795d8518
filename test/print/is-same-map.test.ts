import { expect, test } from 'vitest';
import { isSameMap } from '../../src/print/convert.ts';

const END = { type: 'end' };
const mapOf = (tasks: object, rest: object = {}) => ({
  description: 'm',
  startTaskDefinition: Object.keys(tasks)[0],
  ...rest,
  taskDefinitions: tasks,
});
const jsonOf = (map: object) => ({ name: 'a.json', text: JSON.stringify(map) });
const listing = (...tools: readonly string[]) =>
  jsonOf(mapOf({ A: { type: 'claude', prompt: 'p', allowedTools: tools } }));

test('maps are not the same where a value, an order that means something or a key differs', () => {
  const one = mapOf({ A: END, B: END }, { limits: { steps: 3, usd: 1 } });
  const same = (other: object) => isSameMap(jsonOf(one), jsonOf(other));
  expect(same(one)).toBe(true);
  expect(same(mapOf({ A: END, B: END }, { limits: { usd: 1, steps: 3 } }))).toBe(true);
  expect(same(mapOf({ B: END, A: END }, { limits: { steps: 3, usd: 1 }, startTaskDefinition: 'A' }))).toBe(
    false,
  );
  expect(same(mapOf({ A: END, B: END }, { limits: { steps: 3, usd: 2 } }))).toBe(false);
  expect(same(mapOf({ A: END, B: END }, { limits: { steps: 3 } }))).toBe(false);
  expect(same(mapOf({ A: END, B: END }, { limits: { steps: 3, duration: '1m' } }))).toBe(false);
  expect(same(mapOf({ A: END, B: END, C: END }, { limits: { steps: 3, usd: 1 } }))).toBe(false);
  const noMap = { name: 'a.json', text: '{' };
  expect(isSameMap(noMap, noMap)).toBe(false);
  const twice = { name: 'a.json', text: JSON.stringify(one).replace('{', '{"description":"m",') };
  expect(isSameMap(twice, jsonOf(one))).toBe(false);
  expect(isSameMap(listing('a', 'b'), listing('a', 'b'))).toBe(true);
  expect(isSameMap(listing('a', 'b'), listing('b', 'a'))).toBe(false);
  expect(isSameMap(listing('a', 'b'), listing('a'))).toBe(false);
});
