import { describe, expect, test } from 'vitest';
import { appendLines } from '../../src/artifact/append-lines.ts';
import { createAnswerBox } from '../../src/journal/answer-box.ts';
import type { FileSystem, OpenFile } from '../../src/journal/file-system.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { acquireLock } from '../../src/journal/lock.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { claimRunDirectory } from '../../src/journal/run-directory.ts';
import { storeSources } from '../../src/journal/source-store.ts';
import { writeWhole } from '../../src/journal/write-whole.ts';
import { systemError } from './crashing-disk.ts';
import { batchOf } from './events.ts';

const ROOT = '/project';
const PATH = `${ROOT}/journal.jsonl`;

/** A disk that counts the files that are open, and refuses an operation on each of them. */
function countingDisk(refused?: keyof OpenFile) {
  const fs = createMemoryFileSystem([ROOT]);
  let open = 0;
  const counting: FileSystem = {
    ...fs,
    open: (path, mode) => {
      const file = fs.open(path, mode);
      open += 1;
      const refuse = (): never => {
        throw systemError('EIO');
      };
      const close = (): void => {
        open -= 1;
        file.close();
      };
      return { ...file, ...(refused === undefined ? {} : { [refused]: refuse }), close };
    },
  };
  return { fs: counting, open: (): number => open };
}

const machine = { host: 'here', pid: 1, find: () => undefined };
const answer = { action: 'Yes', fields: {}, sender: null };

const WORKS: readonly (readonly [string, (fs: FileSystem) => unknown])[] = [
  ['a lock', (fs) => acquireLock(fs, ROOT, { run: 'r', at: '' }, machine).release()],
  ['an answer', (fs) => createAnswerBox(fs, ROOT).claim({ start: 1 }, answer)],
  ['sources', (fs) => storeSources(fs, ROOT, ['a', 'b'])],
  ['a run directory', (fs) => claimRunDirectory(fs, ROOT, '/project/a.json')],
  ['a whole text', (fs) => writeWhole(fs, `${ROOT}/a`, 'text', true)],
  ['lines', (fs) => appendLines(fs, `${ROOT}/a`, [{ seq: 1, text: 'x\n' }], '')],
];

/** What a program did, or that the disk refused it. */
function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

describe('every file that is opened is closed again', () => {
  test.each(WORKS)('by %s', (_, work) => {
    const { fs, open } = countingDisk();
    work(fs);
    expect(open()).toBe(0);
  });

  test.each(WORKS)('by %s, also where the disk refuses', (_, work) => {
    for (const refused of ['write', 'sync', 'truncate'] as const) {
      const { fs, open } = countingDisk(refused);
      outcomeOf(() => work(fs));
      expect(open(), refused).toBe(0);
    }
  });

  test('by a journal when it is closed, and at once where it cannot be begun or opened', () => {
    const { fs, open } = countingDisk();
    const journal = createJournal(fs, PATH);
    expect(open()).toBe(1);
    journal.append(batchOf(1, 2));
    journal.close();
    expect(open()).toBe(0);
    const noBarrier = (): never => {
      throw systemError('EIO');
    };
    expect(() => openJournal({ ...fs, syncFolder: noBarrier }, PATH)).toThrow('Could not open the journal');
    expect(() => createJournal({ ...fs, syncFolder: noBarrier }, `${ROOT}/b`)).toThrow('Could not create');
    expect(open()).toBe(0);
  });

  test('by an answer box that holds its answers, when it is released', () => {
    const { fs, open } = countingDisk();
    const box = createAnswerBox(fs, ROOT, { holdsOpen: true });
    box.claim({ start: 1 }, answer);
    box.claim({ start: 1 }, answer);
    box.claim({ start: 2 }, answer);
    expect(open()).toBe(2);
    const late = (): never => {
      throw systemError('EEXIST');
    };
    // Somebody else's answer came between the look and the name.
    expect(
      createAnswerBox({ ...fs, link: late }, ROOT, { holdsOpen: true }).claim({ start: 3 }, answer),
    ).toBe(false);
    expect(open()).toBe(2);
    box.release();
    box.release();
    expect(open()).toBe(0);
  });
});
