import { describe, expect, test } from 'vitest';
import { VALUES_FOLDER } from '../../src/journal/large-values.ts';
import { mapNameOf } from '../../src/journal/run-directory.ts';
import {
  claimRunDirectory,
  discardRunDirectory,
  makeRunDirectory,
  runsFolderOf,
} from '../../src/journal/run-directory.ts';
import { storeSources } from '../../src/journal/source-store.ts';
import { systemError } from './crashing-disk.ts';
import { createCrashingFileSystem } from './crashing-file-system.ts';

const ROOT = '/project';
const MAP = '/project/maps/do-subtask-map.json';

describe('the name of a map', () => {
  test.each([
    ['/project/do-subtask-map.json', 'do-subtask'],
    ['/project/efficient.wfmap', 'efficient'],
    ['/project/map.json', 'map'],
    ['/project/bitmap.json', 'bitmap'],
    ['/project/a.b-map.json', 'a.b'],
    ['/project/-map.json', 'map'],
    ['/project/...json', 'map'],
    ['/project/.json', '.json'],
    ['/project/constructor.json', 'constructor'],
  ])('of %s is %s', (path, name) => {
    expect(mapNameOf(path)).toBe(name);
  });
});

describe('the folder of the runs of a map', () => {
  test.each([
    ['/project/do-map.json', '.wfmap/runs/do'],
    ['/elsewhere/do.wfmap', '.wfmap/runs/do'],
    ['/project/.sdlc/workflows/shared/do-map.json', '.sdlc/workslips/shared/do-slips'],
    ['/project/.sdlc/workflows/shared/do-map.wfmap', '.sdlc/workslips/shared/do-slips'],
    ['/project/.sdlc/workflows/shared/do.json', '.wfmap/runs/do'],
    ['/project/.sdlc/workflows/do-map.json', '.wfmap/runs/do'],
    ['/project/.sdlc/workflows/a/b/do-map.json', '.wfmap/runs/do'],
    ['/other/.sdlc/workflows/shared/do-map.json', '.wfmap/runs/do'],
  ])('of %s is %s', (path, folder) => {
    expect(runsFolderOf(ROOT, path).parts.join('/')).toBe(folder);
  });
});

