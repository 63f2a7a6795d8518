/** Runs of the shipped maps, as their scenarios play them, violate no property. This proves none of them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { programsIn } from '../../src/scenario/program-blocks.ts';
import { playAll, VARIANTS } from './play-all.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('no run that a scenario plays violates a property', async () => {
  const violated: string[] = [];
  const properties = new Set<string>();
  for await (const { file, name, program, events } of playAll()) {
    for (const { source, map } of programsIn(program))
      for (const property of map.properties) properties.add(`${source.path}: ${property.name}`);
    for (const { type, data } of events)
      if (type === 'property.violated') violated.push(`${file}: ${name}: ${data.map}: ${data.property}`);
  }
  expect(violated).toEqual([]);
  expect(properties.size).toBeGreaterThan(25);
}, 400_000);

test('every shipped map of the framework claims something', () => {
  for (const map of VARIANTS) {
    const text = readFileSync(`${ROOT}/workflows/${map}.json`, 'utf8');
    expect(Object.keys((JSON.parse(text) as { properties?: object }).properties ?? {}), map).not.toEqual([]);
  }
});
