import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { acquireLock } from '../../src/journal/lock.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { createProcessTable } from '../../src/process/process-table.ts';
import { claimRunDirectory, discardRunDirectory } from '../../src/journal/run-directory.ts';
import { storeSources } from '../../src/journal/source-store.ts';
import { createCrashingFileSystem } from './crashing-file-system.ts';
import { batchOf } from './events.ts';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wfmap-journal-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code;
  }
  return 'none';
}

// The double must be what it stands in for: both go through the same laws.
describe.each<[string, FileSystem, string]>([
  ['this machine', nodeFileSystem, folder],
  ['the tests', createCrashingFileSystem('/project'), '/project'],
])('the file system of %s', (_, fs, root) => {
  const at = (name: string): string => join(root, name);

  test('appends to what is there and cuts it', () => {
    const file = fs.open(at('a'), 'create');
    file.write(Buffer.from('one two'));
    file.truncate(4);
    file.write(Buffer.from('three'));
    file.sync();
    file.close();
    fs.open(at('a'), 'append').write(Buffer.from('!'));
    expect(textOf(fs.read(at('a')))).toBe('one three!');
  });

  test('reads parts, short at the end and empty behind it', () => {
    fs.open(at('parts'), 'append').write(Buffer.from('0123456789'));
    const parts = [0, 4, 8, 12].map((offset) => textOf(fs.readPart(at('parts'), offset, 4)));
    expect(parts).toEqual(['0123', '4567', '89', '']);
  });

  test('creates a name once', () => {
    fs.open(at('once'), 'create').close();
    expect(codeOf(() => fs.open(at('once'), 'create'))).toBe('EEXIST');
    fs.makeFolder(at('folder'));
    expect(codeOf(() => fs.makeFolder(at('folder')))).toBe('EEXIST');
    expect(codeOf(() => fs.makeFolder(at('none/folder')))).toBe('ENOENT');
  });

  test('links to a free name only, and renames to any', () => {
    fs.open(at('old'), 'create').write(Buffer.from('old'));
    fs.open(at('new'), 'create').write(Buffer.from('new'));
    expect(codeOf(() => fs.link(at('new'), at('old')))).toBe('EEXIST');
    fs.rename(at('new'), at('old'));
    fs.link(at('old'), at('second'));
    expect(textOf(fs.read(at('second')))).toBe('new');
    expect(fs.kindOf(at('new'))).toBeUndefined();
    expect(codeOf(() => fs.rename(at('new'), at('old')))).toBe('ENOENT');
  });

  test('tells what is under a name, and what is in a folder', () => {
    fs.makeFolder(at('inner'));
    fs.open(at('inner/b'), 'create').close();
    fs.open(at('inner/a'), 'create').close();
    expect(['inner', 'inner/a', 'none', 'inner/a/none'].map((name) => fs.kindOf(at(name)))).toEqual([
      'folder',
      'file',
      undefined,
      undefined,
    ]);
    expect(['inner', 'none', 'inner/a'].map((name) => fs.list(at(name)))).toEqual([['a', 'b'], [], []]);
  });

  test('removes files, and folders that are empty', () => {
    fs.makeFolder(at('full'));
    fs.open(at('full/file'), 'create').close();
    expect(codeOf(() => fs.remove(at('full')))).toBe('ENOTEMPTY');
    fs.remove(at('full/file'));
    fs.remove(at('full'));
    fs.syncFolder(root);
    expect(codeOf(() => fs.remove(at('full')))).toBe('ENOENT');
  });
});

test('a run lives on this machine: claimed, locked, journaled, opened again, released and discarded', () => {
  const directory = claimRunDirectory(nodeFileSystem, folder, join(folder, 'do-map.json'));
  const table = createProcessTable();
  const lock = acquireLock(nodeFileSystem, directory.folder, { run: 'r', at: 'now' }, table);
  expect(codeOf(() => acquireLock(nodeFileSystem, directory.folder, { run: 'r', at: 'now' }, table))).toBe(
    'run-is-held',
  );
  storeSources(nodeFileSystem, directory.folder, ['map']);
  const path = join(directory.folder, 'journal.jsonl');
  const created = createJournal(nodeFileSystem, path);
  created.append(batchOf(1, 3));
  created.close();
  nodeFileSystem.open(path, 'append').write(Buffer.from('{"seq":4'));
  const opened = openJournal(nodeFileSystem, path);
  expect([opened.events, opened.dropped]).toEqual([
    batchOf(1, 3),
    { sizeBytes: 8, kept: expect.stringContaining('torn-1') },
  ]);
  opened.journal.append(batchOf(4, 1));
  opened.journal.close();
  expect(openJournal(nodeFileSystem, path).events).toEqual(batchOf(1, 4));
  lock.release();
  discardRunDirectory(nodeFileSystem, directory);
  expect(nodeFileSystem.list(join(folder, '.wfmap/runs'))).toEqual([]);
});
