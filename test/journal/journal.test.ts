import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from './crashing-file-system.ts';
import { batchOf } from './events.ts';

const PATH = '/project/journal.jsonl';

function journalWith(...sizes: readonly number[]): CrashingFileSystem {
  const fs = createCrashingFileSystem();
  const journal = createJournal(fs, PATH);
  for (const size of sizes) journal.append(batchOf(journal.nextSeq, size));
  journal.close();
  return fs;
}

describe('a journal', () => {
  test('gives back what was appended, in order', () => {
    const fs = journalWith(1, 3, 2);
    expect(readJournal(fs, PATH).events).toEqual(batchOf(1, 6));
  });

  test('costs one write and one sync a batch', () => {
    const fs = createCrashingFileSystem();
    const journal = createJournal(fs, PATH);
    const before = fs.operations();
    journal.append(batchOf(1, 6));
    expect(fs.operations() - before).toBe(2);
    expect(fs.pending()).toEqual([]);
  });

  test('goes on where it stopped when it is opened again', () => {
    const fs = journalWith(2);
    const { journal, events, dropped } = openJournal(fs, PATH);
    expect([events.length, dropped, journal.nextSeq]).toEqual([2, undefined, 3]);
    journal.append(batchOf(3, 2));
    expect(readJournal(fs, PATH).events).toEqual(batchOf(1, 4));
  });

  test('is not begun where there is one already', () => {
    const fs = journalWith(1);
    expect(() => createJournal(fs, PATH)).toThrow(/EEXIST/);
  });

  test('that is not there is named as missing, and opening does not make it', () => {
    const fs = createCrashingFileSystem();
    for (const open of [openJournal, readJournal]) {
      expect(() => open(fs, PATH)).toThrow(expect.objectContaining({ code: 'journal-missing' }));
    }
    expect(fs.files()).toEqual({});
  });

  test('without any record opens as empty', () => {
    const fs = createCrashingFileSystem();
    createJournal(fs, PATH).close();
    const { events, journal } = openJournal(fs, PATH);
    expect([events, journal.nextSeq]).toEqual([[], 1]);
  });

  test('takes no record out of turn and no empty batch', () => {
    const journal = createJournal(createCrashingFileSystem(), PATH);
    expect(() => journal.append(batchOf(2, 1))).toThrow(/record 1 is due/);
    expect(() => journal.append([])).toThrow(/has a record/);
    journal.append(batchOf(1, 1));
    expect(journal.nextSeq).toBe(2);
  });

  test('takes nothing after it is closed, and may be closed twice', () => {
    const journal = createJournal(createCrashingFileSystem(), PATH);
    journal.close();
    journal.close();
    expect(() => journal.append(batchOf(1, 1))).toThrow(expect.objectContaining({ code: 'journal-refused' }));
  });

  test('a record that is too large leaves the journal as it was', () => {
    const fs = journalWith(1);
    const { journal } = openJournal(fs, PATH);
    const [first, second] = batchOf(2, 2);
    const large = { ...second!, address: { block: [], task: 'x'.repeat(17 * 1024 * 1024) } };
    expect(() => journal.append([first!, large as typeof first & object])).toThrow(
      expect.objectContaining({ code: 'record-too-large' }),
    );
    journal.append(batchOf(2, 1));
    expect(readJournal(fs, PATH).events).toEqual(batchOf(1, 2));
  });

  test('can be read while its writer is in the middle of a batch, and reading changes nothing', () => {
    const fs = journalWith(2, 2);
    const whole = fs.files()[PATH]!;
    for (let size = 0; size <= whole.length; size += 1) {
      const half = createCrashingFileSystem();
      half.open(PATH, 'create').write(Buffer.from(whole.slice(0, size)));
      const operations = half.operations();
      const { events, end } = readJournal(half, PATH);
      expect([0, 2, 4]).toContain(events.length);
      expect(end).toBeLessThanOrEqual(size);
      expect(half.operations()).toBe(operations);
    }
  });

  test('of 100,000 records opens', () => {
    const fs = createCrashingFileSystem();
    const writing = createJournal(fs, PATH);
    for (let batch = 0; batch < 10; batch += 1) writing.append(batchOf(writing.nextSeq, 10_000));
    writing.close();
    const { events, journal } = openJournal(fs, PATH);
    expect([events.length, journal.nextSeq]).toEqual([100_000, 100_001]);
    expect(events.at(-1)).toEqual(batchOf(100_000, 1)[0]);
  });
});
