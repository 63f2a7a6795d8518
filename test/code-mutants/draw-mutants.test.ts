import { expect, test } from 'vitest';
import { codeFilesIn } from './code-files.ts';
import { createCompiler } from './compiler.ts';
import { drawMutants, mutantOf } from './draw-mutants.ts';
import { EQUIVALENTS, equivalentOf } from './equivalents.ts';
import { mutationsIn } from './mutations.ts';

const FILES = [
  { path: 'src/b.ts', text: 'if (a < 1) b();\nc();\n' },
  { path: 'src/a.ts', text: 'export const a = 1;\nexport const b = !a;\n' },
];
const drawn = (seed: number, files = FILES) =>
  [...drawMutants(files, seed)].map(({ path, line, after }) => `${path}:${line} ${after}`);

test('a seed draws the same mutants, whatever the order of the files is', () => {
  expect(drawn(1)).toEqual(drawn(1, FILES.toReversed()));
  const seeds = Array.from({ length: 20 }, (_, seed) => drawn(seed).join('\n'));
  expect(new Set(seeds).size).toBeGreaterThan(5);
});

test('every line that can be changed is drawn once', () => {
  const lines = drawn(7).map((each) => each.replace(/ .*/, ''));
  expect(lines.toSorted()).toEqual(['src/a.ts:1', 'src/a.ts:2', 'src/b.ts:1', 'src/b.ts:2']);
});

test('what would not compile is known, and what is only unused is not held against a mutant', () => {
  const path = 'src/text/source.ts';
  const text = codeFilesIn('.').find((each) => each.path === path)?.text ?? '';
  const compiler = createCompiler(process.cwd(), [path]);
  expect(compiler.compiles(path, text)).toBe(true);
  expect(compiler.compiles(path, `${text}\nconst unused = 1;\n`)).toBe(true);
  expect(compiler.compiles(path, `${text}\nexport const wrong: string = 1;\n`)).toBe(false);
  expect(compiler.compiles(path, `${text}\nexport const = 1;\n`)).toBe(false);
  expect(compiler.compiles(path, text)).toBe(true);
});

test('an equivalent is known by the text of its line', () => {
  const entry = { path: 'src/a.ts', before: 'b = !a;', after: 'b = a;', reason: 'Nobody reads it.' };
  expect(equivalentOf({ ...entry, before: 'b = !a;' }, [entry])).toBe(entry);
  expect(equivalentOf({ ...entry, after: 'b = c;' }, [entry])).toBeUndefined();
  expect(equivalentOf({ ...entry, path: 'src/b.ts' }, [entry])).toBeUndefined();
});

test('every known equivalent can still be drawn', () => {
  const files = new Map(codeFilesIn('.').map((each) => [each.path, each]));
  const lost = EQUIVALENTS.filter((entry) => {
    const file = files.get(entry.path);
    const mutants = file ? mutationsIn(file.path, file.text).map((each) => mutantOf(file, each)) : [];
    return !mutants.some((each) => equivalentOf(each, [entry]));
  });
  expect(lost).toEqual([]);
});
