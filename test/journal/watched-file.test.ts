import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { createJournal, type Journal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { batchOf } from './events.ts';

let root = '';
let folder = '';
let path = '';
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'wfmap-watched-'));
  folder = join(root, 'slip');
  fs.mkdirSync(folder);
  path = join(folder, 'journal.jsonl');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** A journal of two batches, and its text. */
function journalOn(disk: FileSystem): { readonly journal: Journal; readonly whole: string } {
  const journal = createJournal(disk, path, () => fs.mkdirSync(folder));
  journal.append(batchOf(1, 2));
  journal.append(batchOf(3, 1));
  return { journal, whole: fs.readFileSync(path, 'utf8') };
}

const text = (file: string): string => fs.readFileSync(file, 'utf8');
const beside = (word: string): string => join(folder, `journal.${word}-1.jsonl`);

/** Writes over bytes in place. */
function overwrite(at: number, bytes: string): void {
  const file = fs.openSync(path, 'r+');
  fs.writeSync(file, bytes, at);
  fs.closeSync(file);
}

/** A disk on which a file without a name can be made in no folder, or in that for such files. */
const without = (openNameless: () => never): FileSystem => ({
  ...nodeFileSystem,
  shared: { ...nodeFileSystem.shared!, openNameless },
});
const fault = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code });
};

const CHANGES: readonly (readonly [string, () => void, string, boolean])[] = [
  ['bytes added', () => fs.appendFileSync(path, 'x'), 'something was added to it', true],
  ['bytes cut off', () => fs.truncateSync(path, 10), 'it was cut short', true],
  ['bytes overwritten', () => overwrite(20, 'XX'), 'something in it was overwritten', true],
  ['another file', () => fs.cpSync(path, `${path}.new`), 'something else was put in its place', true],
  ['a link', () => fs.renameSync(path, `${path}.new`), 'something else was put in its place', true],
  ['no file', () => fs.rmSync(path), 'it was removed', false],
  ['no folder', () => fs.rmSync(folder, { recursive: true }), 'it was removed', false],
];

describe('what another program does to a journal', () => {
  test.each(CHANGES)('%s: is seen once, kept aside, and undone', (name, change, what, leaves) => {
    const { journal, whole } = journalOn(nodeFileSystem);
    expect(journal.look()).toBeUndefined();
    change();
    if (name === 'another file') fs.renameSync(`${path}.new`, path);
    if (name === 'a link') fs.symlinkSync(`${path}.new`, path);
    const found = fs.existsSync(path) ? text(path) : undefined;
    // Whatever the clock of the disk says.
    const seen = journal.look(true);
    expect(seen).toMatchObject({ code: 'journal-changed', message: expect.stringContaining(what) });
    expect(text(path)).toBe(whole);
    expect(fs.lstatSync(path).isFile()).toBe(true);
    expect(fs.existsSync(beside('changed'))).toBe(leaves);
    if (leaves) expect(text(beside('changed'))).toBe(found);
    expect(journal.look(true)).toBeUndefined();
    journal.append(batchOf(4, 2));
    journal.close();
    expect(readJournal(nodeFileSystem, path).events).toEqual(batchOf(1, 5));
  });

  test('is undone again each time, and each finding has a name of its own', () => {
    const { journal, whole } = journalOn(nodeFileSystem);
    for (const count of [1, 2, 3]) {
      fs.appendFileSync(path, `${count}`);
      expect(journal.look()).toBeDefined();
      expect(text(join(folder, `journal.changed-${count}.jsonl`))).toBe(`${whole}${count}`);
    }
    expect(text(path)).toBe(whole);
    journal.close();
  });

  test('is seen in a journal that was opened again, also in what it held before', () => {
    const { journal, whole } = journalOn(nodeFileSystem);
    journal.close();
    const { journal: again } = openJournal(nodeFileSystem, path);
    expect(again.look(true)).toBeUndefined();
    overwrite(20, 'XX');
    expect(again.look(true)?.message).toContain('something in it was overwritten');
    expect(text(path)).toBe(whole);
    again.close();
  });

  test('is seen where it changes nothing but bytes as soon as the clock of the disk has moved on', async () => {
    const { journal } = journalOn(nodeFileSystem);
    const { ctimeMs } = fs.statSync(path);
    // The clock of a disk moves at most every 10 ms; it is asked, not waited for.
    const isLater = (): boolean => {
      fs.writeFileSync(join(root, 'clock'), '');
      return fs.statSync(join(root, 'clock')).ctimeMs > ctimeMs;
    };
    while (!isLater()) await new Promise((resolve) => setImmediate(resolve));
    overwrite(20, 'XX');
    expect(journal.look()?.message).toContain('something in it was overwritten');
    journal.close();
  });

  test('is none where it leaves name, size and bytes as they are', () => {
    const { journal, whole } = journalOn(nodeFileSystem);
    fs.linkSync(path, `${path}.backup`);
    fs.chmodSync(path, 0o600);
    fs.utimesSync(path, 1, 1);
    expect(journal.look()).toBeUndefined();
    overwrite(0, whole.slice(0, 3));
    expect(journal.look(true)).toBeUndefined();
    expect(fs.readdirSync(folder).toSorted()).toEqual(['journal.jsonl', 'journal.jsonl.backup']);
    journal.close();
  });
});

