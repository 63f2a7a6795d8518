import fc from 'fast-check';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { JournalTail } from '../../src/journal/journal-tail.ts';
import { readLastRecord } from '../../src/journal/journal-end.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { batchOf, eventOf } from './events.ts';

let path = '';

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-tail-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, 'journal.jsonl');
});

const seqsOf = ({ events }: ReturnType<JournalTail['read']>): readonly number[] =>
  events.map(({ seq }) => seq);

describe('the tail of a journal', () => {
  test('gives each batch once, whole, wherever the bytes stop at each look', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (sizes, cuts) => {
          rmSync(path, { force: true });
          const journal = createJournal(nodeFileSystem, path);
          for (const size of sizes) journal.append(batchOf(journal.nextSeq, size, 'x'.repeat(50)));
          journal.close();
          const bytes = readFileSync(path);
          const first = bytes.indexOf('\n', bytes.indexOf('"crc"')) + 1;
          const ends = cuts.map((cut) => Math.floor(cut * bytes.length)).toSorted((a, b) => a - b);
          const tail = new JournalTail(nodeFileSystem, path);
          const seen: number[] = [];
          for (const end of [...ends.filter((each) => each >= first), bytes.length]) {
            writeFileSync(path, bytes.subarray(0, end));
            const whole = seqsOf(tail.read());
            seen.push(...whole);
          }
          expect(seen).toEqual(batchOf(1, journal.nextSeq - 1).map(({ seq }) => seq));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('reads only what has come', () => {
    const journal = createJournal(nodeFileSystem, path);
    journal.append(batchOf(1, 200, 'x'.repeat(2000)));
    let bytesRead = 0;
    const counting = {
      ...nodeFileSystem,
      readPart: (name: string, from: number, length: number) => {
        const bytes = nodeFileSystem.readPart(name, from, length);
        bytesRead += bytes.length;
        return bytes;
      },
    };
    const tail = new JournalTail(counting, path);
    tail.read();
    bytesRead = 0;
    journal.append([eventOf(201)]);
    expect(seqsOf(tail.read())).toEqual([201]);
    expect(bytesRead).toBeLessThan(1000);
  });

  test('a torn batch that was cut off and written anew is given as it is now', () => {
    const journal = createJournal(nodeFileSystem, path);
    journal.append([eventOf(1)]);
    const tail = new JournalTail(nodeFileSystem, path);
    tail.read();
    const { length } = readFileSync(path);
    appendFileSync(path, '{"seq":2,"id":"ev');
    expect(seqsOf(tail.read())).toEqual([]);
    truncateSync(path, length);
    journal.append([eventOf(2)]);
    expect(seqsOf(tail.read())).toEqual([2]);
  });

  test('another journal in its place is read from its beginning', () => {
    const journal = createJournal(nodeFileSystem, path);
    journal.append(batchOf(1, 5));
    const tail = new JournalTail(nodeFileSystem, path);
    tail.read();
    rmSync(path);
    createJournal(nodeFileSystem, path).append(batchOf(1, 2));
    expect(tail.read()).toMatchObject({ isAnew: true, events: [{ seq: 1 }, { seq: 2 }] });
  });

  test('damage is refused as it is by every reader', () => {
    const journal = createJournal(nodeFileSystem, path);
    journal.append([eventOf(1)]);
    const tail = new JournalTail(nodeFileSystem, path);
    tail.read();
    appendFileSync(path, 'no record\n');
    journal.append([eventOf(2)]);
    expect(() => tail.read()).toThrow('is damaged at byte');
  });
});

test('the last record is read without the rest; the first half of a batch is none', () => {
  const journal = createJournal(nodeFileSystem, path);
  journal.append(batchOf(1, 3));
  expect(readLastRecord(nodeFileSystem, path)).toMatchObject({ seq: 3, type: 'task.finished' });
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`);
  expect(readLastRecord(nodeFileSystem, path)).toBeUndefined();
});