describe('a claimed run directory', () => {
  test('has the next number, three digits and then more', () => {
    const fs = createCrashingFileSystem();
    expect(claimRunDirectory(fs, ROOT, MAP)).toEqual({
      folder: '/project/.wfmap/runs/do-subtask/slip-001',
      path: '.wfmap/runs/do-subtask/slip-001/',
      name: 'do-subtask/slip-001',
    });
    fs.makeFolder('/project/.wfmap/runs/do-subtask/slip-007');
    expect(claimRunDirectory(fs, ROOT, MAP).name).toBe('do-subtask/slip-008');
    fs.makeFolder('/project/.wfmap/runs/do-subtask/slip-999');
    expect(claimRunDirectory(fs, ROOT, MAP).name).toBe('do-subtask/slip-1000');
  });

  test('is not misled by names of no run directory', () => {
    const fs = createCrashingFileSystem();
    claimRunDirectory(fs, ROOT, MAP);
    for (const name of ['slip-9999999999', 'slip-5x', 'xslip-6', 'slip-', 'SLIP-008', 'notes']) {
      fs.makeFolder(`/project/.wfmap/runs/do-subtask/${name}`);
    }
    expect(claimRunDirectory(fs, ROOT, MAP).name).toBe('do-subtask/slip-002');
  });

  test('is another one when a second run claims the number in between', () => {
    const fs = createCrashingFileSystem();
    claimRunDirectory(fs, ROOT, MAP);
    const rivals: string[] = [];
    const late = {
      ...fs,
      makeFolder: (path: string) => {
        if (path.endsWith('slip-002') && rivals.length === 0)
          rivals.push(claimRunDirectory(fs, ROOT, MAP).name);
        fs.makeFolder(path);
      },
    };
    expect(claimRunDirectory(late, ROOT, MAP).name).toBe('do-subtask/slip-003');
    expect(rivals).toEqual(['do-subtask/slip-002']);
  });

  test('keeps an ignore file that the user has written', () => {
    const fs = createCrashingFileSystem();
    fs.makeFolder('/project/.wfmap');
    fs.open('/project/.wfmap/.gitignore', 'create').write(Buffer.from('runs/\n'));
    claimRunDirectory(fs, ROOT, MAP);
    expect(fs.files()['/project/.wfmap/.gitignore']).toBe('runs/\n');
  });

  test('writes an ignore file anew that a crash has left without its text', () => {
    for (const left of ['', '\0\0', '\n', '\0\n']) {
      const fs = createCrashingFileSystem();
      fs.makeFolder('/project/.wfmap');
      fs.open('/project/.wfmap/.gitignore', 'create').write(Buffer.from(left));
      claimRunDirectory(fs, ROOT, MAP);
      expect(fs.files()['/project/.wfmap/.gitignore']).toBe('*\n');
    }
  });

  test('has the ignore file in the folder of all runs alone', () => {
    const fs = createCrashingFileSystem();
    claimRunDirectory(fs, ROOT, MAP);
    expect(Object.keys(fs.files())).toEqual(['/project/.wfmap/.gitignore']);
  });

  test('that was removed is made again, with the folders above it', () => {
    const fs = createCrashingFileSystem();
    const directory = claimRunDirectory(fs, ROOT, MAP);
    discardRunDirectory(fs, directory);
    makeRunDirectory({ fs, workRoot: ROOT }, directory);
    expect(fs.kindOf(directory.folder)).toBe('folder');
    expect(fs.list('/project/.wfmap/runs')).toEqual(['do-subtask']);
  });

  test('that is discarded leaves the folder of its map to a run that comes meanwhile, and to nothing else', () => {
    const discard = (code: string): unknown => {
      const fs = createCrashingFileSystem();
      const directory = claimRunDirectory(fs, ROOT, MAP);
      const remove = (path: string): void => {
        if (path.endsWith('do-subtask')) throw systemError(code);
        fs.remove(path);
      };
      try {
        discardRunDirectory({ ...fs, remove }, directory);
      } catch (thrown) {
        return thrown instanceof Error ? thrown.message : thrown;
      }
      return 'done';
    };
    expect([discard('ENOTEMPTY'), discard('ENOENT')]).toEqual(['done', 'done']);
    expect(discard('EIO')).toBe(
      'Could not remove the folder of the run: "/project/.wfmap/runs/do-subtask/slip-001" (EIO).',
    );
  });

  test('beside an .sdlc map makes no .wfmap folder', () => {
    const fs = createCrashingFileSystem();
    const directory = claimRunDirectory(fs, ROOT, '/project/.sdlc/workflows/shared/do-map.json');
    expect(directory.path).toBe('.sdlc/workslips/shared/do-slips/slip-001/');
    expect(directory.name).toBe('do/slip-001');
    expect(fs.list(ROOT)).toEqual(['.sdlc']);
  });

  test('is refused with the place where a file stands in the way', () => {
    const fs = createCrashingFileSystem();
    fs.open('/project/.wfmap', 'create');
    expect(() => claimRunDirectory(fs, ROOT, MAP)).toThrow(
      expect.objectContaining({ code: 'storage-failed' }),
    );
  });

  test('that is discarded leaves nothing of the run, and its number is free again', () => {
    const fs = createCrashingFileSystem();
    const directory = claimRunDirectory(fs, ROOT, MAP);
    storeSources(fs, directory.folder, ['a', 'b']);
    fs.open(`${directory.folder}/journal.jsonl`, 'create');
    fs.makeFolder(`${directory.folder}/${VALUES_FOLDER}`);
    fs.open(`${directory.folder}/${VALUES_FOLDER}/a`, 'create');
    discardRunDirectory(fs, directory);
    expect(fs.list('/project/.wfmap/runs')).toEqual([]);
    expect(claimRunDirectory(fs, ROOT, MAP).name).toBe('do-subtask/slip-001');
  });

  test('that is discarded leaves the other runs of its map', () => {
    const fs = createCrashingFileSystem();
    claimRunDirectory(fs, ROOT, MAP);
    discardRunDirectory(fs, claimRunDirectory(fs, ROOT, MAP));
    expect(fs.list('/project/.wfmap/runs/do-subtask')).toEqual(['slip-001']);
  });
});
