import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { createProjectFileSystem } from '../../src/journal/project-file-system.ts';
import { claimRunDirectory } from '../../src/journal/run-directory.ts';
import { storeSources } from '../../src/journal/source-store.ts';
import { writeWhole } from '../../src/journal/write-whole.ts';
import { makePipe } from '../helpers/make-pipe.ts';
import { batchOf } from './events.ts';

let home = '';
let root = '';
let fs: FileSystem;
beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'wfmap-disk-'));
  root = join(home, 'project');
  mkdirSync(root);
  mkdirSync(join(home, 'elsewhere'));
  chmodSync(join(home, 'elsewhere'), 0o755);
  writeFileSync(join(home, 'elsewhere/file'), 'theirs\n');
  fs = createProjectFileSystem(root);
});
afterEach(() => rmSync(home, { recursive: true }));

const at = (path: string): string => join(root, path);
const modeOf = (path: string): string => (statSync(at(path)).mode & 0o777).toString(8);
const modesBelow = (folder: string): readonly string[] =>
  readdirSync(at(folder), { recursive: true }).map((name) => modeOf(join(folder, String(name))));
const codeOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (thrown) {
    return (thrown as { code?: unknown }).code;
  }
  return 'none';
};

function leaveRun(mapPath: string): string {
  const directory = claimRunDirectory(fs, root, at(mapPath));
  storeSources(fs, directory.folder, ['a map']);
  const journal = createJournal(fs, join(directory.folder, 'journal.jsonl'));
  journal.append(batchOf(1, 1));
  journal.close();
  writeWhole(fs, join(directory.folder, 'data.json'), '{}', false);
  return directory.path;
}

describe('what a run leaves only its owner can read', () => {
  test.for([0o000, 0o022, 0o077])('with the umask %o', (umask) => {
    const before = process.umask(umask);
    try {
      leaveRun('do.json');
      leaveRun('.sdlc/workflows/team/do-map.json');
      fs.makeFolder(at('.map'));
      writeWhole(fs, at('.map/plan.json'), '{}', false);
    } finally {
      process.umask(before);
    }
    expect(new Set([modeOf('.wfmap'), ...modesBelow('.wfmap')])).toEqual(new Set(['700', '600']));
    const directories = '.sdlc/workslips/team/do-slips';
    expect(new Set(modesBelow(directories))).toEqual(new Set(['700', '600']));
    const open = (0o777 & ~umask).toString(8);
    expect([modeOf('.map'), modeOf('.sdlc/workslips'), modeOf(directories)]).toEqual([open, open, open]);
    expect(modeOf('.map/plan.json')).toBe((0o666 & ~umask).toString(8));
  });

  test('and what an earlier version left open is closed before anything is added', () => {
    mkdirSync(at('.wfmap/runs/do/slip-001'), { recursive: true });
    mkdirSync(at('.sdlc/workslips/team/do-slips/slip-001'), { recursive: true });
    chmodSync(at('.wfmap'), 0o777);
    fs.open(at('.wfmap/runs/do/slip-001/lock.tmp'), 'create').close();
    fs.open(at('.sdlc/workslips/team/do-slips/slip-001/lock.tmp'), 'create').close();
    expect(['.wfmap', '.wfmap/runs/do/slip-001'].map(modeOf)).toEqual(['700', '700']);
    expect(modeOf('.sdlc/workslips/team/do-slips/slip-001')).toBe('700');
  });
});

describe('nothing is changed behind a link that leads out', () => {
  beforeEach(() => {
    mkdirSync(at('.wfmap'));
    symlinkSync('../../elsewhere', at('.wfmap/runs'));
  });

  test.for<[string, (fs: FileSystem, at: (name: string) => string) => void]>([
    ['a folder that is made', (disk, path) => disk.makeFolder(path('.wfmap/runs/new'))],
    ['a file that is made', (disk, path) => disk.open(path('.wfmap/runs/new'), 'create')],
    ['a file that is appended to', (disk, path) => disk.open(path('.wfmap/runs/file'), 'append')],
    ['a file that is removed', (disk, path) => disk.remove(path('.wfmap/runs/file'))],
    ['a second name', (disk, path) => disk.link(path('own'), path('.wfmap/runs/new'))],
    ['a new name', (disk, path) => disk.rename(path('own'), path('.wfmap/runs/new'))],
  ])('such as %s', ([, change]) => {
    writeFileSync(at('own'), 'ours\n');
    expect(codeOf(() => change(fs, at))).toBe('path-refused');
    expect(readdirSync(join(home, 'elsewhere'))).toEqual(['file']);
    expect(existsSync(at('own'))).toBe(true);
  });

  test('and a run that would be kept there is refused with the link', () => {
    rmSync(at('.wfmap'), { recursive: true });
    symlinkSync('../elsewhere', at('.wfmap'));
    expect(() => claimRunDirectory(fs, root, at('do.json'))).toThrow(
      `"${at('.wfmap')}" is a link that leads out of the project.`,
    );
    expect(readdirSync(join(home, 'elsewhere'))).toEqual(['file']);
    expect(statSync(join(home, 'elsewhere')).mode & 0o777).toBe(0o755);
  });

  test('but the runs of a shared folder are', () => {
    mkdirSync(at('.sdlc'));
    symlinkSync('../../elsewhere', at('.sdlc/workslips'));
    expect(leaveRun('.sdlc/workflows/team/do-map.json')).toBe('.sdlc/workslips/team/do-slips/slip-001/');
    expect(readdirSync(join(home, 'elsewhere'))).toEqual(['file', 'team']);
  });

  test('and so is a run in a folder that a person named', () => {
    const other = join(home, 'elsewhere/.wfmap/runs/do/slip-001');
    mkdirSync(other, { recursive: true });
    fs.open(join(other, 'lock.tmp'), 'create').close();
    expect((statSync(join(other, 'lock.tmp')).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('only a file is written to, by its own name', () => {
  test('a link is refused, wherever it leads', () => {
    for (const [name, target] of [
      ['out', '../elsewhere/file'],
      ['in', 'file'],
      ['nowhere', '../elsewhere/new'],
      ['ring', 'ring'],
    ] as const) {
      symlinkSync(target, at(name));
      expect(() => fs.open(at(name), 'append')).toThrow(`"${at(name)}" is a symbolic link.`);
    }
    expect(readFileSync(join(home, 'elsewhere/file'), 'utf8')).toBe('theirs\n');
    expect(readdirSync(join(home, 'elsewhere'))).toEqual(['file']);
  });

  test('a pipe is neither waited for nor written to, with a reader and without', () => {
    makePipe(at('pipe'));
    expect(() => fs.open(at('pipe'), 'append')).toThrow(`"${at('pipe')}" is not a regular file.`);
    expect(fs.readPart(at('pipe'), 0, 10)).toHaveLength(0);
  });

  test('a folder is refused', () => {
    expect(() => fs.open(home, 'append')).toThrow(`"${home}" is not a regular file.`);
  });
});
