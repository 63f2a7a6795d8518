import { expect, test } from 'vitest';
import { fileTree } from '../../../src/cli/eject/file-tree.ts';

const shown = (...paths: readonly string[]) => fileTree(paths.map((path) => ({ path, note: '' })));

test('a folder is told once, before the names of its files', () => {
  expect(shown('w/b.json', 'p/x/c.md', 'w/a.json', 'p/x/a.md')).toEqual([
    'p/x/',
    '  a.md, c.md',
    'w/',
    '  a.json, b.json',
  ]);
});

test('what happened to a file stands behind its name', () => {
  expect(fileTree([{ path: '../w/a.json', note: ' (kept)' }])).toEqual(['../w/', '  a.json (kept)']);
});

test('many names take several lines', () => {
  const names = Array.from({ length: 20 }, (_each, at) => `a-name-${at + 10}.md`);
  const [folder, ...lines] = shown(...names.map((name) => `p/${name}`));
  expect(folder).toBe('p/');
  expect(lines.join(' ').match(/a-name-\d\d\.md/g)).toEqual(names);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(98);
  expect(lines.length).toBeLessThan(5);
});
