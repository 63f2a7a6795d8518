import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unlessRefused } from '../util/unless-refused.ts';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** A PATH on which only programs of the system are. */
export const SYSTEM_PATH = FOLDERS.join(delimiter);

/** The absolute path of a program of the system, never one that PATH names: a project may have put one there. */
export function findSystemProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  return unlessRefused(() => (accessSync(path, constants.X_OK), true)) ?? false;
}
