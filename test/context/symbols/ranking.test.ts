import { describe } from 'vitest';
import { countUses } from '../../../bench/outline/truth/typescript.ts';
import { listProject } from '../../../src/context/files/list-project.ts';
import { readSymbols } from '../../../src/context/symbols/read-symbols.ts';
import { test } from '../in-project.ts';

const PACKAGES = `${import.meta.dirname}/../../../node_modules`;
const NOBODY = { files: [], words: [] };

describe('the ranking of symbols', () => {
  test.for([
    ['ajv', /^lib\/.*\.ts$/],
    ['chevrotain', /^lib\/src\/.*\.js$/],
  ] as const)(
    'has most of what other files of %s use most among its first forty',
    async ([name, isCode], { expect }) => {
      const root = `${PACKAGES}/${name}`;
      const files = listProject(root, []).files.filter((path) => isCode.test(path));
      // Counted by the TypeScript compiler, and not by the tags that are ranked.
      const most = [...countUses(root, files)]
        .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .slice(0, 20);
      const { symbols } = await readSymbols({ root, files, focus: NOBODY, cache: undefined });
      const first = new Set(symbols.slice(0, 40).map((each) => `${each.path}\t${each.name}`));
      expect(most).toHaveLength(20);
      expect(most.filter(([key]) => first.has(key)).length).toBeGreaterThanOrEqual(16);
    },
  );

  test('puts what many use before what few use, and what nobody uses last', async ({ project, expect }) => {
    project.put(
      'core.ts',
      'export function many() {}\nexport function few() {}\nexport function none() {}\n',
    );
    for (const name of ['a', 'b', 'c'])
      project.put(`${name}.ts`, "import { many } from './core.ts';\nmany();\n");
    project.put('d.ts', "import { few } from './core.js';\nfew();\n");
    const { symbols } = await project.outline();
    expect(symbols.map(({ name, usedBy }) => [name, usedBy])).toEqual([
      ['many', 3],
      ['few', 1],
      ['none', 0],
    ]);
  });

  test('takes a name for that of the file that is imported', async ({ project, expect }) => {
    project.put('one.py', 'def parse(): pass\n');
    project.put('two.py', 'def parse(): pass\n');
    for (const name of ['a', 'b']) project.put(`${name}.py`, 'from two import parse\nparse()\n');
    const { symbols } = await project.outline();
    expect(symbols.map(({ path, usedBy }) => [path, usedBy])).toEqual([
      ['two.py', 2],
      ['one.py', 0],
    ]);
  });

  test('counts no use by the file itself, nor names of other languages', async ({ project, expect }) => {
    project.put('a.ts', 'export function own() {}\nown(); own();\n');
    project.put('b.go', 'package b\nfunc other() { own() }\n');
    const { symbols } = await project.outline();
    expect(symbols.map(({ usedBy }) => usedBy)).toEqual([0, 0]);
  });

  test('lets the neighbours of a focus rise, and what is mentioned', async ({ project, expect }) => {
    const { put, outline } = project;
    put('popular.ts', 'export function popular() {}\n');
    put('quiet.ts', "import { deep } from './deep.ts';\nexport function quiet() { deep(); }\n");
    put('deep.ts', 'export function deep() {}\n');
    put('lone.ts', 'export function lone() {}\n');
    for (let n = 0; n < 12; n += 1)
      put(`user${n}.ts`, "import { popular } from './popular.ts';\npopular();\n");
    put('worked-on.ts', "import { quiet } from './quiet.ts';\nquiet();\n");
    const orderOf = async (focus: {
      readonly files: string[];
      readonly words: string[];
    }): Promise<string[]> => (await outline({ focus })).symbols.map(({ name }) => name);
    expect(await orderOf({ files: [], words: [] })).toEqual(['popular', 'deep', 'quiet', 'lone']);
    expect(await orderOf({ files: ['worked-on.ts'], words: [] })).toEqual([
      'quiet',
      'popular',
      'deep',
      'lone',
    ]);
    expect((await orderOf({ files: [], words: ['deep'] }))[0]).toBe('deep');
    expect((await orderOf({ files: [], words: ['lone'] })).indexOf('lone')).toBe(0);
  });

  test('is the same each time, for files in any order', async ({ project, expect }) => {
    for (const name of ['b', 'a', 'd', 'c']) {
      project.put(`${name}.rb`, `class ${name.toUpperCase()}; def m_${name}; A.new; B.new; end; end\n`);
    }
    const first = await project.outline();
    expect(await project.outline()).toEqual(first);
  });
});