describe('without a second copy', () => {
  /** More than is kept in memory; of each record less than would stand apart. */
  const MANY = 10;
  const LONG = 'x'.repeat(30_000);

  function largeJournal(openNameless: () => never) {
    const journal = createJournal(without(openNameless), path);
    for (let count = 0; count < MANY; count += 1) journal.append(batchOf(journal.nextSeq, 1, LONG));
    return { journal, whole: text(path) };
  }

  test('what the open file still has is put back', () => {
    const { journal, whole } = largeJournal(fault('EACCES'));
    fs.rmSync(path);
    expect(journal.look()?.code).toBe('journal-changed');
    expect(text(path)).toBe(whole);
    journal.append(batchOf(MANY + 1, 1));
    journal.close();
    expect(readJournal(nodeFileSystem, path).events).toHaveLength(MANY + 1);
  });

  test('what is overwritten cannot be put back: it is said, what is left is kept, and nothing more is taken', () => {
    const { journal } = largeJournal(fault('EACCES'));
    overwrite(20, 'XX');
    const spoilt = text(path);
    expect(() => journal.look(true)).toThrow(
      expect.objectContaining({
        code: 'journal-changed',
        help: expect.stringContaining('no whole copy is left'),
      }),
    );
    expect([text(path), text(beside('rest'))]).toEqual([spoilt, spoilt]);
    expect(() => journal.append(batchOf(MANY + 1, 1))).toThrow(
      expect.objectContaining({ code: 'journal-refused' }),
    );
    journal.close();
  });

  test('of that size nothing is put back; with one all of it is, from a file without a name', () => {
    const journal = createJournal(nodeFileSystem, path);
    for (let count = 0; count < MANY; count += 1) journal.append(batchOf(journal.nextSeq, 1, LONG));
    const whole = text(path);
    fs.truncateSync(path, 0);
    expect(journal.look()?.code).toBe('journal-changed');
    expect(text(path)).toBe(whole);
    journal.close();
  });
});

test('what a full disk takes only a part of is not kept as if it were the whole journal', () => {
  const narrow: FileSystem = {
    ...nodeFileSystem,
    open: (name, mode) => {
      const file = nodeFileSystem.open(name, mode);
      if (!name.includes('whole')) return file;
      const write = (bytes: Uint8Array): void => {
        file.write(bytes.subarray(0, 10));
        fault('ENOSPC')();
      };
      return { ...file, write };
    },
  };
  const { journal, whole } = journalOn(narrow);
  fs.rmSync(path);
  expect(() => journal.look()).toThrow(
    expect.objectContaining({ code: 'journal-changed', help: expect.stringContaining('ENOSPC') }),
  );
  expect(fs.readdirSync(folder)).toEqual(['journal.rest-1.jsonl']);
  expect(text(beside('rest'))).toBe(whole.slice(0, 10));
  journal.close();
});

describe('room for what is paid for', () => {
  test('is asked for before a run begins: a disk without it begins none', () => {
    const full: FileSystem = without(fault('ENOSPC'));
    expect(() => createJournal(full, path)).toThrow(
      expect.objectContaining({ code: 'storage-failed', help: expect.stringContaining('Free some space') }),
    );
  });

  test('leaves no name behind', () => {
    const { journal } = journalOn(nodeFileSystem);
    expect(fs.readdirSync(folder)).toEqual(['journal.jsonl']);
    journal.close();
  });
});
