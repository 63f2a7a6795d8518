import { describe, expect, test } from 'vitest';
import { JournalError } from '../../src/journal/journal-error.ts';
import { createJournal, openJournal } from '../../src/journal/journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { encodeRecord } from '../../src/journal/record.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from './crashing-file-system.ts';
import { batchOf, eventOf } from './events.ts';

const PATH = '/project/journal.jsonl';

function textOf(...sizes: readonly number[]): Buffer {
  const fs = createCrashingFileSystem();
  const journal = createJournal(fs, PATH);
  for (const size of sizes) journal.append(batchOf(journal.nextSeq, size));
  return Buffer.from(fs.files()[PATH]!, 'latin1');
}

function diskWith(bytes: Uint8Array): CrashingFileSystem {
  const fs = createCrashingFileSystem();
  fs.open(PATH, 'create').write(bytes);
  return fs;
}

function faultOf(work: () => unknown): JournalError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof JournalError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('a torn last batch', () => {
  test.each([[1], [3]])('of %i records is dropped and cut off, wherever it was torn', (size) => {
    const before = textOf(2, 1);
    const whole = textOf(2, 1, size);
    for (let end = before.length + 1; end < whole.length; end += 1) {
      const fs = diskWith(whole.subarray(0, end));
      const { events, journal, dropped } = openJournal(fs, PATH);
      expect(events).toEqual(batchOf(1, 3));
      expect(dropped).toBe(end - before.length);
      expect(fs.files()[PATH]).toBe(before.toString('latin1'));
      journal.append(batchOf(4, 2));
      expect(readJournal(fs, PATH).events).toEqual(batchOf(1, 5));
    }
  });

  test('that is the first one leaves an empty journal', () => {
    const whole = textOf(2);
    const fs = diskWith(whole.subarray(0, whole.length - 1));
    expect(openJournal(fs, PATH).events).toEqual([]);
    expect(fs.files()[PATH]).toBe('');
  });

  test('of zeros is dropped, however long', () => {
    const before = textOf(1);
    for (const length of [1, 300, 40 * 1024 * 1024]) {
      const fs = diskWith(Buffer.concat([before, Buffer.alloc(length)]));
      expect(openJournal(fs, PATH).dropped).toBe(length);
    }
  });

  test('that lost any one of its parts is dropped, also when its end survived', () => {
    const before = textOf(2);
    const whole = textOf(2, 3);
    for (let at = before.length; at < whole.length; at += 50) {
      const holed = Buffer.from(whole);
      holed.fill(0, at, Math.min(at + 50, whole.length));
      expect(openJournal(diskWith(holed), PATH).events).toEqual(batchOf(1, 2));
    }
  });
});

describe('one flipped bit', () => {
  test.each([
    ['a single record', [2, 1]],
    ['several records', [1, 3]],
  ])('in a last batch of %s drops that batch', (_, sizes) => {
    const start = textOf(...sizes.slice(0, -1)).length;
    const whole = textOf(...sizes);
    for (let bit = start * 8; bit < whole.length * 8; bit += 1) {
      expect(openJournal(diskWith(flipped(whole, bit)), PATH).events, `bit ${bit}`).toEqual(
        batchOf(1, sizes[0]!),
      );
    }
  });

  test.each([
    ['single records', [1, 1, 1]],
    ['several records', [2, 3, 2]],
  ])('in an earlier batch of %s is refused with the place, and nothing is changed', (_, sizes) => {
    const whole = textOf(...sizes);
    const lines = whole.toString('latin1').split('\n');
    const last = textOf(...sizes.slice(0, -1)).length;
    // Compared by hand: an assertion takes longer than opening the journal.
    const otherwise: number[] = [];
    for (let bit = 0; bit < last * 8; bit += 1) {
      const fs = diskWith(flipped(whole, bit));
      const text = fs.files()[PATH];
      const { code, offset, help } = faultOf(() => openJournal(fs, PATH));
      const isPlaced = offset === lineStart(lines, bit >> 3) && help?.includes(`byte ${offset}`) === true;
      const isUnchanged = fs.files()[PATH] === text;
      const { code: readCode } = faultOf(() => readJournal(fs, PATH));
      const isRefused = code === 'journal-damaged' && readCode === code;
      if (!isRefused || !isPlaced || !isUnchanged) otherwise.push(bit);
    }
    expect(last).toBeGreaterThan(0);
    expect(otherwise).toEqual([]);
  });

  function flipped(whole: Buffer, bit: number): Buffer {
    const bytes = Buffer.from(whole);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    return bytes;
  }

  function lineStart(lines: readonly string[], at: number): number {
    let start = 0;
    for (const line of lines) {
      if (start + line.length >= at) break;
      start += line.length + 1;
    }
    return start;
  }
});

