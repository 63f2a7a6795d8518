import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LISTED_COMMANDS, nameOf } from '../../src/cli/listed-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXPORT =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm;

const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

const exported = new Set(
  globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORT)].map(([, name]) => name),
  ),
);

describe('the glossary', () => {
  test('has at least forty terms, each once', () => {
    const terms = rows.map(([term]) => term);
    expect(terms.length).toBeGreaterThanOrEqual(40);
    expect(new Set(terms).size).toBe(terms.length);
  });

  test('uses no word as a term that it says is not used', () => {
    const terms = new Set(rows.map(([term]) => term));
    const others = rows.flatMap(([, , , others = '']) => others.split(', '));
    expect(others.filter((word) => terms.has(word))).toEqual([]);
  });

  test.each(rows.filter(([, , code]) => code !== ''))(
    'defines "%s" where the code does',
    (_term, _meaning, code = '') => {
      const [, name = ''] = /^`(.+)`$/.exec(code) ?? [];
      const command = /^wfmap (\S+)$/.exec(name)?.[1];
      const isThere =
        exported.has(name) ||
        [`src/${name}`, name].some((path) => existsSync(join(ROOT, path))) ||
        LISTED_COMMANDS.some((each) => nameOf(each) === command);
      expect(isThere, code).toBe(true);
    },
  );
});
