import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from './helpers/program.ts';

const CHUNKS = `${dirname(PROGRAM)}/chunk`;
const files = readdirSync(CHUNKS);

/** The code that is loaded with a chunk, by file. */
function loadedWith(name: string): ReadonlyMap<string, string> {
  const first = files.find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (first === undefined) throw new Error(`There is no chunk ${name}.`);
  const loaded = new Map<string, string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const code = readFileSync(`${CHUNKS}/${file}`, 'utf8');
    loaded.set(file, code);
    for (const [, path = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) load(path);
  };
  load(first);
  return loaded;
}

/** Units: characters. */
function sizeOf(name: string): number {
  return [...loadedWith(name).values()].reduce((sum, code) => sum + code.length, 0);
}

describe('start-up is paid by every command, so each loads what it uses', () => {
  test.each([
    ['check-file', 475_000],
    ['validate-command', 60_000],
    ['yargs-main', 220_000],
    ['explain-command', 90_000],
    ['runs-command', 155_000],
    ['render-diagnostics', 60_000],
  ])('%s loads no more than %i characters', (name, most) => {
    expect(sizeOf(name)).toBeLessThan(most);
  });

  test.each(['check-file', 'yargs-main', 'runs-command'])(
    '%s loads nothing that reads the map language',
    (name) => {
      expect([...loadedWith(name).values()].filter((code) => code.includes('chevrotain'))).toEqual([]);
    },
  );

  test('grammars are loaded where code is to be read, and nowhere else', () => {
    for (const name of ['check-file', 'yargs-main', 'runs-command', 'run-command', 'outline-command']) {
      const loaded = [...loadedWith(name).values()];
      expect(loaded.filter((code) => /(?:from|import)\s*"web-tree-sitter"/.test(code))).toEqual([]);
    }
    expect(files.some((file) => readFileSync(`${CHUNKS}/${file}`, 'utf8').includes('web-tree-sitter'))).toBe(
      true,
    );
  });

  test('checking a map loads no command line', () => {
    expect([...loadedWith('check-file').keys()].filter((file) => file.startsWith('yargs'))).toEqual([]);
  });

  test('no file has a sign that makes it twice as large in memory', () => {
    // In ASCII a character is a byte.
    const wide = files.filter((file) => {
      const bytes = readFileSync(`${CHUNKS}/${file}`);
      return bytes.some((byte) => byte > 127);
    });
    expect(wide).toEqual([]);
  });
});
