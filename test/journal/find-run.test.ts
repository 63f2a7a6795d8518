import { describe, expect, test } from 'vitest';
import { findRun } from '../../src/journal/find-run.ts';
import { findRuns } from '../../src/journal/find-runs.ts';
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

  test('are told by the first line of a journal, however long that is', () => {
    const fs = createCrashingFileSystem();
    const { folder } = claimRunDirectory(fs, ROOT, '/project/build-map.json');
    const start = startOf();
    const fields = { story: 'x'.repeat(300_000) };
    const journal = createJournal(fs, `${folder}/journal.jsonl`);
    journal.append([{ ...start, data: { ...start.data, fields } } as typeof start]);
    expect(findRuns(fs, ROOT)[0]?.started?.at).toBe(start.at);
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
