import { describe, expect, test } from 'vitest';
import { isWithin, makeFolderOf } from '../../src/artifact/artifact-folders.ts';
import { readLedger, writeLedger } from '../../src/artifact/artifact-ledger.ts';
import { ArtifactWriter } from '../../src/artifact/artifact-writer.ts';
import { writeDataJson, type DataJsonFileOptions } from '../../src/artifact/data-json-file.ts';
import { dataJsonOf } from '../../src/artifact/data-json.ts';
import { digestOn, keepForeign } from '../../src/artifact/keep-foreign.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { digestOf } from '../../src/journal/source-store.ts';
import { createRunView } from '../../src/view/run-view.ts';
import { systemError } from '../journal/crashing-disk.ts';
import { faultReport } from '../journal/fault-report.ts';

const RUN = '/project/run';
const LEDGER = `${RUN}/artifacts.json`;

function put(fs: FileSystem, path: string, text: string): void {
  const file = fs.open(path, 'append');
  file.truncate(0);
  file.write(Buffer.from(text));
  file.close();
}
const read = (fs: FileSystem, path: string): string => Buffer.from(fs.read(path)).toString();
const disk = (): FileSystem => createMemoryFileSystem([RUN]);
const refusing = (code: string) => (): never => {
  throw systemError(code);
};

describe('the ledger of a run', () => {
  test('is a file that a person can read, and is read back as it was', () => {
    const fs = disk();
    const ledger = {
      folder: '.map/main',
      files: new Map([['.map/a', ['1', '2']]]),
      memory: { stages: { plan: 'done' } },
      warnings: ['One.'],
    };
    writeLedger(fs, RUN, ledger);
    expect(read(fs, LEDGER)).toBe(
      `${JSON.stringify(
        {
          folder: '.map/main',
          files: { '.map/a': ['1', '2'] },
          stages: { plan: 'done' },
          warnings: ['One.'],
        },
        undefined,
        2,
      )}\n`,
    );
    expect(readLedger(fs, RUN)).toEqual(ledger);
  });

  test.each<[string, object | undefined]>([
    ['', undefined],
    ['{', undefined],
    ['7', undefined],
    ['null', undefined],
    ['{}', {}],
    ['{"folder": 7, "files": null, "warnings": "x"}', {}],
    ['{"folder": "a", "files": "x"}', { folder: 'a' }],
    [
      '{"files": {"a": ["1", 2], "b": 3}, "warnings": ["x", null], "more": [1]}',
      {
        files: new Map([
          ['a', ['1']],
          ['b', []],
        ]),
        warnings: ['x'],
        memory: { more: [1] },
      },
    ],
  ])('that reads %s is as good as it can be', (text, ledger) => {
    const fs = disk();
    put(fs, LEDGER, text);
    expect(readLedger(fs, RUN)).toEqual(
      ledger && { folder: '', files: new Map(), memory: {}, warnings: [], ...ledger },
    );
  });

  test('is none where there is no file, or none that can be read', () => {
    const fs = disk();
    expect(readLedger(fs, RUN)).toBeUndefined();
    fs.makeFolder(LEDGER);
    expect(readLedger(fs, RUN)).toBeUndefined();
    fs.remove(LEDGER);
    put(fs, LEDGER, '{}');
    expect(readLedger({ ...fs, readPart: refusing('EIO') }, RUN)).toBeUndefined();
    const broken = (): never => {
      throw new TypeError('ours');
    };
    expect(() => readLedger({ ...fs, readPart: broken }, RUN)).toThrow(TypeError);
  });
});

