import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLedger } from '../../src/artifact/artifact-ledger.ts';
import { ArtifactWriter } from '../../src/artifact/artifact-writer.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';

let base = '';
let root = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'wfmap-artifacts-'));
  root = join(base, 'project');
  mkdirSync(root);
});
afterEach(() => {
  chmodSync(root, 0o755);
  rmSync(base, { recursive: true });
});

const PATH = '.map/main/state.json';
const reported: string[] = [];

/** The writer of a run; that of another run keeps its ledger elsewhere. */
function writerOf(run = 'one', others: readonly string[] = []): ArtifactWriter {
  reported.length = 0;
  const dataJsonFrom = (name: string): string => join(base, name);
  mkdirSync(dataJsonFrom(run), { recursive: true });
  return new ArtifactWriter(nodeFileSystem, {
    root,
    realPath: realpathSync,
    ignored: new Set(['.map']),
    folder: '.map/main',
    runFolder: dataJsonFrom(run),
    otherRunFolders: () => others.map(dataJsonFrom),
    say: (line) => reported.push(line),
  });
}

const read = (path = PATH): string => readFileSync(join(root, path), 'utf8');
const namesIn = (path: string): string[] => readdirSync(join(root, path)).sort();

test('a .map that is made is ignored by git, one that was there is left as it is', () => {
  writerOf().write([{ path: PATH, text: 'a' }], false);
  expect(read('.map/.gitignore')).toBe('*\n');
  rmSync(join(root, '.map'), { recursive: true });
  mkdirSync(join(root, '.map/scripts'), { recursive: true });
  writerOf().write([{ path: PATH, text: 'a' }], false);
  expect(namesIn('.map')).toEqual(['main', 'scripts']);
});

test('what the run wrote itself is written over, also by the process that goes on with it', () => {
  writerOf().write([{ path: PATH, text: 'a' }], false);
  const later = writerOf();
  later.write([{ path: PATH, text: 'b' }], false);
  later.write([{ path: PATH, text: 'c' }], false);
  expect([read(), namesIn('.map/main'), reported]).toEqual(['c', ['state.json'], []]);
});

test('an edit by somebody else is kept beside, and told once', () => {
  const writer = writerOf();
  writer.write([{ path: PATH, text: 'a' }], false);
  writeFileSync(join(root, PATH), 'mine');
  writer.write([{ path: PATH, text: 'b' }], false);
  expect([read(), read(`${PATH}.foreign-1`)]).toEqual(['b', 'mine']);
  writeFileSync(join(root, PATH), 'mine too');
  writer.write([{ path: PATH, text: 'c' }], false);
  expect([read(), read(`${PATH}.foreign-2`)]).toEqual(['c', 'mine too']);
  expect(reported).toEqual(
    [1, 2].map(
      (n) => `${PATH} was not as the run left it: what stood there is kept in ${PATH}.foreign-${n}.`,
    ),
  );
  expect(readLedger(nodeFileSystem, join(base, 'one'))?.warnings).toEqual(reported);
});

test('an edit of a file that does not change is found when all is written', () => {
  const writer = writerOf();
  writer.write([{ path: PATH, text: 'a' }], false);
  writeFileSync(join(root, PATH), 'mine');
  writer.write([{ path: PATH, text: 'a' }], false);
  expect(read()).toBe('mine');
  writer.write([{ path: PATH, text: 'a' }], true);
  expect([read(), read(`${PATH}.foreign-1`)]).toEqual(['a', 'mine']);
});

test('a file that was there before the run is kept beside', () => {
  mkdirSync(join(root, '.map/main'), { recursive: true });
  writeFileSync(join(root, PATH), 'of another program');
  writerOf().write([{ path: PATH, text: 'a' }], false);
  expect(read(`${PATH}.foreign-1`)).toBe('of another program');
});

test('what an earlier run wrote is nobody’s edit', () => {
  writerOf('one').write([{ path: PATH, text: 'a' }], false);
  writerOf('two', ['one']).write([{ path: PATH, text: 'b' }], false);
  expect([read(), namesIn('.map/main'), reported]).toEqual(['b', ['state.json'], []]);
});

test('of two runs at once the later wins, which is told', () => {
  const one = writerOf('one', ['two']);
  one.write([{ path: PATH, text: 'a' }], false);
  writerOf('two', ['one']).write([{ path: PATH, text: 'b' }], false);
  one.write([{ path: PATH, text: 'c' }], false);
  expect([read(), namesIn('.map/main')]).toEqual(['c', ['state.json']]);
  expect(reported).toEqual(['Another run writes .map/main too: of each file the later text stays.']);
});

test('nothing is written where a link leads out of the project', () => {
  const outside = join(base, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(root, '.map'));
  writerOf().write([{ path: PATH, text: 'a' }], false);
  expect(readdirSync(outside).filter((name) => name !== 'main')).toEqual([]);
  expect(reported).toEqual(['Artifacts in .map/main are not written: a link leads it out of the project.']);
});

test('a link in place of a file is replaced, and what it leads to stays', () => {
  writeFileSync(join(base, 'secret'), 'secret');
  mkdirSync(join(root, '.map/main'), { recursive: true });
  symlinkSync(join(base, 'secret'), join(root, PATH));
  writerOf().write([{ path: PATH, text: 'a' }], false);
  expect([read(), readFileSync(join(base, 'secret'), 'utf8')]).toEqual(['a', 'secret']);
});

test('a folder in place of a file is told, and left', () => {
  mkdirSync(join(root, PATH), { recursive: true });
  writerOf().write(
    [
      { path: PATH, text: 'a' },
      { path: '.map/b', text: 'b' },
    ],
    false,
  );
  expect([read('.map/b'), reported]).toEqual([
    'b',
    [`The artifact ${PATH} is not written: something else than a file has its name.`],
  ]);
});

test('a disk that refuses is told once, and does not throw', () => {
  const refusing = {
    ...nodeFileSystem,
    rename: () => {
      throw Object.assign(new Error('ENOSPC: full'), { code: 'ENOSPC' });
    },
  };
  reported.length = 0;
  const writer = new ArtifactWriter(refusing, {
    root,
    realPath: realpathSync,
    ignored: new Set(['.map']),
    folder: '.map/main',
    runFolder: root,
    otherRunFolders: () => [],
    say: (line) => reported.push(line),
  });
  writer.write([{ path: PATH, text: 'a' }], false);
  writer.write([{ path: PATH, text: 'b' }], false);
  expect(reported).toEqual([
    `Artifacts: could not write "${PATH}": ENOSPC: full`,
    'Artifacts: could not keep what was written: ENOSPC: full',
  ]);
});

test('a ledger that was spoilt costs no more than a copy', () => {
  writerOf().write([{ path: PATH, text: 'a' }], false);
  writeFileSync(join(base, 'one/artifacts.json'), '{"files": 7, "warnings": [');
  writerOf().write([{ path: PATH, text: 'b' }], false);
  expect([read(), read(`${PATH}.foreign-1`)]).toEqual(['b', 'a']);
});
