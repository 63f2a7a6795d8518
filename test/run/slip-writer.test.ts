import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { createSlipWriter } from '../../src/run/slip-writer.ts';
import { script, testHost } from '../helpers/run-host.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-slip-writer-'));
  folder = join(root, 'slip-001');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

const writer = () => {
  const slip = { folder, path: 'slip-001/', name: 'test/slip-001' };
  return createSlipWriter(testHost(nodeFileSystem, root, script({})), {
    slip,
    mapPath: 'test.json',
    past: [],
  });
};

test('what an agent says stands in its log at once', () => {
  const files = writer();
  files.appendLog(2, 'Work', Buffer.from('Working.\n'));
  expect(readFileSync(join(folder, 'task-002-work.log'), 'utf8')).toBe('Working.\n');
  files.close();
});

test('a prompt that is written again stands alone, and is there at once', () => {
  const files = writer();
  files.writePrompt(1, 'Work', 'Do it, and do it well.');
  files.writePrompt(1, 'Work', 'Do it.');
  expect(readFileSync(join(folder, 'task-001-work-prompt.md'), 'utf8')).toBe('Do it.');
  files.close();
});
