import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { createJournal, type Journal } from '../../src/journal/journal.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { createProjectFileSystem } from '../../src/journal/project-file-system.ts';
import { makePipe } from '../helpers/make-pipe.ts';
import { batchOf } from './events.ts';
import { systemError } from './crashing-disk.ts';
import { faultReport, type FaultCase } from './fault-report.ts';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'wfmap-changed-')));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const LONG = 'x'.repeat(30_000);

/** A journal of more than is kept in memory, in a folder of its own. */
function journalIn(name: string, disk: FileSystem = nodeFileSystem): { journal: Journal; path: string } {
  const folder = join(root, name);
  fs.mkdirSync(folder);
  const path = join(folder, 'journal.jsonl');
  const journal = createJournal(disk, path, () => fs.mkdirSync(folder));
  for (let count = 0; count < 10; count += 1) journal.append(batchOf(journal.nextSeq, 1, LONG));
  return { journal, path };
}

const refuse = (): never => {
  throw systemError('EACCES');
};
/** A disk on which nothing can be kept beside a file. */
const WITHOUT_COPY: FileSystem = {
  ...nodeFileSystem,
  shared: { ...nodeFileSystem.shared!, openNameless: refuse },
};

/** What a look gives, thrown, so that it is told like any other fault. */
function lookAfter(name: string, change: (path: string) => void, disk?: FileSystem): () => void {
  return () => {
    const { journal, path } = journalIn(name, disk);
    change(path);
    try {
      const found = journal.look(true);
      if (found !== undefined) throw found;
    } finally {
      journal.close();
    }
  };
}

function overwrite(path: string): void {
  const file = fs.openSync(path, 'r+');
  fs.writeSync(file, 'XX', 20);
  fs.closeSync(file);
}

const CASES: readonly FaultCase[] = [
  ['bytes that were added', lookAfter('added', (path) => fs.appendFileSync(path, 'x'))],
  ['bytes that were cut off', lookAfter('cut', (path) => fs.truncateSync(path, 10))],
  ['bytes that were overwritten', lookAfter('overwritten', overwrite)],
  ['a journal that was removed', lookAfter('removed', (path) => fs.rmSync(path))],
  [
    'a journal that was replaced',
    lookAfter('replaced', (path) => {
      fs.cpSync(path, `${path}.new`);
      fs.renameSync(`${path}.new`, path);
    }),
  ],
  [
    'a folder in its place',
    lookAfter('folder', (path) => {
      fs.rmSync(path);
      fs.mkdirSync(path);
    }),
  ],
  ['a journal of which no copy is whole', lookAfter('rest', overwrite, WITHOUT_COPY)],
  [
    'a journal that cannot be put back',
    lookAfter('stuck', (path) => fs.rmSync(path), {
      ...nodeFileSystem,
      rename: (from, to) => (to.endsWith('journal.jsonl') ? refuse() : nodeFileSystem.rename(from, to)),
    }),
  ],
  [
    'a journal that could not be put back, when it is written',
    () => {
      const { journal, path } = journalIn('refused', WITHOUT_COPY);
      overwrite(path);
      expect(() => journal.look(true)).toThrow(JournalError);
      expect(journal.look(true)).toBeUndefined();
      try {
        journal.append(batchOf(journal.nextSeq, 1));
      } finally {
        journal.close();
      }
    },
  ],
  [
    'a journal that cannot be looked at',
    () => {
      const look = { ...nodeFileSystem.shared!, look: refuse };
      const { journal } = journalIn('blind', { ...nodeFileSystem, shared: look });
      try {
        journal.look();
      } finally {
        journal.close();
      }
    },
  ],
];