describe('what is not ours', () => {
  const PATH = '/project/a';
  const copy = (n: number): string => `${PATH}.foreign-${n}`;

  test('is kept under the first name that is free, and once', () => {
    const fs = disk();
    put(fs, PATH, 'mine');
    put(fs, copy(1), 'of before');
    fs.makeFolder(copy(2));
    expect(keepForeign(fs, PATH)).toBe(copy(3));
    expect(read(fs, copy(3))).toBe('mine');
    expect(keepForeign(fs, PATH)).toBe(copy(3));
    expect(fs.list('/project')).toEqual(['a', 'a.foreign-1', 'a.foreign-2', 'a.foreign-3', 'run']);
  });

  test('is moved where the disk knows no second names, and refused by any other fault of it', () => {
    for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS']) {
      const fs = disk();
      put(fs, PATH, 'mine');
      expect(keepForeign({ ...fs, link: refusing(code) }, PATH)).toBe(copy(1));
      expect([read(fs, copy(1)), fs.kindOf(PATH)]).toEqual(['mine', undefined]);
    }
    const fs = disk();
    put(fs, PATH, 'mine');
    expect(() => keepForeign({ ...fs, link: refusing('EIO') }, PATH)).toThrow('EIO');
  });

  test('takes the next name where somebody takes one meanwhile, and says when a thousand are taken', () => {
    const fs = disk();
    put(fs, PATH, 'mine');
    const late = (from: string, to: string): void => {
      if (to === copy(1)) throw systemError('EEXIST');
      fs.link(from, to);
    };
    expect(keepForeign({ ...fs, link: late }, PATH)).toBe(copy(2));
    expect(() => keepForeign({ ...disk(), kindOf: () => 'folder', link: refusing('EEXIST') }, PATH)).toThrow(
      expect.objectContaining({ code: 'EEXIST', message: `EEXIST: no name is free beside ${PATH}` }),
    );
    const names: string[] = [];
    const all = (_from: string, to: string): never => {
      names.push(to);
      throw systemError('EEXIST');
    };
    expect(() => keepForeign({ ...fs, link: all, kindOf: () => undefined }, PATH)).toThrow('no name is free');
    expect([names.length, names[0], names.at(-1)]).toEqual([1000, copy(1), copy(1000)]);
  });

  test('has a digest where it is a file', () => {
    const fs = disk();
    put(fs, PATH, 'mine');
    expect([digestOn(fs, PATH), digestOn(fs, RUN), digestOn(fs, '/project/none')]).toEqual([
      digestOf('mine'),
      undefined,
      undefined,
    ]);
  });
});

describe('the folder of an artifact', () => {
  const place = { root: '/project', realPath: (path: string) => path, ignored: new Set(['a/b']) };

  test('is made with those above it, and ignored by git where it is to be', () => {
    const fs = disk();
    expect(makeFolderOf(fs, place, 'a/b/c/file')).toBe(true);
    expect(['/project/a', '/project/a/b', '/project/a/b/c'].map((path) => fs.list(path))).toEqual([
      ['b'],
      ['.gitignore', 'c'],
      [],
    ]);
    expect(read(fs, '/project/a/b/.gitignore')).toBe('*\n');
    expect(makeFolderOf(fs, place, 'file')).toBe(true);
    expect(fs.list('/project')).toEqual(['a', 'run']);
  });

  test('that a run died in is still ignored, and one with something in it is not', () => {
    const fs = createMemoryFileSystem([RUN, '/project/a/b']);
    put(fs, '/project/a/b/.gitignore.tmp', '');
    makeFolderOf(fs, place, 'a/b/file');
    expect(fs.list('/project/a/b')).toEqual(['.gitignore']);
    const other = createMemoryFileSystem([RUN, '/project/a/b/own']);
    makeFolderOf(other, place, 'a/b/file');
    expect(other.list('/project/a/b')).toEqual(['own']);
  });

  test('may be made by another run meanwhile', () => {
    const fs = disk();
    const makeFolder = (path: string): void => {
      fs.makeFolder(path);
      throw systemError('EEXIST');
    };
    expect(makeFolderOf({ ...fs, makeFolder }, place, 'x/file')).toBe(true);
    expect(() => makeFolderOf({ ...disk(), makeFolder: refusing('EIO') }, place, 'x/file')).toThrow('EIO');
  });

  test('is not one that a link leads elsewhere', () => {
    const realPath = (path: string): string => (path === '/project/a' ? '/elsewhere' : path);
    const fs = disk();
    expect(makeFolderOf(fs, { ...place, realPath }, 'a/b/file')).toBe(false);
    expect(fs.kindOf('/project/a/b')).toBeUndefined();
  });

  test('lies in another one by its whole name', () => {
    expect([
      isWithin('/a', '/a'),
      isWithin('/a/b', '/a'),
      isWithin('/a/b', '/'),
      isWithin('/a/b', '/a/'),
    ]).toEqual([true, true, true, true]);
    expect([isWithin('/ab', '/a'), isWithin('/', '/a')]).toEqual([false, false]);
  });
});

