import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRun } from '../../src/journal/find-run.ts';
import { findNewestRuns, findRuns } from '../../src/journal/find-runs.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { claimRunDirectory } from '../../src/journal/run-directory.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from './crashing-file-system.ts';
import { batchOf, startOf } from './events.ts';

const ROOT = '/project';

function begin(fs: CrashingFileSystem, map: string, day: number): void {
  const directory = claimRunDirectory(fs, ROOT, `/project/${map}`);
  const journal = createJournal(fs, `${directory.folder}/journal.jsonl`);
  journal.append([startOf(`2026-01-0${day}T00:00:00.000Z`)]);
  journal.close();
}

function diskWithRuns(): CrashingFileSystem {
  const fs = createCrashingFileSystem();
  begin(fs, 'build-map.json', 3);
  begin(fs, 'build-map.json', 1);
  begin(fs, 'check.wfmap', 2);
  begin(fs, '.sdlc/workflows/shared/do-map.json', 4);
  return fs;
}

function find(fs: CrashingFileSystem, name?: string, workFolder = ROOT): string {
  return findRun(fs, { workRoot: ROOT, workFolder }, name).name;
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

describe('the runs of a work root', () => {
  test('are listed with the newest first, by the time of their first record', () => {
    expect(findRuns(diskWithRuns(), ROOT).map((run) => run.name)).toEqual([
      'do/slip-001',
      'build/slip-001',
      'check/slip-001',
      'build/slip-002',
    ]);
  });

  test('are none where nothing was ever run', () => {
    expect(findRuns(createCrashingFileSystem(), ROOT)).toEqual([]);
  });

  test('leave out a run directory without a journal, or with the first line of one half written', () => {
    const fs = diskWithRuns();
    claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const file = fs.open(`${folder}/journal.jsonl`, 'create');
    expect(findRuns(fs, ROOT)).toHaveLength(4);
    file.write(Buffer.from('{"seq":1,"id":"'));
    expect(findRuns(fs, ROOT)).toHaveLength(4);
  });

  test('leave out a run directory whose first batch tore after its first line, but not one whose last line is damaged', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const path = `${folder}/journal.jsonl`;
    const journal = createJournal(fs, path);
    journal.append([startOf(), ...batchOf(1, 2).slice(1)]);
    const first = fs.files()[path]!;
    journal.append(batchOf(3, 1));
    const torn = (text: string): number => {
      const other = fs.crash(() => 'kept');
      const file = other.open(path, 'append');
      file.truncate(0);
      file.write(Buffer.from(text, 'latin1'));
      return findRuns(other, ROOT).length;
    };
    expect(torn(first.slice(0, first.indexOf('\n') + 1))).toBe(0);
    expect(torn(first.slice(0, -3))).toBe(0);
    expect(torn(`${first.slice(0, -3)}x\n`)).toBe(1);
    expect(torn(`${first.slice(0, -3)}x\n${fs.files()[path]!.slice(first.length)}`)).toBe(1);
  });

  test('list one whose first record is damaged last, so that it can be named', () => {
    const fs = diskWithRuns();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    fs.open(`${folder}/journal.jsonl`, 'create').write(Buffer.from('{"seq":1}\n'));
    expect(findRuns(fs, ROOT).at(-1)).toMatchObject({ name: 'build/slip-003', started: undefined });
    expect(find(fs, 'slip-003')).toBe('build/slip-003');
  });

  test('leave out one whose first batch lost a block, though its first line and its end survived', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const path = `${folder}/journal.jsonl`;
    createJournal(fs, path).append([startOf(), ...batchOf(1, 12).slice(1)]);
    const bytes = Buffer.from(fs.files()[path]!, 'latin1');
    expect(bytes.indexOf(10)).toBeLessThan(1024);
    const file = fs.open(path, 'append');
    file.truncate(0);
    file.write(bytes.fill(0, 1024, 1536));
    expect(findRuns(fs, ROOT)).toEqual([]);
  });

  test('list one whose journal begins with an empty line, which nobody wrote so', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    fs.open(`${folder}/journal.jsonl`, 'create').write(Buffer.from('\n'));
    expect(findRuns(fs, ROOT)).toMatchObject([{ name: 'build/slip-001', started: undefined }]);
  });

  test('list one whose large inputs are gone, without its start', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const start = startOf();
    const fields = { story: 'x'.repeat(300_000) };
    createJournal(fs, `${folder}/journal.jsonl`).append([
      { ...start, data: { ...start.data, fields } } as typeof start,
    ]);
    for (const name of fs.list(`${folder}/values`)) fs.remove(`${folder}/values/${name}`);
    expect(findRuns(fs, ROOT)).toMatchObject([{ name: 'build/slip-001', started: undefined }]);
  });

  test('are not what has another first record, a folder without a number, or files among the slips', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    createJournal(fs, `${folder}/journal.jsonl`).append(batchOf(1, 1));
    expect(findRuns(fs, ROOT)).toMatchObject([{ started: undefined }]);
    const begun = diskWithRuns();
    const parent = '/project/.wfmap/runs/build';
    begun.rename(`${parent}/slip-001`, `${parent}/kept-001`);
    expect(findRuns(begun, ROOT).map((run) => run.name)).toEqual([
      'do/slip-001',
      'check/slip-001',
      'build/slip-002',
    ]);
    begun.rename('/project/.sdlc/workslips/shared/do-slips', '/project/.sdlc/workslips/shared/do-slips-old');
    expect(findRuns(begun, ROOT).map((run) => run.name)).toEqual(['check/slip-001', 'build/slip-002']);
  });

  test('that began at one time are listed by their paths, the last first', () => {
    const fs = createCrashingFileSystem();
    begin(fs, 'a.json', 1);
    begin(fs, 'b.json', 1);
    begin(fs, 'a.json', 1);
    expect(findRuns(fs, ROOT).map((run) => run.name)).toEqual(['b/slip-001', 'a/slip-002', 'a/slip-001']);
  });

  test('are told by the first line of a journal, however long that is', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const start = startOf();
    const fields = { story: 'x'.repeat(300_000) };
    const journal = createJournal(fs, `${folder}/journal.jsonl`);
    journal.append([{ ...start, data: { ...start.data, fields } } as typeof start]);
    expect(findRuns(fs, ROOT)[0]?.started?.at).toBe(start.at);
  });

  test('are told by a first line that is longer than the first part that is read of it', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const start = startOf();
    const fields = { story: 'x'.repeat(30_000) };
    createJournal(fs, `${folder}/journal.jsonl`).append([
      { ...start, data: { ...start.data, fields } } as typeof start,
    ]);
    expect(findRuns(fs, ROOT)[0]?.started?.data.fields).toEqual(fields);
  });
});

