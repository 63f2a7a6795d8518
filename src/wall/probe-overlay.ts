import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toError } from '../util/error.ts';
import { isWithin } from './path-parts.ts';
import { findSystemProgram, SYSTEM_PATH } from './system-program.ts';
import type { Wall } from './wall.ts';

/** Units: ms. */
const PATIENCE_MS = 5_000;

/** A new file, and a new folder in the place of one: what needs most of the file system that takes them. */
const TRIAL =
  'echo x > "$1" && rm "$1" && mkdir "$1" && echo x > "$1/x" && rm -r "$1" && mkdir "$1" && echo x > "$1/y"';

const found = new Map<string, string | undefined>();

/**
 * Why a wall can give a process no overlay of a folder; undefined where it can. Each folder is tried once.
 *
 * Shape: a clause without its full stop.
 */
export function faultOfOverlay(wall: Wall, folder: string): string | undefined {
  const key = `${wall.kind} ${folder}`;
  if (!found.has(key)) found.set(key, tryOverlay(wall, folder));
  return found.get(key);
}

function tryOverlay(wall: Wall, folder: string): string | undefined {
  if (wall.kind !== 'bwrap') return `${wall.kind} has none`;
  if (findSystemProgram('unshare') === undefined) return 'unshare is not installed';
  try {
    const real = realpathSync(folder);
    if (isWithin(real, realpathSync(tmpdir()))) return `"${real}" holds the folder for temporary files`;
    // An overlay shows what is below a mount, and not what is mounted.
    const mount = mountPoints().find((each) => each !== real && isWithin(real, each));
    return mount === undefined ? faultIn(wall, real) : `something is mounted at "${mount}"`;
  } catch (thrown) {
    return toError(thrown).message.replace(/\.$/, '');
  }
}

/** Source: proc_pid_mountinfo(5): the fifth word, with blanks and the like as octal numbers. */
function mountPoints(): readonly string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .map((path) =>
      path.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    );
}

function faultIn(wall: Wall, folder: string): string | undefined {
  const path = join(folder, `.wfmap-${randomUUID()}`);
  const confinement = { folder, writable: [], frozen: [], temporary: 'own', overlay: true };
  const trial = {
    command: '/bin/sh',
    args: ['-c', TRIAL, 'sh', path],
    environment: { PATH: SYSTEM_PATH },
  };
  const { command, args, environment, release } = wall.raise(confinement, trial);
  try {
    const { error, status, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
    });
    if (existsSync(path)) {
      rmSync(path, { recursive: true });
      return 'what was written in it was not discarded';
    }
    if (status === 0) return undefined;
    return error?.message ?? (stderr.trim().split('\n').at(-1) || `it ended with ${String(status)}`);
  } finally {
    release();
  }
}
