import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const ABOUT_CODE = ['src/README.md', 'CONTRIBUTING.md', 'docs/explanation/*.md', 'docs/reference/*.md'];

test.each(globSync(ABOUT_CODE, { cwd: ROOT }).toSorted())(
  'a file of the code that %s names is there',
  (page) => {
    const named = codeFilesIn(readFileSync(join(ROOT, page), 'utf8'));
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  },
);

/** Headings as links name them. */
const anchorsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );

const LINKED = [
  'README.md',
  'CONTRIBUTING.md',
  'src/README.md',
  'prompts/README.md',
  'grammar/*.md',
  'docs/**/*.md',
];

test.each(globSync(LINKED, { cwd: ROOT }).toSorted())(
  'a link of %s leads to a file, and to a heading of it',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/(?:\]\(|src=")(?!https?:)([^)#\s"]*)(?:#([^)\s]+))?[)"]/g)];
    const lost = links.filter(([, path = '', anchor]) => {
      const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  },
);

test('the pages for contributors name files', () => {
  const named = ['src/README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    codeFilesIn(readFileSync(join(ROOT, page), 'utf8')),
  );
  expect(named.length).toBeGreaterThan(50);
});

test('the index of the documentation leads to every page', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const linked = new Set([...index.matchAll(/\]\(([^)#\s]+)/g)].map(([, path = '']) => join('docs', path)));
  const pages = globSync('docs/**/*.md', { cwd: ROOT }).filter((page) => page !== 'docs/README.md');
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
