import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesIn, ROOT, schemaNamed } from './helpers/job-map.ts';
import { withCosts, withSizes } from './helpers/size-tables.ts';

const page = readFileSync(join(ROOT, 'prompts/README.md'), 'utf8');

test('the sizes on the page are those of the prompts (node bench/prompt-sizes.ts writes them again)', () => {
  expect(page).toBe(withSizes(page));
});

test('the costs in the README are those of the prompts (node bench/prompt-sizes.ts writes them again)', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme).toBe(withCosts(readme));
});

describe('the page', () => {
  test.each(['agents', 'schemas', 'map'])('names everything in %s', (folder) => {
    expect(namesIn(folder).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('says only of members that a report has them', () => {
    const reports = page.slice(page.indexOf('## Reports'), page.indexOf('## Changing'));
    const rows = Array.from(
      reports.matchAll(/^\| `([\w-]+)` \| [\w, -]+ \| (.*) \|$/gm),
      ([, name = '', members = '']) => ({
        name,
        members: Array.from(members.matchAll(/`([\w.]+)`/g), ([, member = '']) => member),
      }),
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(namesIn('schemas'));
    for (const { name, members } of rows) {
      expect(
        members.filter((member) => !has(schemaNamed(name), member.split('.'))),
        name,
      ).toEqual([]);
    }
  });
});

type SchemaText = ReturnType<typeof schemaNamed>;

function has(schema: SchemaText, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true;
  const found = (schema.items ?? schema).properties?.[key];
  return found !== undefined && has(found, rest);
}
