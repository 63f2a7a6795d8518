import { readdirSync, realpathSync, statSync } from 'node:fs';
import { openProcesses, scriptOf, type ProcessRow } from './platform/read-process.ts';
import { runsAround, type RunMarks } from './runs-around.ts';

/**
 * What can be seen of a living process.
 *
 * Shape: `program` is the script that it runs, links followed, and `words` what comes after it; null where that cannot
 * be told. `within` as in `runsAround`. `isReadable` is whether its environment may be read: that of another user may
 * not. `holds` is whether it has a file open, undefined where the system does not tell.
 */
export interface ProcessLook {
  readonly start: string;
  readonly user: string | null;
  readonly terminal: string | null;
  readonly program: string | null;
  readonly words: readonly string[];
  readonly within: readonly RunMarks[];
  readonly isReadable: boolean;
  readonly holds: boolean | undefined;
}

/** Looks at a process, and whether it has `file` open. Undefined for one that is gone. Errors: none. */
export function lookAtProcess(pid: number, file: string): ProcessLook | undefined {
  const find = openProcesses();
  const row = find(pid);
  if (row === undefined) return undefined;
  const { start, user, terminal, argv } = row;
  const script = scriptOf(row);
  return {
    start,
    user,
    terminal,
    program: script === undefined ? null : realPath(script.path),
    words: script === undefined ? [] : argv.slice(script.at + 1),
    within: runsAround(pid, find),
    isReadable: row.environment !== undefined,
    holds: process.platform === 'darwin' ? undefined : hasOpen(row, file),
  };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Removed since, or no script at all.
    return null;
  }
}

function hasOpen({ pid }: ProcessRow, file: string): boolean | undefined {
  const folder = `/proc/${pid}/fd`;
  const wanted = statSync(file, { throwIfNoEntry: false });
  if (wanted === undefined) return false;
  return descriptorsIn(folder)?.some((name) => {
    const open = statOf(`${folder}/${name}`);
    return open !== undefined && open.dev === wanted.dev && open.ino === wanted.ino;
  });
}

function descriptorsIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    // Somebody else's process.
    return undefined;
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Closed meanwhile, or of a kind that cannot be asked.
    return undefined;
  }
}
