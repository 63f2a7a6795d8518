import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findProgram } from '../../src/process/find-program.ts';

const root = mkdtempSync(join(tmpdir(), 'wfmap-find-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const folder of ['a', 'b', 'b/claude']) mkdirSync(join(root, folder), { recursive: true });
mkdirSync(join(root, 'c'));
for (const file of ['a/text', 'c/claude']) writeFileSync(join(root, file), '#!/bin/sh\n');
chmodSync(join(root, 'c/claude'), 0o755);

test('a name is looked for in the search path, where only files that may be run count', () => {
  const path = [join(root, 'a'), join(root, 'b'), join(root, 'c')].join(':');
  expect(findProgram('claude', path, '/')).toBe(join(root, 'c/claude'));
  expect(findProgram('other', path, '/')).toBe(undefined);
});

test('a name with a slash is a path from the folder', () => {
  expect(findProgram('./c/claude', '', root)).toBe(join(root, 'c/claude'));
  expect(findProgram('c/claude', '', root)).toBe(join(root, 'c/claude'));
  expect(findProgram('b/claude', '', root)).toBe(undefined);
});

test('an empty entry of the search path is not the current folder', () => {
  expect(findProgram('claude', ':', join(root, 'c'))).toBe(undefined);
});
