import { existsSync, mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { unlessRefused } from '../util/unless-refused.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Caches of package managers and compilers: the folder in the home folder, the variable that names another, and what of it
 * is a cache, where not all is: programs and settings lie beside it.
 */
const CACHES: readonly (readonly [
  folder: string,
  variable?: string | undefined,
  parts?: readonly string[],
])[] = [
  ['.cache', 'XDG_CACHE_HOME'],
  ['Library/Caches'],
  ['.npm', 'npm_config_cache'],
  ['.cargo', 'CARGO_HOME', ['registry', 'git', '.package-cache']],
  ['go', 'GOPATH', ['pkg']],
  ['.cache/go-build', 'GOCACHE'],
  ['.gradle', 'GRADLE_USER_HOME', ['caches', 'daemon', 'native']],
  ['.m2', undefined, ['repository']],
  ['.bun', 'BUN_INSTALL', ['install/cache']],
];

/** The caches that every command may write, as far as they exist; that of XDG is made. Shape: absolute paths. */
export function cacheFolders(environment: Environment, home: string): readonly string[] {
  const base = pathIn(environment, 'XDG_CACHE_HOME') ?? join(home, '.cache');
  // As its specification asks of who is to write there.
  unlessRefused(() => mkdirSync(base, { recursive: true, mode: 0o700 }));
  const paths = CACHES.flatMap(([name, variable, parts = ['']]) => {
    const folder = (variable === undefined ? undefined : pathIn(environment, variable)) ?? join(home, name);
    return parts.map((part) => join(folder, part));
  });
  return paths.filter((path) => existsSync(path));
}

/**
 * What Claude Code writes of its own, and what of its configuration must stay as it is, as far as it exists.
 *
 * Shape: absolute paths. Of what it keeps, the sessions are enough for it to work and to resume. `.credentials.json` is a
 * file: it can be written in place, not replaced.
 */
export function claudeFolders(
  environment: Environment,
  home: string,
): { readonly writable: readonly string[]; readonly frozen: readonly string[] } {
  const folder = pathIn(environment, 'CLAUDE_CONFIG_DIR') ?? join(home, '.claude');
  unlessRefused(() => mkdirSync(join(folder, 'projects'), { recursive: true, mode: 0o700 }));
  const inIt = (names: readonly string[]): readonly string[] =>
    names.map((name) => join(folder, name)).filter((path) => existsSync(path));
  return { writable: inIt(WRITTEN), frozen: inIt(READ) };
}

const WRITTEN = ['projects', '.credentials.json'];

/** What its next sessions, those of its user too, read as commands and instructions. */
const READ = [
  'settings.json',
  'settings.local.json',
  'CLAUDE.md',
  'agents',
  'commands',
  'hooks',
  'output-styles',
  'plugins',
  'rules',
  'skills',
];

function pathIn(environment: Environment, name: string): string | undefined {
  const given = environment[name] ?? '';
  return isAbsolute(given) ? given : undefined;
}
