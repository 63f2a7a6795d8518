import { describe, expect, test } from 'vitest';
import { createAnswerBox } from '../../src/journal/answer-box.ts';
import { findRun } from '../../src/journal/find-run.ts';
import { findRuns } from '../../src/journal/find-runs.ts';
import { headWith } from '../../src/journal/journal-heads.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { acquireLock, findHolder, type Lock } from '../../src/journal/lock.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { decodeRecord, encodeRecord, MAX_LINE_BYTES } from '../../src/journal/record.ts';
import { claimRunDirectory, discardRunDirectory } from '../../src/journal/run-directory.ts';
import { readSource, storeSources } from '../../src/journal/source-store.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import type { ProcessTable } from '../../src/model/processes.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { systemError } from './crashing-disk.ts';
import { createCrashingFileSystem } from './crashing-file-system.ts';
import { batchOf, eventOf, startOf } from './events.ts';
import { lineWith } from './line-with.ts';
import { faultReport, type FaultCase } from './fault-report.ts';

const ROOT = '/project';
const PATH = '/project/journal.jsonl';
const FIXTURES = '../fixtures/journal';

/** A disk that refuses one kind of operation. */
function refusing(fs: FileSystem, name: keyof FileSystem, code: string): FileSystem {
  const refuse = (): never => {
    throw systemError(code);
  };
  return { ...fs, [name]: refuse };
}

function diskWith(path: string, text: string): FileSystem {
  const fs = createCrashingFileSystem();
  fs.open(path, 'create').write(Buffer.from(text));
  return fs;
}

function diskWithRuns(...maps: readonly string[]): FileSystem {
  const fs = createCrashingFileSystem();
  for (const [index, map] of maps.entries()) {
    const { folder } = claimRunDirectory(fs, ROOT, `/project/${map}`);
    const journal = createJournal(fs, `${folder}/journal.jsonl`);
    journal.append([startOf(`2026-01-0${index + 1}T00:00:00.000Z`)]);
    journal.close();
  }
  return fs;
}

const SEARCH = { workRoot: ROOT, workFolder: ROOT };
const find = (fs: FileSystem, name?: string) => findRun(fs, SEARCH, name);

function machine(pid: number, living: readonly number[], host = 'desk'): ProcessTable {
  return {
    host,
    pid,
    find: (id) => (living.includes(id) ? { start: `start of ${id}`, isWfmap: () => true } : undefined),
  };
}
const OWNER = { run: 'run-1', at: '2026-01-01T00:00:00.000Z' };
const take = (fs: FileSystem, table: ProcessTable): Lock => acquireLock(fs, ROOT, OWNER, table);

function heldDisk(): FileSystem {
  const fs = createCrashingFileSystem();
  take(fs, machine(7, [7]));
  return fs;
}

/** A disk on which a lock is there whenever it is wanted, and gone when it is looked at. */
function restlessDisk(): FileSystem {
  return refusing(createMemoryFileSystem([ROOT]), 'link', 'EEXIST');
}

const CODES = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO'];