describe('the writer of artifacts', () => {
  function writerOn(fs: FileSystem, reported: string[]): ArtifactWriter {
    return new ArtifactWriter(fs, {
      root: '/project',
      realPath: (path) => path,
      ignored: new Set(),
      folder: '.map/main',
      runFolder: RUN,
      otherRunFolders: () => [],
      say: (line) => reported.push(line),
    });
  }

  test('keeps the last two digests of a text, and what the run is to remember', () => {
    const fs = disk();
    const writer = writerOn(fs, []);
    writer.remember({ stages: 1 });
    for (const text of ['a', 'b', 'c']) writer.write([{ path: 'x', text }], false);
    expect(readLedger(fs, RUN)).toEqual({
      folder: '.map/main',
      files: new Map([['x', [digestOf('b'), digestOf('c')]]]),
      memory: { stages: 1 },
      warnings: [],
    });
    const again = writerOn(fs, []);
    again.write([{ path: 'x', text: 'd' }], false);
    expect(readLedger(fs, RUN)).toMatchObject({
      files: new Map([['x', [digestOf('c'), digestOf('d')]]]),
      memory: { stages: 1 },
    });
  });

  test('writes nothing where nothing has changed', () => {
    const fs = disk();
    const writer = writerOn(fs, []);
    writer.write([{ path: 'x', text: 'a' }], false);
    fs.remove(LEDGER);
    writer.write([{ path: 'x', text: 'a' }], true);
    writerOn(fs, []).write([{ path: 'x', text: 'a' }], false);
    expect(fs.kindOf(LEDGER)).toBeUndefined();
  });

  test('tells a warning once, also by the process that goes on with the run', () => {
    const fs = disk();
    const reported: string[] = [];
    const writer = writerOn(fs, reported);
    writer.warn('One.');
    writer.warn('One.');
    writerOn(fs, reported).warn('One.');
    writerOn(fs, reported).warn('Two.');
    expect([reported, readLedger(fs, RUN)?.warnings]).toEqual([
      ['One.', 'Two.'],
      ['One.', 'Two.'],
    ]);
  });

  test('gives the place of a file to whoever writes it, and tells what kept that from being done', () => {
    const fs = disk();
    const reported: string[] = [];
    const writer = writerOn(fs, reported);
    const places: string[] = [];
    writer.within('a/b/x', (path) => places.push(path));
    writer.within('a/b/x', refusing('ENOSPC'));
    writer.within('a/b/x', () => {
      throw new JournalError('path-refused', 'No.');
    });
    expect([places, fs.kindOf('/project/a/b'), reported]).toEqual([
      ['/project/a/b/x'],
      'folder',
      [
        'Artifacts: could not write "a/b/x": ENOSPC: as the test asked for',
        'Artifacts: could not write "a/b/x": No.',
      ],
    ]);
    expect(readLedger(fs, RUN)?.warnings).toEqual(reported);
    const broken = (): never => {
      throw new TypeError('ours');
    };
    expect(() => writer.within('a', broken)).toThrow(TypeError);
  });
});

test('the workslip of a disk that refuses says so', () => {
  const options: Pick<DataJsonFileOptions, 'mapPath' | 'directoryPath'> = {
    mapPath: 'm',
    directoryPath: 's',
  };
  const write = (): void =>
    writeDataJson({ ...disk(), open: refusing('EACCES') }, RUN, dataJsonOf(createRunView(), options));
  expect(faultReport(['a workslip', write])).toBe(
    '## a workslip\n' +
      `storage-failed: Could not write the workslip: "${RUN}/data.json" (EACCES).\n` +
      'help: Give yourself the permission to write there.\n' +
      `path: ${RUN}/data.json\ncause: EACCES\n`,
  );
});
