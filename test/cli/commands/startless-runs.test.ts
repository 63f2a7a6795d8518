import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runsCommand } from '../../../src/cli/commands/runs-command.ts';
import { acquireLock } from '../../../src/journal/lock.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { createProcessTable } from '../../../src/process/process-table.ts';
import { captured } from '../../helpers/captured.ts';

const here = process.cwd();
let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-startless-')));
  mkdirSync(join(root, '.git'));
  process.chdir(root);
});
afterEach(() => {
  process.chdir(here);
  rmSync(root, { recursive: true });
});

const listed = async (): Promise<string> =>
  (await captured(() => runsCommand.handler({ json: false, _: ['runs'], $0: 'wfmap' }))).stderr;

test('folders without a readable start are counted in one line, but for a run that a process is just starting', async () => {
  const folders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((map) =>
    join(root, '.wfmap/runs', map, 'slip-001'),
  );
  for (const folder of folders) mkdirSync(join(folder, 'sources'), { recursive: true });
  // Another program may have left this one.
  mkdirSync(join(root, '.wfmap/runs/h/slip-001'), { recursive: true });
  const owner = { run: 'r', at: '' };
  const lock = acquireLock(nodeFileSystem, folders[0] ?? '', owner, createProcessTable());
  expect(await listed()).toContain(
    '6 folders hold no readable start of a run: b/slip-001, c/slip-001, d/slip-001, e/slip-001, f/slip-001 and 1 more.\n',
  );
  lock.release();
  expect(await listed()).toMatch(/^7 folders hold no readable start of a run: a\/slip-001, /);
  for (const folder of folders.slice(1)) rmSync(folder, { recursive: true });
  expect(await listed()).toContain('1 folder holds no readable start of a run: a/slip-001.\n');
});
