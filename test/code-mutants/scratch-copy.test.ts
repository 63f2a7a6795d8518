import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScratchCopy } from './scratch-copy.ts';

test('a change of a copy leaves the checkout and its packages as they are', () => {
  const parent = mkdtempSync(join(tmpdir(), 'wfmap-scratch-'));
  const checkout = join(parent, 'checkout');
  const files = { 'src/a.ts': 'a', 'node_modules/b/c.js': 'b', 'node_modules/.vite/results.json': 'c' };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(checkout, path, '..'), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
  const copy = createScratchCopy(checkout, ['src/a.ts'], parent);
  const inode = (root: string, path: string): number => statSync(join(root, path)).ino;
  expect(inode(copy.root, 'node_modules/b/c.js')).toBe(inode(checkout, 'node_modules/b/c.js'));
  for (const path of Object.keys(files)) copy.put(path, 'changed');
  writeFileSync(join(copy.root, 'node_modules/.vite/results.json'), 'written by vitest');
  expect(readFileSync(join(copy.root, 'src/a.ts'), 'utf8')).toBe('changed');
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(checkout, path), 'utf8')).toBe(text);
  copy.remove();
  expect(existsSync(copy.root)).toBe(false);
  expect(existsSync(join(checkout, 'node_modules/b/c.js'))).toBe(true);
  rmSync(parent, { recursive: true });
});