const STORAGE: readonly FaultCase[] = [
  ...CODES.map((code): FaultCase => [
    `a journal on a disk that says ${code}`,
    () => createJournal(refusing(createCrashingFileSystem(), 'open', code), PATH),
  ]),
  ['a journal where there is one', () => createJournal(diskWith(PATH, ''), PATH)],
  [
    'a journal that cannot be opened',
    () => openJournal(refusing(diskWith(PATH, ''), 'open', 'EACCES'), PATH),
  ],
  [
    'a journal that cannot be read',
    () => readJournal(refusing(diskWith(PATH, ''), 'readPart', 'EACCES'), PATH),
  ],
  [
    'the head of a journal that cannot be read',
    () => headWith(refusing(diskWith(PATH, ''), 'readPart', 'EIO'), PATH, { run: 'r', seq: 1 }),
  ],
  ['a batch that cannot be written', () => appendTo('EIO', 0)],
  ['a batch that cannot be made durable', () => appendTo('EIO', 1)],
  [
    'runs that cannot be listed',
    () => findRuns(refusing(createCrashingFileSystem(), 'list', 'EACCES'), ROOT),
  ],
  [
    'a run that cannot be looked at',
    () => {
      const fs = createCrashingFileSystem();
      return find(refusing(fs, 'kindOf', 'EIO'), 'a/slip-001');
    },
  ],
  [
    'a folder of a run that cannot be made',
    () =>
      claimRunDirectory(
        refusing(createCrashingFileSystem(), 'makeFolder', 'EACCES'),
        ROOT,
        '/project/a.json',
      ),
  ],
  [
    'a folder of a run that cannot be removed',
    () => {
      const fs = createCrashingFileSystem();
      const directory = claimRunDirectory(fs, ROOT, '/project/a.json');
      discardRunDirectory(refusing(fs, 'remove', 'EACCES'), directory);
    },
  ],
  [
    'a file in place of the folder of all runs',
    () => claimRunDirectory(diskWith('/project/.wfmap', ''), ROOT, '/project/a.json'),
  ],
  [
    'a number that somebody else takes each time',
    () => {
      const fs = createCrashingFileSystem();
      claimRunDirectory(fs, ROOT, '/project/a.json');
      return claimRunDirectory(refusing(fs, 'makeFolder', 'EEXIST'), ROOT, '/project/a.json');
    },
  ],
  [
    'sources that cannot be kept',
    () => storeSources(refusing(createCrashingFileSystem(), 'open', 'ENOSPC'), ROOT, ['map']),
  ],
  [
    'a source that cannot be read',
    () => {
      const fs = createCrashingFileSystem();
      const [digest = ''] = storeSources(fs, ROOT, ['map']);
      return readSource(refusing(fs, 'readPart', 'EIO'), ROOT, digest);
    },
  ],
  ['a source that is gone', () => readSource(createCrashingFileSystem(), ROOT, '0'.repeat(64))],
  ['a source that no digest names', () => readSource(createCrashingFileSystem(), ROOT, `x${'0'.repeat(64)}`)],
  [
    'a large value that cannot be kept',
    () => {
      const fs = createCrashingFileSystem();
      const journal = createJournal(
        { ...fs, makeFolder: refusing(fs, 'makeFolder', 'EIO').makeFolder },
        PATH,
      );
      journal.append(batchOf(1, 1, 'x'.repeat(100_000)));
    },
  ],
  [
    'an answer that cannot be kept',
    () => boxOn('open', 'ENOSPC').claim({ start: 1 }, { action: 'Yes', fields: {}, sender: null }),
  ],
  ['an answer that cannot be read', () => boxOn('kindOf', 'EIO').find({ start: 1 })],
  ['answers that cannot be listed', () => boxOn('list', 'EIO').list(1)],
  ['an answer that cannot be set aside', () => boxOn('rename', 'EIO').setAside('1.json')],
  [
    'a lock that cannot be written',
    () => take(refusing(createCrashingFileSystem(), 'open', 'EROFS'), machine(1, [1])),
  ],
  [
    'a lock that cannot be read',
    () => findHolder(refusing(heldDisk(), 'readPart', 'EIO'), ROOT, machine(1, [1])),
  ],
  [
    'a lock that cannot be removed',
    () => {
      const fs = createCrashingFileSystem();
      let isGone = false;
      const remove = (path: string): void => {
        if (isGone) throw systemError('EIO');
        fs.remove(path);
      };
      const lock = take({ ...fs, remove }, machine(1, [1]));
      isGone = true;
      lock.release();
    },
  ],
];

function appendTo(code: string, step: number): void {
  const fs = createCrashingFileSystem();
  const journal = createJournal(fs, PATH);
  fs.failAt(fs.operations() + step, code);
  journal.append(batchOf(1, 1));
}

function boxOn(name: keyof FileSystem, code: string) {
  const fs = createCrashingFileSystem();
  fs.makeFolder(`${ROOT}/answers`);
  return createAnswerBox(refusing(fs, name, code), ROOT);
}

const line = (seq: number, batch = seq, more = false): string => encodeRecord(eventOf(seq), { batch, more });

/** A journal that refuses all after a write that failed with this. */
function refusedAfter(thrown: Error): () => void {
  const fs = createCrashingFileSystem();
  const journal = createJournal(
    {
      ...fs,
      open: (path, mode) => ({
        ...fs.open(path, mode),
        write: () => {
          throw thrown;
        },
      }),
    },
    PATH,
  );
  expect(() => journal.append(batchOf(1, 1))).toThrow(Error);
  return () => journal.append(batchOf(1, 1));
}

function largeBatch(): readonly RunEvent[] {
  const note = 'x'.repeat(20_000);
  return batchOf(1, 3330, note);
}

