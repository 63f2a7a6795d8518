import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { closest } from '../util/closest.ts';
import type { FileSystem } from './file-system.ts';
import {
  findRuns,
  isStartless,
  readRun,
  runDirectories,
  startlessError,
  type RunEntry,
} from './find-runs.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { runNumberOf, type RunDirectory } from './run-directory.ts';

/** Where to look: runs are those of the work root; a path is read from the working folder. Both absolute. */
export interface RunSearch {
  readonly workRoot: string;
  readonly workFolder: string;
}

/**
 * The run that a user names: by `<map>/slip-003`, by `slip-003` where that is unique, by the path of its
 * folder, or by nothing for the newest.
 *
 * Errors: throws `unknown-run` and `ambiguous-run`, each with candidates that would be understood; `journal-missing` and
 * `journal-damaged` where there is a folder without a start; `storage-failed`.
 */
export function findRun(fs: FileSystem, search: RunSearch, name?: string): RunEntry {
  const runs = findRuns(fs, search.workRoot);
  if (name === undefined) {
    const newest = runs[0];
    if (newest) return newest;
    throw new JournalError('unknown-run', 'There is no run here.', {
      help: 'Start one with "wfmap run <map>".',
    });
  }
  const isNamed = (run: RunDirectory): boolean => run.name === name || run.name.endsWith(`/${name}`);
  const named = runs.filter(isNamed);
  const [first, ...others] = named;
  if (first && others.length === 0) return first;
  const atPath = runAtPath(fs, search, name);
  if (atPath) return atPath;
  if (first) throw ambiguous(name, named);
  const startless = startlessIn(fs, search, { name, isNamed });
  throw startless === undefined ? unknown(name, runs) : startlessError(fs, startless);
}

interface Naming {
  readonly name: string;
  readonly isNamed: (run: RunDirectory) => boolean;
}

/** The folder that a name means where there is no run in it. */
function startlessIn(
  fs: FileSystem,
  { workRoot, workFolder }: RunSearch,
  { name, isNamed }: Naming,
): RunDirectory | undefined {
  return withStorage('look for runs', workRoot, () => {
    const folder = resolve(workFolder, name);
    const atPath = runNumberOf(basename(folder)) === undefined ? [] : [runDirectoryAt(workRoot, folder)];
    const meant = [...runDirectories(fs, workRoot).filter(isNamed), ...atPath];
    return meant.find((each) => isStartless(fs, each));
  });
}

function runAtPath(fs: FileSystem, search: RunSearch, name: string): RunEntry | undefined {
  const folder = resolve(search.workFolder, name);
  return withStorage('read the run', folder, () => readRun(fs, runDirectoryAt(search.workRoot, folder)));
}

function runDirectoryAt(workRoot: string, folder: string): RunDirectory {
  const path = relative(workRoot, folder).split(sep).join('/');
  const map = basename(dirname(folder)).replace(/(?<=.)-slips$/, '');
  return { folder, path: `${path}/`, name: join(map, basename(folder)) };
}

function ambiguous(name: string, runs: readonly RunEntry[]): JournalError {
  // Two maps of one name in two scopes are told apart by their paths only.
  const names = runs.map((run) => run.name);
  const candidates = new Set(names).size === names.length ? names : runs.map((run) => run.path);
  return new JournalError('ambiguous-run', `"${name}" names ${runs.length} runs.`, {
    candidates,
    help: `Name one of ${listed(candidates)}.`,
  });
}

function unknown(name: string, runs: readonly RunEntry[]): JournalError {
  const candidates = runs.map((run) => run.name);
  const near = closest(name, candidates);
  const help =
    near === undefined
      ? candidates.length === 0
        ? 'There is no run here: start one with "wfmap run <map>".'
        : `The runs here are ${listed(candidates)}.`
      : `Did you mean "${near}"?`;
  return new JournalError('unknown-run', `There is no run "${name}".`, { candidates, help });
}

const MAX_LISTED = 5;

function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_LISTED).map((name) => `"${name}"`);
  const rest = names.length - some.length;
  return some.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
