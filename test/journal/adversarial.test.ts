import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { encodeRecord } from '../../src/journal/record.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from './crashing-file-system.ts';
import { batchOf, eventOf } from './events.ts';
import { faultOf } from './fault-report.ts';

const PATH = '/project/journal.jsonl';
const TORN = '/project/journal.torn-1.jsonl';

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

describe('a torn last batch', () => {
  test.each([[1], [3]])('of %i records is dropped and cut off, wherever it was torn', (size) => {
    const before = textOf(2, 1);
    const whole = textOf(2, 1, size);
    for (let end = before.length + 1; end < whole.length; end += 1) {
      const fs = diskWith(whole.subarray(0, end));
      const { events, journal, dropped } = openJournal(fs, PATH);
      expect(events).toEqual(batchOf(1, 3));
      expect(dropped).toEqual({ sizeBytes: end - before.length, kept: TORN });
      expect(fs.files()[PATH]).toBe(before.toString('latin1'));
      expect(fs.files()[TORN]).toBe(whole.subarray(before.length, end).toString('latin1'));
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
      expect(openJournal(fs, PATH).dropped?.sizeBytes).toBe(length);
    }
  });

  test('that lost any of its blocks is dropped, also when its end survived, and cut off anywhere', () => {
    const before = textOf(2);
    const whole = textOf(2, 12);
    const blocks = Array.from({ length: Math.ceil(whole.length / 512) }, (_, index) => index * 512);
    const lost = blocks.filter((at) => at + 512 > before.length);
    expect(lost.length).toBeGreaterThan(5);
    for (const from of lost) {
      for (const to of lost.filter((at) => at >= from)) {
        const holed = Buffer.from(whole);
        holed.fill(0, Math.max(from, before.length), Math.min(to + 512, whole.length));
        for (const end of [whole.length, whole.length - 1, Math.max(to + 300, before.length + 1)]) {
          const disk = diskWith(holed.subarray(0, end));
          expect(openJournal(disk, PATH).events, `${from} to ${to}, cut at ${end}`).toEqual(batchOf(1, 2));
        }
      }
    }
  });

  test('that is copied is dropped also where there is no room for the copy', () => {
    const whole = textOf(1, 1);
    for (const step of [2, 3, 4]) {
      const fs = diskWith(whole.subarray(0, whole.length - 5));
      fs.failAt(fs.operations() + step, 'ENOSPC');
      const { events, dropped } = openJournal(fs, PATH);
      expect(events).toEqual(batchOf(1, 1));
      expect(dropped?.kept).toBeUndefined();
    }
  });
});

describe('a last batch that no crash leaves so', () => {
  const before = textOf(1);
  const whole = textOf(1, 3);

  test.each([
    ['has zeros that are no block', (bytes: Buffer) => bytes.fill(0, before.length + 40, before.length + 90)],
    [
      'has another text in it',
      (bytes: Buffer) => bytes.fill('hello', before.length + 40, before.length + 45),
    ],
    ['is without its first line', (bytes: Buffer) => withoutLine(bytes, 1)],
    ['begins with something else', () => Buffer.concat([before, Buffer.from('{"seq":7,')])],
    [
      'goes on behind its last record',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('*')]),
    ],
  ])('and %s is refused with the place', (_, spoil) => {
    const fault = faultOf(() => openJournal(diskWith(spoil(Buffer.from(whole))), PATH));
    expect(fault.code).toBe('journal-damaged');
    expect(fault.offset).toBeGreaterThanOrEqual(before.length);
  });

  function withoutLine(bytes: Buffer, index: number): Buffer {
    return Buffer.from(
      bytes
        .toString('latin1')
        .split('\n')
        .filter((_line, at) => at !== index)
        .join('\n'),
      'latin1',
    );
  }
});

describe('one flipped bit', () => {
  test.each([
    ['a single record', [2, 1]],
    ['several records', [1, 3]],
    ['single records', [1, 1, 1]],
    ['several records', [2, 3, 2]],
  ])('in any batch, with the last of %s, is refused with the place, and nothing is changed', (_, sizes) => {
    const whole = textOf(...sizes);
    const lines = whole.toString('latin1').split('\n');
    // Compared by hand: an assertion takes longer than opening the journal.
    const otherwise: number[] = [];
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const fs = diskWith(flipped(whole, bit));
      const text = fs.files()[PATH];
      const { code, offset, help } = faultOf(() => openJournal(fs, PATH));
      // Nothing comes before byte 0 that could go on.
      const isCut = help?.includes(`Cut off at byte ${offset}`) === true;
      const isPlaced = offset === lineStart(lines, bit >> 3) && isCut === offset > 0;
      const isUnchanged = fs.files()[PATH] === text;
      const { code: readCode } = faultOf(() => readJournal(fs, PATH));
      const isRefused = code === 'journal-damaged' && readCode === code;
      if (!isRefused || !isPlaced || !isUnchanged) otherwise.push(bit);
    }
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
    const heads = Buffer.from(`{"seq":1,${'"crc":"{"seq":'.repeat(1_000_000)}`);
    expect(openJournal(diskWith(heads), PATH).dropped?.sizeBytes).toBe(heads.length);
  });
});

describe('a disk that fails', () => {
  test('without room for a batch takes back what it wrote of it, and takes a smaller one', () => {
    const fs = createCrashingFileSystem();
    const journal = createJournal(fs, PATH);
    journal.append(batchOf(1, 2));
    const before = fs.files()[PATH];
    fs.failAt(fs.operations(), 'ENOSPC');
    const fault = faultOf(() => journal.append(batchOf(3, 2)));
    expect([fault.code, fault.help]).toEqual(['storage-failed', expect.stringContaining('Free some space')]);
    expect(fs.files()[PATH]).toBe(before);
    journal.append(batchOf(3, 1));
    expect(readJournal(fs, PATH).events).toEqual(batchOf(1, 3));
  });

  test.each([
    ['write', 0, 'EIO'],
    ['sync', 1, 'EIO'],
    ['sync', 1, 'ENOSPC'],
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

  test.each([0, 1, 5, 6])('at operation %i of opening leaves a journal that opens later', (step) => {
    const whole = textOf(1, 1);
    const fs = diskWith(whole.subarray(0, whole.length - 5));
    fs.failAt(fs.operations() + step, 'EIO');
    expect(faultOf(() => openJournal(fs, PATH)).code).toBe('storage-failed');
    expect(openJournal(fs, PATH).events).toEqual(batchOf(1, 1));
  });
});