const FAULTS: readonly FaultCase[] = [
  ['no journal to open', () => openJournal(createCrashingFileSystem(), PATH)],
  ['no journal to read', () => readJournal(createCrashingFileSystem(), PATH)],
  ['a folder in place of a journal', () => readJournal(createCrashingFileSystem(), ROOT)],
  ['a journal after a write that failed', refusedAfter(systemError('EIO'))],
  ['a journal after a fault of our own', refusedAfter(new TypeError('ours'))],
  [
    'a journal that is closed',
    () => {
      const journal = createJournal(createCrashingFileSystem(), PATH);
      journal.close();
      journal.append(batchOf(1, 1));
    },
  ],
  [
    'a batch that is too large',
    () => createJournal(createMemoryFileSystem([ROOT]), PATH).append(largeBatch()),
  ],
  [
    'a value that is too large',
    () =>
      createJournal(createMemoryFileSystem([ROOT]), PATH).append(batchOf(1, 1, 'x'.repeat(64 * 1024 * 1024))),
  ],
  [
    'a record that is too large',
    () => encodeRecord(eventOf(1, 'x'.repeat(MAX_LINE_BYTES)), { batch: 1, more: false }),
  ],
  ['a record out of its order', () => readJournal(diskWith(PATH, line(1) + line(3)), PATH)],
  ['a batch within another', () => readJournal(diskWith(PATH, line(1, 1, true) + line(2)), PATH)],
  [
    'a damaged line before a later batch',
    () => readJournal(diskWith(PATH, `${line(1)}x\n${line(3, 3)}`), PATH),
  ],
  ['a last line that no crash leaves', () => readJournal(diskWith(PATH, `${line(1)}hello`), PATH)],
  [
    'a record of a later version',
    () => readJournal(diskWith(PATH, line(1) + lineWith({ type: 'task.vanished' })), PATH),
  ],
  [
    'a large value that is gone',
    () => {
      const fs = createCrashingFileSystem();
      const journal = createJournal(fs, PATH);
      journal.append(batchOf(1, 1, 'x'.repeat(100_000)));
      fs.remove(`${ROOT}/values/${fs.list(`${ROOT}/values`)[0] ?? ''}`);
      return readJournal(fs, PATH);
    },
  ],
  [
    'a large value that no digest names',
    () => readJournal(diskWith(PATH, lineWith({ seq: 1, causedBy: null, apart: ['task'] })), PATH),
  ],
  [
    'an answer that is too large',
    () =>
      createAnswerBox(createCrashingFileSystem(), ROOT).claim(
        { start: 1 },
        { action: 'Yes', fields: { text: 'x'.repeat(5_000_000) }, sender: null },
      ),
  ],
  ['a run that a process holds', () => take(heldDisk(), machine(8, [7, 8]))],
  ['a run that a process elsewhere holds', () => take(heldDisk(), machine(8, [8], 'laptop'))],
  ['a run that too many want', () => take(restlessDisk(), machine(8, [8]))],
  ['a lock that names nobody', () => take(diskWith('/project/lock.json', '{}'), machine(8, [8]))],
  ['no run at all', () => find(createCrashingFileSystem())],
  ['a name where there is no run', () => find(createCrashingFileSystem(), 'slip-001')],
  ['a name that is near', () => find(diskWithRuns('build.json', 'check.json'), 'biuld/slip-001')],
  ['a name that is far', () => find(diskWithRuns('build.json', 'check.json'), 'zzz')],
  [
    'a name that is far from many',
    () => find(diskWithRuns('a.json', 'b.json', 'c.json', 'd.json', 'e.json', 'f.json'), 'zzzzzzzzzzzz'),
  ],
  [
    'a name that is far from five',
    () => find(diskWithRuns('a.json', 'b.json', 'c.json', 'd.json', 'e.json'), 'zzzzzzzz'),
  ],
  ['a name that fits several', () => find(diskWithRuns('build.json', 'check.json'), 'slip-001')],
  [
    'a name that fits several of one name',
    () =>
      find(
        diskWithRuns('.sdlc/workflows/a/do-map.json', '.sdlc/workflows/b/do-map.json', 'x.json'),
        'do/slip-001',
      ),
  ],
];

describe('each fault tells what is wrong, where, and what to do', () => {
  test('of a disk that refuses', async () => {
    await expect(STORAGE.map(faultReport).join('\n')).toMatchFileSnapshot(`${FIXTURES}/storage-faults.txt`);
  });

  test('of a run and its journal', async () => {
    await expect(FAULTS.map(faultReport).join('\n')).toMatchFileSnapshot(`${FIXTURES}/faults.txt`);
  });

  test('of a record that is whole and is none of this version', async () => {
    const changes: readonly object[] = [
      { seq: 0 },
      { id: '' },
      { at: '2026-01-01' },
      { at: ' 2026-01-01T00:00:00.000Z' },
      { at: '2026-01-01T00:00:00.000Z ' },
      { type: 3 },
      { type: 'task.vanished' },
      { address: null },
      { causedBy: '1' },
      { data: [] },
      { batch: 0 },
      { more: false },
      { apart: 'result' },
      { apart: [''] },
      { apart: [1] },
    ];
    const text = changes.map((change) => {
      const decoded = decodeRecord(Buffer.from(lineWith(change).trimEnd()));
      return `${JSON.stringify(change)}: ${decoded.kind === 'foreign' ? decoded.reason : decoded.kind}\n`;
    });
    await expect(text.join('')).toMatchFileSnapshot(`${FIXTURES}/foreign-records.txt`);
    expect(decodeRecord(Buffer.from(lineWith(undefined).trimEnd()))).toEqual({
      kind: 'foreign',
      reason: 'it is no JSON object',
    });
  });
});
