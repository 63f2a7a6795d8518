import { expect, test } from 'vitest';
import { findImports } from '../../../src/project/claude/find-imports.ts';

test('a word after @ is an import, each once', () => {
  const text = '@a.md and @./b.md\n- @~/c.md @/d.md @a.md @docs/with\\ blank.md';
  expect(findImports(text)).toEqual(['a.md', './b.md', '~/c.md', '/d.md', 'docs/with blank.md']);
});

test('what is not a word of its own is no import', () => {
  expect(findImports('me@example.org (@a.md) @ @@b @#c @*.md')).toEqual([]);
});

test('code imports nothing, in a line or in a block', () => {
  const text = '`@a.md` @b.md\n```ts\n@c.md\n~~~\n```\n@d.md\n  ~~~\n@e.md\n```\n  ~~~\n@f.md\n```\n@g.md';
  expect(findImports(text)).toEqual(['b.md', 'd.md', 'f.md']);
});

test('pictures and programs are no instructions', () => {
  expect(findImports('@a.png @b.PDF @c.tar.gz @d.so @notes')).toEqual(['notes']);
});
