import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { TARGETS } from './attacks.ts';

/** Parts of a tree. The last three are folders of the machine. */
export type Zone =
  'src' | 'test' | 'kept' | 'absent' | 'git' | 'top' | 'home' | 'outside' | 'tmp' | 'var' | 'shm';

const FOLDERS = [
  ['tmp', '/tmp'],
  ['var', '/var/tmp'],
  ['shm', '/dev/shm'],
] as const;

/** A repository with a home and a folder beside it, which can be attacked and looked at. */
export interface AttackedTree {
  readonly root: string;
  /** What files in folders of the machine are called, that are its. */
  readonly mark: string;
  /** The zones that have changed since it was made; restores them. */
  readonly takeChanges: () => readonly Zone[];
  /** The same as paths from `root`, and those of the machine's folders from there, such as `/tmp/…`. */
  readonly takePaths: () => readonly string[];
  readonly remove: () => void;
}

/** Not below `/tmp`, where a wall may put another folder. */
const PLACE = '/var/tmp';

/** Makes trees that are copies of one. */
export function createTrees(): { readonly create: () => AttackedTree; readonly remove: () => void } {
  const first = realpathSync(mkdtempSync(join(PLACE, 'wfmap-walls-')));
  fill(first);
  return { create: () => createTree(first), remove: () => rmSync(first, { recursive: true, force: true }) };
}

function fill(root: string): void {
  for (const path of [...TARGETS, 'outside/other.txt'].filter((each) => !each.includes('.git/'))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `a\n${path}\n`);
  }
  const write =
    'node -e "for (const f of process.env.FILES.split(String.fromCharCode(10))) try { fs.writeFileSync(f, String(1)) } catch {}"';
  writeFileSync(
    join(root, 'repo/package.json'),
    JSON.stringify({ name: 'x', scripts: { write, postinstall: write } }),
  );
  mkdirSync(join(root, 'temporary'));
  const git = (...words: readonly string[]): void => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...words], {
      cwd: join(root, 'repo'),
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
  git('init', '--quiet', '--initial-branch', 'main', '--template=');
  mkdirSync(join(root, 'repo/.git/hooks'));
  writeFileSync(join(root, 'repo/.git/description'), 'a\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  // A difference that a stash would take.
  writeFileSync(join(root, 'repo/top.txt'), 'b\n');
  // A time that a copy has exactly.
  for (const path of statesOf(root).keys()) utimesSync(join(root, path), 1_000_000_000, 1_000_000_000);
}

function createTree(first: string): AttackedTree {
  const root = realpathSync(mkdtempSync(join(PLACE, 'wfmap-wall-')));
  const mark = `wfmap-mark-${root.slice(-6)}`;
  const restore = (part: string): void => {
    rmSync(join(root, part), { recursive: true, force: true });
    const from = join(first, part);
    if (existsSync(from)) cpSync(from, join(root, part), { recursive: true, preserveTimestamps: true });
  };
  cpSync(first, root, { recursive: true, preserveTimestamps: true });
  const before = statesOf(root);
  const takePaths = (): readonly string[] => {
    const after = statesOf(root);
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    const changed = paths.filter((path) => before.get(path) !== after.get(path));
    for (const part of new Set(changed.map(partOf))) restore(part);
    const ofMachine = FOLDERS.map(([, folder]) => join(folder, mark)).filter((path) => existsSync(path));
    for (const path of ofMachine) rmSync(path);
    return [...changed, ...ofMachine];
  };
  return {
    root,
    mark,
    takePaths,
    takeChanges: () => [...new Set(takePaths().flatMap((path) => zoneOf(path) ?? []))].toSorted(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What is restored together: an entry of the root, or of the repository. */
function partOf(path: string): string {
  return /^repo\/[^/]+/.exec(path)?.[0] ?? /^[^/]+/.exec(path)?.[0] ?? path;
}

/** Where a path of {@link AttackedTree.takePaths} lies. The temporary folder is there to be written. */
export function zoneOf(path: string): Zone | undefined {
  if (path.startsWith('temporary')) return undefined;
  const machine = FOLDERS.find(([, folder]) => path.startsWith(`${folder}/`));
  if (machine !== undefined) return machine[0];
  if (path.startsWith('repo/src/')) return 'src';
  if (path.startsWith('repo/test/')) return 'test';
  if (path.startsWith('repo/.git/') || path === 'repo/.git') return 'git';
  if (path === 'repo/lib/kept.js') return 'kept';
  if (path.startsWith('repo/absent')) return 'absent';
  if (path.startsWith('home/')) return 'home';
  return path.startsWith('repo/') ? 'top' : 'outside';
}

/** All entries with what can be changed of them. Folders have no times: they tell of what is in them. */
function statesOf(root: string, below = ''): Map<string, string> {
  const states = new Map<string, string>();
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name);
    const whole = join(root, path);
    const stats = lstatSync(whole);
    const { mode, uid } = stats;
    let what = '';
    if (stats.isSymbolicLink()) what = readlinkSync(whole);
    else if (stats.isFile())
      what = `${stats.mtimeMs} ${createHash('sha1').update(readFileSync(whole)).digest('hex')}`;
    states.set(path, `${mode} ${uid} ${what}`);
    if (stats.isDirectory()) for (const [inner, state] of statesOf(root, path)) states.set(inner, state);
  }
  return states;
}
