import { describe, expect, test } from 'vitest';
import { codeFilesIn } from './code-files.ts';
import { mutationsIn, shownChange, withMutation } from './mutations.ts';

/** What becomes of a text, in order of place. */
function changesOf(text: string, path = 'src/a/b.ts'): readonly string[] {
  return mutationsIn(path, text).map((each) => withMutation(text, each));
}

describe('the operators', () => {
  test.each([
    ['if (a < b) c();', ['if (a <= b) c();', 'if (a >= b) c();', 'if (true) c();', 'if (false) c();']],
    ['x = a === b;', ['x = a !== b;']],
    ['x = a && b;', ['x = a || b;']],
    ['x = a ?? b;', ['x = a;']],
    ['x = !a;', ['x = a;']],
    ['x = a - 1;', ['x = a + 1;', 'x = a - 2;']],
    ['x = a ? b : c;', ['x = true ? b : c;', 'x = false ? b : c;']],
    ['while (a) b();', ['while (false) b();']],
    ["x = 'a';", ["x = '';"]],
    ['x = [a];', ['x = [];']],
    ['x = true;', ['x = false;']],
    ['x = /^a$/;', ['x = /a$/;', 'x = /^a/;']],
    ['x = a.some(b);', ['x = a.every(b);']],
    ['x = a.filter(b);', ['x = a;']],
    ['x = (a) => b;', ['x = (a) => undefined;']],
    ['function f() { return a; }', ['function f() { return undefined; }']],
    ['for (;;) break;', ['for (;;) ;']],
  ])('change %s', (text, wanted) => {
    const whole = text.startsWith('x =') ? [';'] : [];
    expect(changesOf(text).toSorted()).toEqual(expect.arrayContaining([...wanted, ...whole].toSorted()));
  });

  test.each([
    ['import a from "b";'],
    ['export * from "b";'],
    ["type A = 'b' | 1;"],
    ['interface A { readonly b: 5 }'],
    ['// if (a < b) c();\n/* a ?? b */'],
    ["invariant(a, 'b');"],
    ["x = '' + 100;"],
    ['const MAX_DEPTH = 60;'],
  ])('leave %s alone, but as a whole statement', (text) => {
    const inner = changesOf(text).filter((each) => each !== ';' && each !== "x = '' - 100;");
    expect(inner).toEqual([]);
  });

  test('leave the words of the catalogue and of the reference alone', () => {
    expect(changesOf("x = ['a'];", 'src/language/docs/map-docs.ts')).toEqual([';']);
    expect(changesOf("x = ['a'];", 'src/language/parts.ts')).toContain("x = [''];");
  });

  test('change one line, and say which', () => {
    const text = 'f(\n  a,\n);\nif (\n  b ||\n  c\n) d();\n';
    const found = mutationsIn('src/a.ts', text);
    expect(found.map(({ line }) => line)).toEqual([5, 7]);
    expect(found.map((each) => shownChange(text, each))).toEqual([
      { before: 'b ||', after: 'b &&' },
      { before: ') d();', after: ') ;' },
    ]);
  });
});

test('every change of the code changes one line of it, and no other', () => {
  const files = codeFilesIn('.').filter((_, at) => at % 10 === 0);
  expect(files.length).toBeGreaterThan(50);
  for (const { path, text } of files) {
    const lines = text.split('\n');
    for (const mutation of mutationsIn(path, text)) {
      const changed = withMutation(text, mutation).split('\n');
      expect(changed).toHaveLength(lines.length);
      expect(changed.flatMap((each, at) => (each === lines[at] ? [] : [at + 1]))).toEqual([mutation.line]);
    }
  }
});
