import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findFiles } from '../../src/project/find-files.ts';
import { findMapRoot, isShipped } from '../../src/project/find-map-root.ts';
import { findMaps } from '../../src/project/find-maps.ts';
import { findNamed } from '../../src/project/find-named.ts';
import { findRoles, roleAt } from '../../src/project/find-roles.ts';
import { findUpward } from '../../src/project/find-upward.ts';
import { findWorkRoot } from '../../src/project/find-work-root.ts';
import { isWithin } from '../../src/project/is-within.ts';
import { packageRoot } from '../../src/project/package-root.ts';
import { shippedMaps } from '../../src/project/resolve-map.ts';
import { walkFiles } from '../../src/project/walk-files.ts';
import { inFolder, projectFaultOf } from './in-folder.ts';

const { at, root, put, reported } = inFolder();

/** So many folders one inside of another. */
const nested = (depth: number): string => Array.from({ length: depth }, (_, index) => `d${index}/`).join('');

describe('files of a project', () => {
  test('are found by the ends of their names, those near the root first, then by name', () => {
    for (const path of ['b.md', 'a.md', 'x/a.md', 'a/z/q.md', 'c.json', 'c.txt', 'a/md', '.sdlc/s.md'])
      put(path);
    expect(findFiles(root(), ['.md', '.json'])).toEqual([
      'a.md',
      'b.md',
      'c.json',
      '.sdlc/s.md',
      'x/a.md',
      'a/z/q.md',
    ]);
    expect(findFiles(root(), [])).toEqual([]);
  });

  test('are not looked for in folders of others, of what is made, in hidden or in linked ones', () => {
    for (const folder of ['node_modules', 'dist', 'build', 'target', 'vendor', 'coverage', '.git', '.wfmap'])
      put(`${folder}/a.md`);
    put('own/a.md');
    symlinkSync(at('own'), at('linked'));
    put('.hidden.md');
    put('sub/dist/b.md');
    expect(findFiles(root(), ['.md'])).toEqual(['.hidden.md', 'own/a.md']);
  });

  test('are looked for eight folders deep, and two thousand of them at most', () => {
    put(`${nested(8)}in.md`);
    put(`${nested(9)}out.md`);
    expect(findFiles(root(), ['.md'])).toEqual([`${nested(8)}in.md`]);
    for (let index = 0; index < 2001; index += 1) put(`many/${index}.txt`);
    expect(findFiles(root(), ['.txt'])).toHaveLength(2000);
  });

  test('are none where there is no folder', () => {
    expect(findFiles(at('nothing'), ['.md'])).toEqual([]);
    expect(findFiles(put('a.md'), ['.md'])).toEqual([]);
  });
});

describe('a walk', () => {
  const entry = (name: string, isFolder: boolean) => ({ name, isDirectory: () => isFolder });
  /** Two folders and two files in each folder. */
  const list = () =>
    [entry('a', false), entry('x', true), entry('b', false), entry('y', true)] as unknown as ReturnType<
      Parameters<typeof walkFiles>[0]['list']
    >;
  const walk = (
    maxDepth: number,
    maxFolders: number,
    enters = (_name: string) => true,
  ): readonly string[] => [...walkFiles({ maxDepth, maxFolders, enters, list })];

  test('gives the files of a folder before those of the folders in it', () => {
    expect(walk(1, 10)).toEqual(['a', 'b', 'x/a', 'x/b', 'y/a', 'y/b']);
    expect(walk(0, 10)).toEqual(['a', 'b']);
  });

  test('enters so many folders and no more, and only those that it may', () => {
    expect(walk(5, 2)).toEqual(['a', 'b', 'x/a', 'x/b']);
    expect(walk(5, 1)).toEqual(['a', 'b']);
    expect(walk(1, 10, (name) => name === 'y')).toEqual(['a', 'b', 'y/a', 'y/b']);
  });

  test('ends where no folder is left', () => {
    expect(walk(1_000_000_000, 10, () => false)).toEqual(['a', 'b']);
  });
});

