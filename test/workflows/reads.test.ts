import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProject } from '../../src/check/check-project.ts';
import { findMaps } from '../../src/project/find-maps.ts';
import { templateReader } from '../../src/project/template-reader.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Fields of reports that only people read. */
const MAX_FOR_PEOPLE = 20;

const maps = findMaps(ROOT);
const readTemplate = templateReader({ workRoot: ROOT, mapRoot: ROOT, nameFrom: ROOT });
const found = checkProject(
  maps.map((name) => ({ source: { name, text: readFileSync(join(ROOT, name), 'utf8') }, readTemplate })),
  () => true,
);

test('the shipped maps, prompts and schemas have a reader for each value, and each parameter is given', () => {
  expect(maps.length).toBeGreaterThan(8);
  expect(found.filter(({ severity }) => severity !== 'info').map(({ message }) => message)).toEqual([]);
});

test('few fields of reports are for people alone, and the check sees them', () => {
  const forPeople = found.filter(({ code }) => code === 'field-for-people');
  expect(forPeople.length).toBeGreaterThan(0);
  expect(forPeople.length).toBeLessThanOrEqual(MAX_FOR_PEOPLE);
});
