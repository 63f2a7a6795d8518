import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Confinement } from '../../src/wall/confinement.ts';
import { resolveConfinement } from '../../src/wall/resolve-confinement.ts';
import { resolveInside } from '../../src/wall/resolve-inside.ts';
import { cacheFolders, claudeFolders } from '../../src/wall/usual-writable.ts';
import { WallError } from '../../src/wall/wall-error.ts';
import { createGround } from './confined.ts';

const ground = createGround();
afterAll(ground.remove);
const { at, confine, steady } = ground;

const resolved = (changes: Partial<Confinement>) => resolveConfinement(confine(changes));
const pathsOf = (all: readonly { readonly path: string }[]): readonly string[] =>
  all.map(({ path }) => steady(path));

function faultOf(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof WallError) return steady(`${thrown.code}: ${thrown.message} ${thrown.help ?? ''}`);
    throw thrown;
  }
  return 'none';
}

describe('a confinement', () => {
  test('has real paths, each once, and none in another', () => {
    const writable = [
      at('repo/config'),
      at('repo/config/sub'),
      at('repo/src/out'),
      at('secret/'),
      at('secret/../secret'),
    ];
    expect(pathsOf(resolved({ writable }).writable)).toEqual(['<root>/repo/config', '<root>/secret']);
    expect(pathsOf(resolved({ writable: 'all' }).writable)).toEqual(['/']);
  });

  test('freezes what could be written, and nothing else', () => {
    const frozen = [at('repo/test'), at('repo/test/a'), at('secret/key'), at('repo/src/deep/b.js')];
    expect(pathsOf(resolved({ frozen }).frozen)).toEqual(['<root>/repo/test', '<root>/repo/src/deep/b.js']);
  });

  test('has nothing writable in what is frozen', () => {
    const writable = [at('repo/src'), at('repo/src/deep')];
    expect(resolved({ writable, frozen: [at('repo/src')] }).writable).toEqual([]);
    const inner = resolved({ writable: [at('repo/src'), at('repo/test')], frozen: [at('repo/test')] });
    expect(pathsOf(inner.writable)).toEqual(['<root>/repo/src']);
  });

  test('freezes a link by its folder and where it leads', () => {
    const { frozen, sealed } = resolved({ frozen: [at('repo/config/link.json')] });
    expect(pathsOf(frozen)).toEqual(['<root>/repo/config/real.json']);
    expect(sealed).toEqual([
      { path: at('repo/config'), link: 'link.json', folders: [at('repo/config/sub')] },
    ]);
  });

  test('freezes a link on the way too, though it leads out of what is writable', () => {
    const { frozen, sealed } = resolved({ frozen: [at('repo/src/out/key')] });
    expect(frozen).toEqual([]);
    expect(sealed.map(({ path, link }) => [steady(path), link])).toEqual([['<root>/repo/src', 'out']]);
  });

  test('tells names that do not exist from those that do', () => {
    const { frozen } = resolved({ frozen: [at('repo/x/y'), at('repo/test/a')] });
    expect(frozen.map(({ missing }) => missing)).toEqual([['x', 'y'], []]);
  });

  test('counts the names of a frozen file', () => {
    linkSync(at('repo/src/a.js'), at('repo/alias'));
    expect(resolved({ frozen: [at('repo/alias')] }).frozen[0]?.hardLinks).toBe(2);
  });

  test('hides what is there', () => {
    const hidden = [at('secret'), at('secret/key'), at('none')];
    expect(resolved({ hidden }).hidden).toEqual([{ path: at('secret'), isFolder: true }]);
  });

  test('is refused with a sentence where it cannot be meant', () => {
    const many = Array.from({ length: 501 }, (_, n) => at(`repo/${n}`));
    const cases: readonly Partial<Confinement>[] = [
      { folder: at('none') },
      { folder: at('secret/key') },
      { temporary: 'temporary' },
      { writable: [at('none')] },
      { writable: ['/proc'] },
      { writable: ['src'] },
      { frozen: ['test'] },
      { frozen: [`${at('repo')}/\0`] },
      { frozen: [at('repo/round')] },
      { frozen: many },
      { hidden: ['/'] },
    ];
    expect(cases.map((each) => faultOf(() => resolved(each)))).toMatchInlineSnapshot(`
      [
        "path-missing: The working folder "<root>/none" does not exist. Make it before the process starts, or leave it out.",
        "path-refused: "<root>/secret/key" is not a folder, which the working one must be. Name another path.",
        "path-refused: "temporary" is not an absolute path. Name another path.",
        "path-missing: The writable folder "<root>/none" does not exist. Make it before the process starts, or leave it out.",
        "path-refused: "/proc" belongs to the kernel, and no wall opens it. Name another path.",
        "path-refused: "src" is not an absolute path. Name another path.",
        "path-refused: "test" is not an absolute path. Name another path.",
        "path-refused: "<root>/repo/\\u0000" is not an absolute path. Name another path.",
        "path-refused: The path "<root>/repo/round" cannot be followed: its links lead in a circle. Name a path whose folders can be read.",
        "too-many-paths: A wall takes 500 paths of a kind, and not 501. Name the folders that they are in.",
        "path-refused: "/" holds everything, the program itself too. Name another path.",
      ]
    `);
  });
});