describe('files by a pattern', () => {
  test('are found by their bare names, sorted, and not in folders of runs', () => {
    for (const path of ['b.x', 'a/b.x', 'a/c.y', 'x.x/c', '.map/d.x', 'Z.x']) put(path);
    expect(findNamed(root(), /^.\.x$/)).toEqual(['Z.x', 'a/b.x', 'b.x']);
  });

  test('are those in linked scopes, wherever these lead, and in no link below', () => {
    put('elsewhere/a-map.json');
    put('elsewhere/more/b-map.json');
    put('elsewhere/c.json');
    put('.sdlc/workflows/project/d-map.json');
    const links = { system: 'elsewhere', 'project/up': '.sdlc', around: '.sdlc/workflows', gone: 'nothing' };
    for (const [name, target] of Object.entries(links))
      symlinkSync(at(target), at(`.sdlc/workflows/${name}`));
    symlinkSync('ring', at('.sdlc/workflows/ring'));
    expect(findMaps(root())).toEqual([
      '.sdlc/workflows/project/d-map.json',
      '.sdlc/workflows/system/a-map.json',
      '.sdlc/workflows/system/more/b-map.json',
    ]);
  });

  test('are looked for twenty folders deep', () => {
    put(`${nested(20)}in.md`);
    put(`${nested(21)}out.md`);
    expect(findNamed(root(), /\.md$/)).toEqual([`${nested(20)}in.md`]);
  });

  test('below a folder that cannot be listed are refused with its path', () => {
    expect(reported(() => findNamed(at('nothing'), /./))).toBe(
      'unreadable-file: The folder "<folder>/nothing" cannot be listed.',
    );
    expect(projectFaultOf(() => findNamed(at('nothing'), /./)).cause).toMatchObject({ code: 'ENOENT' });
  });
});

describe('maps', () => {
  test('are not those in linked folders, nor of another end', () => {
    for (const path of ['a.json', 'b.wfmap', 'c.jsonc', 'd.wfmap.txt', 'e.yaml']) put(`workflows/${path}`);
    for (const path of ['a-map.json', 'b-map.jsonl', 'map.json', 'c-map.wfmap'])
      put(`.sdlc/workflows/s/${path}`);
    expect(findMaps(root())).toEqual([
      '.sdlc/workflows/s/a-map.json',
      '.sdlc/workflows/s/c-map.wfmap',
      'workflows/a.json',
      'workflows/b.wfmap',
    ]);
  });

  test('are looked for twenty folders deep', () => {
    put(`.sdlc/workflows/${nested(20)}in-map.json`);
    put(`.sdlc/workflows/${nested(21)}out-map.json`);
    expect(findMaps(root())).toEqual([`.sdlc/workflows/${nested(20)}in-map.json`]);
  });

  test('are none where there is no folder of maps, or a file in its place', () => {
    expect(findMaps(root())).toEqual([]);
    put('workflows');
    put('.sdlc/workflows');
    expect(findMaps(root())).toEqual([]);
  });

  test('in a folder that cannot be listed are refused with it', () => {
    symlinkSync('workflows', at('workflows'));
    expect(reported(() => findMaps(root()))).toBe(
      'unreadable-file: The folder "workflows" cannot be listed.',
    );
    expect(projectFaultOf(() => findMaps(root())).cause).toMatchObject({ code: 'ELOOP' });
  });
});

