import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPrivateFile } from '../../src/process/private-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-private-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('only the owner can read a private file, and its removal leaves nothing', () => {
  const file = createPrivateFile('words.md', 'é\n');
  expect(readFileSync(file.path, 'utf8')).toBe('é\n');
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
  file.remove();
  file.remove();
  expect(readdirSync(folder)).toEqual([]);
});

test('two of the same name are two files', () => {
  const [a, b] = [createPrivateFile('words.md', 'a'), createPrivateFile('words.md', 'b')];
  a.remove();
  expect([existsSync(a.path), readFileSync(b.path, 'utf8')]).toEqual([false, 'b']);
});

test('one that cannot be written leaves nothing', () => {
  expect(() => createPrivateFile('no/such/folder.md', '')).toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});
