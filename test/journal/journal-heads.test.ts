import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { headWith, journalHeads } from '../../src/journal/journal-heads.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { batchOf } from './events.ts';

const PATH = '/project/journal.jsonl';

function diskWith(bytes: Uint8Array): FileSystem {
  const fs = createMemoryFileSystem(['/project']);
  const file = fs.open(PATH, 'create');
  file.write(bytes);
  file.close();
  return fs;
}

/** Three batches, of 1, 3 and 2 records. */
function journal(): Uint8Array {
  const fs = createMemoryFileSystem(['/project']);
  const made = createJournal(fs, PATH);
  for (const size of [1, 3, 2]) made.append(batchOf(made.nextSeq, size, 'ü'));
  made.close();
  return fs.read(PATH);
}

const BYTES = journal();
const headsIn = (bytes: Uint8Array, run = 'run-1') => [...journalHeads(diskWith(bytes), PATH, run)];
const HEADS = headsIn(BYTES);

describe('the heads of a journal', () => {
  test('are the chain that the docs describe', () => {
    const sha = (...parts: (string | Uint8Array)[]) => {
      const made = createHash('sha256');
      for (const part of parts) made.update(part);
      return made.digest();
    };
    const lines = Buffer.from(BYTES)
      .toString()
      .split(/(?<=\n)/);
    const batches = [lines.slice(0, 1), lines.slice(1, 4), lines.slice(4)].map((each) => each.join(''));
    let head = sha('wfmap-journal-1\nrun-1');
    const expected = batches.map((batch, index) => {
      head = sha(head, batch);
      return { seq: [1, 4, 6][index], head: head.toString('hex') };
    });
    expect(HEADS).toEqual(expected);
  });

  test('differ for every byte that differs before them', () => {
    const [, second] = HEADS;
    const end = Buffer.from(BYTES).toString('latin1').split('\n').slice(0, 4).join('\n').length + 1;
    for (let at = 0; at < end; at += 1) {
      const forged = Uint8Array.from(BYTES);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(headsIn(forged).find(({ seq }) => seq === 4)?.head, `byte ${at}`).not.toBe(second?.head);
    }
  });

  test('say where batches end: the same records in other batches give others', () => {
    const fs = createMemoryFileSystem(['/project']);
    const made = createJournal(fs, PATH);
    for (const size of [2, 2, 2]) made.append(batchOf(made.nextSeq, size, 'ü'));
    expect([...journalHeads(fs, PATH, 'run-1')].at(-1)?.head).not.toBe(HEADS.at(-1)?.head);
  });

  test('are of one run', () => {
    expect(headsIn(BYTES, 'run-2').map(({ head }) => head)).not.toContain(HEADS[0]?.head);
  });

  test('end with the last whole batch, wherever the file is cut', () => {
    const ends = [...HEADS.keys()].map((index) => HEADS.slice(0, index));
    for (let size = 0; size < BYTES.length; size += 1) {
      const heads = headsIn(BYTES.subarray(0, size));
      expect(ends).toContainEqual(heads);
    }
  });

  test('stay what they are when more is appended', () => {
    const fs = diskWith(BYTES);
    expect(headWith(fs, PATH, { run: 'run-1', seq: 3 })).toBe(HEADS[1]?.head);
    expect(headWith(fs, PATH, { run: 'run-1', seq: 6 })).toBe(HEADS[2]?.head);
    expect(headWith(fs, PATH, { run: 'run-1', seq: 7 })).toBeUndefined();
  });
});