describe('a path that a map names', () => {
  const inside = (path: string): string => steady(resolveInside(at('repo'), path));

  test('is in the folder, as it is written', () => {
    const paths = ['src', './src/../test/a', 'new/name', 'config/link.json', '.'];
    expect(paths.map(inside)).toEqual(
      ['src', 'test/a', 'new/name', 'config/link.json', ''].map((path) => `<root>/repo${path && `/${path}`}`),
    );
  });

  test('does not leave the folder, by its text or by a link', () => {
    for (const path of [
      '..',
      '../secret',
      'src/../../secret',
      '/etc',
      'src/out',
      'src/out/new',
      'a\0b',
      '../repository',
    ]) {
      expect(faultOf(() => inside(path))).toMatch(
        /^path-outside: The path ".*" leads out of the folder "<root>\/repo"/,
      );
    }
    expect(faultOf(() => inside('round'))).toMatch(/^path-refused: .* its links lead in a circle/);
  });
});

describe('what is usually written outside of a project', () => {
  test('is what there is of it', () => {
    const home = createGround();
    const user = home.at('home');
    // Compilers end with an error where they cannot make it.
    expect(cacheFolders({}, user)).toEqual([home.at('home/.cache')]);
    for (const path of ['.cargo/bin', '.cargo/registry', 'cargo/git', 'go/bin', 'go/pkg'])
      mkdirSync(join(user, path), { recursive: true });
    const others = { CARGO_HOME: home.at('home/cargo'), GOPATH: 'go' };
    expect(cacheFolders({}, user)).toEqual(
      ['.cache', '.cargo/registry', 'go/pkg'].map((name) => join(user, name)),
    );
    // A relative path means another folder for each process.
    expect(cacheFolders(others, user)).toEqual(
      ['.cache', 'cargo/git', 'go/pkg'].map((name) => join(user, name)),
    );
    home.remove();
  });

  test('is of Claude Code its sessions and its login, and none of its settings', () => {
    const home = createGround();
    const claude = (name: string): string => join(home.at('home/.claude'), name);
    expect(claudeFolders({}, home.at('home'))).toEqual({ writable: [claude('projects')], frozen: [] });
    for (const name of ['.credentials.json', 'settings.json']) writeFileSync(claude(name), '{}');
    mkdirSync(claude('skills'));
    expect(claudeFolders({}, home.at('home'))).toEqual({
      writable: [claude('projects'), claude('.credentials.json')],
      frozen: [claude('settings.json'), claude('skills')],
    });
    expect(claudeFolders({ CLAUDE_CONFIG_DIR: home.at('secret') }, home.root).writable).toEqual([
      home.at('secret/projects'),
    ]);
    home.remove();
  });
});
