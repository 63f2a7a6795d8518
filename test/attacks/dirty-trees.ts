import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../helpers/seeded-random.ts';
import { repositoryAt, type Repository } from '../git/repository.ts';

/** Files of a folder: mode and content by path, a byte a character; and what git's index has of each. */
export interface Look {
  readonly files: ReadonlyMap<string, string>;
  readonly index: ReadonlyMap<string, string>;
}

export function lookAt({ root, git }: Repository): Look {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(bytesOf(join(root, folder)), { encoding: 'latin1' })) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (['.git', '.wfmap', '.map'].includes(path)) continue;
      const full = bytesOf(`${Buffer.from(root).toString('latin1')}/${path}`);
      const stats = lstatSync(full);
      if (stats.isDirectory()) walk(path);
      else {
        const held = stats.isSymbolicLink() ? readlinkSync(full, 'latin1') : readFileSync(full, 'latin1');
        files.set(path, `${stats.mode.toString(8)} ${held}`);
      }
    }
  };
  walk('');
  const index = new Map<string, string>();
  for (const line of latin(git('ls-files', '--stage', '-z')).split('\0')) {
    const [entry = '', path] = line.split('\t');
    if (path !== undefined) index.set(path, entry);
  }
  return { files, index };
}

export const bytesOf = (path: string): Buffer => Buffer.from(path, 'latin1');
/** What git printed as UTF-8, as bytes again; names of a test that are not UTF-8 are not asked for in this way. */
const latin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
export const listed = (text: string): string[] =>
  latin(text)
    .split('\0')
    .filter((path) => path !== '');

export const pick = (all: ReadonlyMap<string, string>, paths: readonly string[]) =>
  paths.map((path) => [path, all.get(path) ?? 'none']);

export function dirtyPaths({ git }: Repository): string[] {
  // The helper cuts blanks at the ends; the first line, which names the branch, has none.
  const [, ...lines] = listed(git('status', '--porcelain', '--branch', '-z', '--no-renames', '-uall'));
  return lines.map((line) => line.slice(3));
}

export const uncommittedOf = (repository: Repository): Set<string> => new Set(dirtyPaths(repository));

export function committedPaths({ git }: Repository, since: string): Set<string> {
  return new Set(listed(git('log', '--format=', '--name-only', '--no-renames', '-z', `${since}..HEAD`)));
}

export function stashed({ git }: Repository): string[] {
  if (git('stash', 'list') === '') return [];
  return listed(git('diff', '--name-only', '--no-renames', '-z', 'stash@{0}^', 'stash@{0}')).toSorted();
}

export const NAMES = [
  'a.txt',
  '-rf',
  'with space',
  'q"uote',
  'new\nline',
  'ü',
  ':(top)x',
  '*.js',
  'd/one',
  'd/e/two',
  'd/e/x',
  'z',
];

export function makeFiles({ put, root }: Repository, random: SeededRandom): void {
  for (const name of NAMES) put(name, `${name}\n`.repeat(1 + random.below(20)));
  put('run.sh', '#!/bin/sh\n');
  symlinkSync('a.txt', join(root, 'link'));
  put('.gitignore', 'ignored\n');
  if (random.oneIn(3)) put('.gitattributes', '* text=auto\n');
}

export function addSubmodule({ git }: Repository, home: string): void {
  const other = repositoryAt(join(home, 'other'));
  other.git('init', '-q', '-b', 'main');
  other.put('inside.txt', 'inside\n');
  other.commit();
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'sub');
}

/** Between three and ten things that a user may have begun. */
export function makeDirty(repository: Repository, random: SeededRandom): void {
  const { git, put, root } = repository;
  const left = [...NAMES];
  const take = (): string => left.splice(random.below(left.length), 1)[0] ?? 'a.txt';
  const add = (path: string): string => git('--literal-pathspecs', 'add', '--', path);
  const deeds: readonly [() => void, ...(() => void)[]] = [
    () => put(take(), 'edited\n'),
    () => {
      const path = take();
      put(path, 'staged\n');
      add(path);
    },
    () => {
      const path = take();
      put(path, 'staged\n');
      add(path);
      put(path, 'staged, and more\n');
    },
    () => rmSync(join(root, take())),
    () => git('--literal-pathspecs', 'rm', '-q', '--', take()),
    () => git('mv', '--', take(), `moved ${random.below(1000)}`),
    () => renameSync(join(root, take()), join(root, `renamed ${random.below(1000)}`)),
    () => put(`new/${random.below(1000)}`, 'new\n'),
    () => {
      put('added', 'added\n');
      add('added');
      rmSync(join(root, 'added'));
    },
    () => {
      put('intended', 'x\n');
      git('add', '--intent-to-add', 'intended');
    },
    () => chmodSync(join(root, 'run.sh'), 0o755),
    () => {
      const path = take();
      rmSync(join(root, path));
      symlinkSync('nowhere', join(root, path));
    },
    () => {
      const path = take();
      rmSync(join(root, path));
      put(`${path}/now a folder`, 'x\n');
    },
  ];
  put('.env', 'SECRET=1\n');
  for (let count = 3 + random.below(7); count > 0; count -= 1) random.of(deeds)();
}