describe('other damage', () => {
  const line = (seq: number, batch = seq, more = false): string =>
    encodeRecord(eventOf(seq), { batch, more });

  test.each([
    ['a missing record', line(1) + line(3)],
    ['a record written twice', line(1) + line(1)],
    ['a first record other than 1', line(2)],
    ['a batch that begins within another', line(1, 1, true) + line(2) + line(3)],
    ['a torn record with a later batch behind the batch it belongs to', `${line(1)}x${line(2)}${line(3)}`],
    ['a torn line behind a batch that ended', `${line(1)}x\n${line(3, 2)}x`],
  ])('%s is refused', (_, text) => {
    expect(faultOf(() => openJournal(diskWith(Buffer.from(text)), PATH)).code).toBe('journal-damaged');
  });

  test('a whole record of a type that is not known is never cut off', () => {
    const text = line(1) + line(2);
    const foreign = encodeRecord({ ...eventOf(2), type: 'task.vanished' } as never, {
      batch: 2,
      more: false,
    });
    const fs = diskWith(Buffer.from(line(1) + foreign));
    const fault = faultOf(() => openJournal(fs, PATH));
    expect([fault.code, fault.offset]).toEqual(['journal-foreign', line(1).length]);
    expect(fault.message).toContain('task.vanished');
    expect(text.startsWith(line(1))).toBe(true);
    expect(fs.files()[PATH]).toBe(line(1) + foreign);
  });

  test('a torn line full of heads of records costs no more than a few looks', () => {
    const heads = Buffer.from('{"seq":'.repeat(2_000_000));
    expect(openJournal(diskWith(heads), PATH).dropped).toBe(heads.length);
  });
});

describe('a disk that fails', () => {
  test.each([
    ['write', 0, 'ENOSPC'],
    ['sync', 1, 'EIO'],
  ])('at the %s of a batch makes the journal refuse all that follows', (_, step, code) => {
    const fs = createCrashingFileSystem();
    const journal = createJournal(fs, PATH);
    journal.append(batchOf(1, 2));
    fs.failAt(fs.operations() + step, code);
    const fault = faultOf(() => journal.append(batchOf(3, 2)));
    expect([fault.code, fault.message]).toEqual(['storage-failed', expect.stringContaining(code)]);
    for (let time = 0; time < 3; time += 1) {
      expect(faultOf(() => journal.append(batchOf(3, 1))).code).toBe('journal-refused');
    }
    expect(journal.nextSeq).toBe(3);
    journal.close();
    const { events } = openJournal(
      fs.crash(() => 'lost'),
      PATH,
    );
    expect(events).toEqual(batchOf(1, 2));
  });

  test.each([0, 1, 2])('at operation %i of opening leaves a journal that opens later', (step) => {
    const whole = textOf(1, 1);
    const fs = diskWith(whole.subarray(0, whole.length - 5));
    fs.failAt(fs.operations() + step, 'EIO');
    expect(faultOf(() => openJournal(fs, PATH)).code).toBe('storage-failed');
    expect(openJournal(fs, PATH).events).toEqual(batchOf(1, 1));
  });
});
