import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { ProcessLook } from '../model/processes.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { openProcesses, scriptOf } from './platform/read-process.ts';
import { runsAround } from './runs-around.ts';

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
    program: script === undefined ? null : (unlessRefused(() => realpathSync(script.path)) ?? null),
    words: script === undefined ? [] : argv.slice(script.at + 1),
    within: runsAround(pid, find),
    isReadable: row.environment !== undefined,
    holds: process.platform === 'darwin' ? undefined : hasOpen(pid, file),
  };
}

/** Undefined for a process of somebody else. */
function hasOpen(pid: number, file: string): boolean | undefined {
  const folder = `/proc/${pid}/fd`;
  const wanted = statSync(file, { throwIfNoEntry: false });
  if (wanted === undefined) return false;
  return unlessRefused(() => readdirSync(folder))?.some((name) => {
    const open = unlessRefused(() => statSync(`${folder}/${name}`, { throwIfNoEntry: false }));
    return open !== undefined && open.dev === wanted.dev && open.ino === wanted.ino;
  });
}