const PLACES: readonly FaultCase[] = [
  ['a folder', () => nodeFileSystem.open(root, 'append')],
  [
    'a link',
    () => {
      fs.symlinkSync('gone', join(root, 'link'));
      nodeFileSystem.open(join(root, 'link'), 'append');
    },
  ],
  [
    'a pipe that nobody reads',
    () => {
      makePipe(join(root, 'pipe'));
      nodeFileSystem.open(join(root, 'pipe'), 'append');
    },
  ],
  ['a device', () => nodeFileSystem.open('/dev/null', 'append')],
  [
    'a folder that leads out of the project',
    () => {
      fs.mkdirSync(join(root, 'project'));
      fs.symlinkSync('..', join(root, 'project/out'));
      createProjectFileSystem(join(root, 'project')).open(join(root, 'project/out/file'), 'create');
    },
  ],
];

describe('each fault tells what is wrong, where, and what to do', () => {
  const reported = (cases: readonly FaultCase[]): string =>
    cases.map(faultReport).join('\n').replaceAll(root, '<folder>');

  test('of a journal that another program changes', async () => {
    await expect(reported(CASES)).toMatchFileSnapshot('../fixtures/journal/changed-faults.txt');
  });

  test('of a place that is no file to write to', async () => {
    await expect(reported(PLACES)).toMatchFileSnapshot('../fixtures/journal/place-faults.txt');
  });
});

describe('a disk of this machine', () => {
  test('lists as many names as are asked for, sorted', () => {
    for (const name of ['c', 'a', 'b']) fs.writeFileSync(join(root, name), '');
    expect(nodeFileSystem.list(root)).toEqual(['a', 'b', 'c']);
    expect(nodeFileSystem.list(root, 2)).toHaveLength(2);
    expect([nodeFileSystem.list(root, 3), nodeFileSystem.list(root, 9)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect([nodeFileSystem.list(join(root, 'none'), 2), nodeFileSystem.list(join(root, 'a'), 2)]).toEqual([
      [],
      [],
    ]);
    fs.symlinkSync('ring', join(root, 'ring'));
    expect(() => nodeFileSystem.list(join(root, 'ring'))).toThrow('ELOOP');
    expect(() => nodeFileSystem.kindOf(join(root, 'ring'))).toThrow('ELOOP');
  });

  test('tells a link from what it leads to, and what is neither file nor folder', () => {
    fs.mkdirSync(join(root, 'folder'));
    fs.symlinkSync('folder', join(root, 'link'));
    makePipe(join(root, 'pipe'));
    const at = (name: string): string => join(root, name);
    expect([
      nodeFileSystem.isLink(at('link')),
      nodeFileSystem.isLink(at('folder')),
      nodeFileSystem.isLink(at('none')),
    ]).toEqual([true, false, false]);
    expect([nodeFileSystem.kindOf(at('link')), nodeFileSystem.kindOf(at('pipe'))]).toEqual([
      'folder',
      'other',
    ]);
    nodeFileSystem.remove(at('link'));
    expect(nodeFileSystem.kindOf(at('folder'))).toBe('folder');
  });

  test('looks at what is under a name without following it', () => {
    const path = join(root, 'file');
    fs.writeFileSync(path, 'four');
    fs.symlinkSync('file', join(root, 'link'));
    const { dev, ino, ctimeMs } = fs.statSync(path);
    const { look } = nodeFileSystem.shared!;
    expect(look(path)).toEqual({ isFile: true, device: dev, inode: ino, sizeBytes: 4, changedMs: ctimeMs });
    expect(look(join(root, 'link'))?.isFile).toBe(false);
    expect([look(join(root, 'none')), look(join(path, 'x'))]).toEqual([undefined, undefined]);
  });

  test('makes a file without a name, in the folder that is asked for, which only its owner could read', () => {
    const { openNameless } = nodeFileSystem.shared!;
    const file = openNameless(root);
    file.write(Buffer.from('one two'));
    expect(Buffer.from(file.readPart(4, 10)).toString()).toBe('two');
    expect([file.look().sizeBytes, fs.readdirSync(root)]).toEqual([7, []]);
    file.close();
    const other = openNameless();
    other.close();
    expect(() => openNameless(join(root, 'none'))).toThrow('ENOENT');
  });
});
