/**
 * The words that make Landlock a wall.
 *
 * Landlock only grants: what is frozen in a writable folder is left out by granting each other entry of the folder. So
 * that folder takes no new entries, and loses none.
 *
 * Source: landlock(7).
 */
import { readdirSync, type Dirent } from 'node:fs';
import { LANDLOCK_PROGRAM } from './landlock-program.ts';
import type { ResolvedConfinement } from './resolve-confinement.ts';
import type { Command } from './wall.ts';
import { WallError } from './wall-error.ts';
import { isWithin } from './path-parts.ts';

/** The number of `prctl`. Source: the tables of system calls of Linux. */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/** What every program may write into. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts'].map(
  (name) => `/dev/${name}`,
);

/** Each is a descriptor for a moment, and words of the command line. */
const MAX_GRANTS = 5_000;

/** Whether the architecture is one whose system calls are known here. */
export function hasLandlockCalls(architecture: string): boolean {
  return PRCTL[architecture] !== undefined;
}

/** Shape: the arguments of perl, and the folders that take no new entries. Errors: `too-many-paths`. */
export function landlockArguments(
  confinement: ResolvedConfinement,
  { command, args }: Pick<Command, 'command' | 'args'>,
): { readonly args: readonly string[]; readonly closed: readonly string[] } {
  const { writable, frozen, sealed, hidden, temporary } = confinement;
  const untouched = [...frozen, ...hidden].map(({ path }) => path);
  const seals = new Set(sealed.map(({ path }) => path));
  const written = writable.map(({ path }) => grantsBut(path, untouched, seals));
  const devices = existing(DEVICES);
  const read =
    hidden.length === 0
      ? []
      : grantsBut(
          '/',
          hidden.map(({ path }) => path),
          new Set(),
        ).granted;
  const grants = [
    ...devices,
    ...(temporary === undefined ? [] : [temporary]),
    ...written.flatMap(({ granted }) => granted),
  ];
  if (grants.length + read.length > MAX_GRANTS) {
    throw new WallError(
      'too-many-paths',
      `Landlock would have to be given ${grants.length + read.length} paths one by one; ${MAX_GRANTS} are the most.`,
      'Freeze whole folders, and none in a folder with thousands of entries.',
    );
  }
  const words = [...read.flatMap((path) => ['-r', path]), ...grants.flatMap((path) => ['-w', path])];
  return {
    args: ['-e', LANDLOCK_PROGRAM, String(PRCTL[process.arch] ?? ''), ...words, '--', command, ...args],
    closed: written.flatMap(({ closed }) => closed),
  };
}

interface Grants {
  readonly granted: readonly string[];
  /** Folders of which only the entries are granted. */
  readonly closed: readonly string[];
}

/** All of a folder but some paths in it. */
function grantsBut(path: string, untouched: readonly string[], seals: ReadonlySet<string>): Grants {
  if (untouched.some((one) => isWithin(one, path))) return { granted: [], closed: [] };
  const isOpen = ![...untouched, ...seals].some((one) => isWithin(path, one));
  if (isOpen) return { granted: [path], closed: [] };
  // A link is no place of its own, and where it leads is granted by its own name or not at all.
  const entries = entriesOf(path).filter((entry) => !entry.isSymbolicLink());
  const inner = entries
    .filter((entry) => !seals.has(path) || entry.isDirectory())
    .map(({ name }) => grantsBut(path === '/' ? `/${name}` : `${path}/${name}`, untouched, seals));
  return {
    granted: inner.flatMap(({ granted }) => granted),
    closed: [path, ...inner.flatMap(({ closed }) => closed)],
  };
}

function entriesOf(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true });
}

function existing(paths: readonly string[]): readonly string[] {
  const names = new Set(readdirSync('/dev'));
  return paths.filter((path) => names.has(path.slice('/dev/'.length)));
}