describe('roles', () => {
  test('are the texts in their folder, sorted, the linked folders left out', () => {
    for (const path of ['b.md', 'a.md', 'x/c.md', 'x.md', 'd.txt', 'e.mdx']) put(`prompts/agents/${path}`);
    put('prompts/f.md');
    symlinkSync(at('prompts/agents/x'), at('prompts/agents/y'));
    expect(findRoles(root())).toEqual([
      'prompts/agents/a.md',
      'prompts/agents/b.md',
      'prompts/agents/x.md',
      'prompts/agents/x/c.md',
    ]);
  });

  test('are none where there is no folder of them, or a file in its place', () => {
    expect(findRoles(root())).toEqual([]);
    put('prompts/agents');
    expect(findRoles(root())).toEqual([]);
  });

  test('are looked for ten folders deep, and a thousand of them at most', () => {
    put(`prompts/agents/${nested(10)}in.md`);
    put(`prompts/agents/${nested(11)}out.md`);
    expect(findRoles(root())).toEqual([`prompts/agents/${nested(10)}in.md`]);
    for (let index = 0; index < 1000; index += 1) put(`prompts/agents/a${index}.md`);
    expect(findRoles(root())).toHaveLength(1000);
    expect(findRoles(root())).not.toContain(`prompts/agents/${nested(10)}in.md`);
  });

  test('in a folder that cannot be listed are refused with it', () => {
    mkdirSync(at('prompts'));
    symlinkSync('agents', at('prompts/agents'));
    expect(reported(() => findRoles(root()))).toBe(
      'unreadable-file: The folder "<folder>/prompts/agents" cannot be listed.',
    );
    expect(projectFaultOf(() => findRoles(root())).cause).toMatchObject({ code: 'ELOOP' });
  });

  test.each([
    ['/a/prompts/agents/critic.md', { root: '/a/', path: 'prompts/agents/critic.md', role: 'critic' }],
    ['/prompts/agents/x/y.md', { root: '/', path: 'prompts/agents/x/y.md', role: 'x/y' }],
    ['C:\\a\\prompts\\agents\\x\\y.md', { root: 'C:\\a\\', path: 'prompts/agents/x/y.md', role: 'x/y' }],
    [
      '/prompts/agents/prompts/agents/z.md',
      { root: '/prompts/agents/', path: 'prompts/agents/z.md', role: 'z' },
    ],
    ['/a/prompts/agents/.md', undefined],
    ['/a/prompts/agents/critic.mdx', undefined],
    ['/a/prompts/critic.md', undefined],
    ['/a/myprompts/agents/critic.md', undefined],
    ['prompts/agents/critic.md', undefined],
  ])('of the file %s are %j', (file, role) => {
    expect(roleAt(file)).toEqual(role);
  });
});

describe('a folder upward', () => {
  test('is the nearest that is accepted, the given one first, and none above the topmost', () => {
    expect(findUpward('/a/b/c', (each) => each.length < 5)).toBe('/a/b');
    expect(findUpward('/a/b/c', () => true)).toBe('/a/b/c');
    expect(findUpward('/a/b/c', (each) => each === '/')).toBe('/');
    expect(findUpward('/a/b', () => false)).toBeUndefined();
  });

  test('is looked for from the working folder where it is relative', () => {
    expect(findUpward('src', () => true)).toBe(`${process.cwd()}/src`);
    expect(findWorkRoot('/')).toBe('/');
  });
});

describe('the root of a map', () => {
  test('is its own folder where nothing marks a project', () => {
    expect(findMapRoot(put('a/b.json'))).toBe(at('a'));
  });

  test('is the package for the maps beside the shipped ones only', () => {
    const folder = packageRoot();
    expect(
      [`${folder}/workflows/x.json`, `${folder}/x.json`, `${folder}/workflows/y/x.json`].map(isShipped),
    ).toEqual([true, false, false]);
  });
});

test('a path is within a folder that it is, or that is above it by name', () => {
  const inside = ['/a/b', '/a/b/c', '/a/b/..c', '/a/b/...'];
  const outside = ['/a', '/a/bc', '/', '/a/b/../c'];
  expect(inside.filter((path) => !isWithin('/a/b', path))).toEqual([]);
  expect(outside.filter((path) => isWithin('/a/b', path))).toEqual([]);
});

test('shipped maps are told by their names, sorted, other files left out', () => {
  for (const name of ['b.json', 'a.json', 'c.md', 'd.json.md']) put(`maps/${name}`);
  expect(shippedMaps(at('maps'))).toEqual(['a', 'b']);
});