describe('a run', () => {
  test.each([
    [undefined, 'do/slip-001'],
    ['build/slip-002', 'build/slip-002'],
    ['slip-002', 'build/slip-002'],
    ['.wfmap/runs/check/slip-001', 'check/slip-001'],
    ['./.wfmap/runs/check/slip-001/', 'check/slip-001'],
    ['/project/.sdlc/workslips/shared/do-slips/slip-001/', 'do/slip-001'],
  ])('named %s is %s', (name, found) => {
    expect(find(diskWithRuns(), name)).toBe(found);
  });

  test('is named by a path from the working folder', () => {
    expect(find(diskWithRuns(), 'check/slip-001', '/project/.wfmap/runs')).toBe('check/slip-001');
    expect(find(diskWithRuns(), '../slip-002', '/project/.wfmap/runs/build/slip-001')).toBe('build/slip-002');
  });

  test('at a path is called after its folders, also where they are none of a project', () => {
    const fs = diskWithRuns();
    const at = (from: string, to: string): object => {
      fs.makeFolder('/project/kept');
      fs.rename(from, `/project/kept/${to}`);
      const { name, path, folder } = findRun(
        fs,
        { workRoot: ROOT, workFolder: '/project/kept' },
        `${to}/slip-001`,
      );
      fs.rename(`/project/kept/${to}`, from);
      fs.remove('/project/kept');
      return { name, path, folder };
    };
    const from = '/project/.wfmap/runs/check';
    expect(at(from, 'do-slips-old')).toEqual({
      name: 'do-slips-old/slip-001',
      path: 'kept/do-slips-old/slip-001/',
      folder: '/project/kept/do-slips-old/slip-001',
    });
    expect(at(from, 'do-slips')).toMatchObject({ name: 'do/slip-001' });
    expect(at(from, '-slips')).toMatchObject({ name: '-slips/slip-001' });
  });

  test('that fits several is refused with all of them', () => {
    const fault = faultOf(() => find(diskWithRuns(), 'slip-001'));
    expect(fault.code).toBe('ambiguous-run');
    expect(fault.candidates).toEqual(['do/slip-001', 'build/slip-001', 'check/slip-001']);
  });

  test('of one name in two scopes is refused with paths, which tell them apart', () => {
    const fs = diskWithRuns();
    begin(fs, '.sdlc/workflows/system/do-map.json', 5);
    const fault = faultOf(() => find(fs, 'do/slip-001'));
    expect(fault.candidates).toEqual([
      '.sdlc/workslips/system/do-slips/slip-001/',
      '.sdlc/workslips/shared/do-slips/slip-001/',
    ]);
    for (const candidate of fault.candidates) expect(find(fs, candidate)).toBe('do/slip-001');
  });

  test('that is unknown is refused with the nearest name, else with all', () => {
    const near = faultOf(() => find(diskWithRuns(), 'biuld/slip-002'));
    expect([near.code, near.help]).toEqual(['unknown-run', 'Did you mean "build/slip-002"?']);
    expect(faultOf(() => find(diskWithRuns(), 'constructor')).help).toContain(
      '"do/slip-001", "build/slip-001"',
    );
  });

  test('is unknown where there is none', () => {
    for (const name of [undefined, 'slip-001']) {
      const fault = faultOf(() => find(createCrashingFileSystem(), name));
      expect([fault.code, fault.candidates]).toEqual(['unknown-run', []]);
      expect(fault.help).toContain('wfmap run');
    }
  });
});

describe('a run directory without a start', () => {
  test.each<readonly [string, string, (fs: CrashingFileSystem, path: string) => unknown]>([
    ['is missing', 'journal-missing', (fs, path) => fs.makeFolder(join(dirname(path), 'sources'))],
    ['is not a file', 'journal-missing', (fs, path) => fs.makeFolder(path)],
    ['is empty', 'journal-damaged', (fs, path) => fs.open(path, 'create')],
    [
      'holds no whole first batch',
      'journal-damaged',
      (fs, path) => fs.open(path, 'create').write(Buffer.from('{"seq":1,')),
    ],
  ])('is reported when it is named: its journal %s', (fault, code, make) => {
    const fs = diskWithRuns();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const path = `${folder}/journal.jsonl`;
    make(fs, path);
    for (const name of ['build/slip-003', 'slip-003', '.wfmap/runs/build/slip-003']) {
      expect(faultOf(() => find(fs, name))).toMatchObject({
        code,
        path,
        message: `The folder of the run "build/slip-003" is there, but its journal "${path}" ${fault}.`,
      });
    }
    expect(findNewestRuns(fs, ROOT, 9).startless).toMatchObject([{ name: 'build/slip-003' }]);
  });
});
