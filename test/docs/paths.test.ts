import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const files = new Set(globSync('{src,test,bench}/**/*.{ts,mjs}', { cwd: ROOT }));
const endings = (path: string): readonly string[] => {
  const parts = path.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
};
const known = new Set([...files].flatMap(endings));

/** Files of the code by a path, or by a name alone, as pages write them. */
function codeFilesIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:[\w-]+\/)*[a-z][\w-]*\.(?:ts|mjs))`/g)].map(([, path = '']) => path);
}

test.each(['src/README.md', 'docs/architecture.md', 'docs/trust.md', 'README.md'])(
  'a file of the code that %s names is there',
  (page) => {
    const named = codeFilesIn(readFileSync(join(ROOT, page), 'utf8'));
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  },
);

test('the page of the code names files', () => {
  expect(codeFilesIn(readFileSync(join(ROOT, 'src/README.md'), 'utf8')).length).toBeGreaterThan(50);
});
