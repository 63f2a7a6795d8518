import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLAUSES, PARTS } from '../../src/language/fields.ts';
import type { FieldSpec } from '../../src/language/field-spec.ts';
import { partsOn } from '../../src/language/place.ts';
import { madeOfFields } from '../config/fields.mjs';

const ROOT = join(import.meta.dirname, '../..');
const files = await madeOfFields();

describe('what is made from the table of fields', () => {
  test.each([...files.keys()])('%s is as the table says it', (path) => {
    // node test/config/fields.mjs writes it.
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(files.get(path));
  });
});

describe('the page of the language', () => {
  const page = readFileSync(join(ROOT, 'grammar/LANGUAGE.md'), 'utf8');
  const rows = page.slice(page.indexOf('| in a task |')).split('\n\n', 1)[0] ?? '';

  test.each(CLAUSES.map(({ word }) => word))('has a row that shows the clause "%s"', (word) => {
    expect(rows).toMatch(new RegExp(String.raw`\x60${word}\b`));
  });

  test('names the settings that can stand in "defaults"', () => {
    const row = /^\| `defaults .*$/m.exec(page)?.[0] ?? '';
    for (const name of Object.keys(PARTS.defaults.fields)) expect(row).toContain(`\`${name}\``);
  });
});

describe('the table of fields', () => {
  const fields = Object.values(PARTS).flatMap((part) => Object.entries<FieldSpec>(part.fields));

  test('gives each word of a task to one field', () => {
    const words = CLAUSES.map(({ word }) => word);
    expect([...new Set(words)]).toEqual(words);
  });

  test('leads to every part', () => {
    const reached = fields.flatMap(([, field]) => ('part' in field ? [field.part] : []));
    expect(new Set(['map', 'task', ...reached])).toEqual(new Set(Object.keys(PARTS)));
  });

  test('holds a name of the author for no field of the language', () => {
    expect(partsOn(['constructor', '__proto__']).map(({ part }) => part)).toEqual(['map']);
  });
});
