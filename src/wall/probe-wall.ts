/**
 * Finds out which wall holds here, by raising it around a shell that tries to write.
 *
 * P1. A wall counts only if what it should refuse was refused and what it should allow was done, here and now.
 * P2. The programs are those of the system (`findSystemProgram`).
 */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toError } from '../util/error.ts';
import { hasLandlockCalls } from './landlock-arguments.ts';
import { createWall } from './raise-wall.ts';
import { findSystemProgram, SYSTEM_PATH } from './system-program.ts';
import type { Wall, WallKind } from './wall.ts';

/** Shape: without a wall, `reason` says what each lacks, in a sentence without its full stop. */
export interface FoundWall {
  readonly wall: Wall | undefined;
  readonly reason: string;
}

const PROGRAMS: Readonly<Record<WallKind, string>> = {
  bwrap: 'bwrap',
  landlock: 'perl',
  'sandbox-exec': 'sandbox-exec',
};
/** Units: ms. */
const PATIENCE_MS = 5_000;

const found = new Map<string, FoundWall>();

/**
 * The best wall that holds here; each is tried once a process.
 *
 * `WFMAP_WALL` chooses: `off` for none, or the name of one.
 */
export function probeWall(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FoundWall {
  const chosen = environment['WFMAP_WALL'] ?? '';
  const known = found.get(chosen);
  if (known !== undefined) return known;
  const fresh = probeChosen(chosen);
  found.set(chosen, fresh);
  return fresh;
}

function probeChosen(chosen: string): FoundWall {
  if (chosen === 'off') return { wall: undefined, reason: 'WFMAP_WALL turns walls off' };
  const ofSystem: readonly WallKind[] = WALLS_OF[process.platform] ?? [];
  if (ofSystem.length === 0)
    return { wall: undefined, reason: `${process.platform} has none that is known here` };
  const kinds = ofSystem.filter((kind) => chosen === '' || kind === chosen);
  if (kinds.length === 0) {
    const words = ['off', ...ofSystem].map((word) => `"${word}"`).join(', ');
    return { wall: undefined, reason: `WFMAP_WALL is ${JSON.stringify(chosen)}, and can be ${words} here` };
  }
  const reasons: string[] = [];
  for (const kind of kinds) {
    const tried = probeKind(kind);
    if (tried.wall !== undefined) return tried;
    reasons.push(`${kind}: ${tried.reason}`);
  }
  return { wall: undefined, reason: reasons.join('; ') };
}

const WALLS_OF: Readonly<Partial<Record<NodeJS.Platform, readonly WallKind[]>>> = {
  linux: ['bwrap', 'landlock'],
  darwin: ['sandbox-exec'],
};

function probeKind(kind: WallKind): FoundWall {
  const name = PROGRAMS[kind];
  const program = findSystemProgram(name);
  if (program === undefined) return { wall: undefined, reason: `${name} is not installed` };
  if (kind === 'landlock' && !hasLandlockCalls(process.arch)) {
    return { wall: undefined, reason: `its system calls are not known for ${process.arch}` };
  }
  const wall = createWall(kind, program);
  const fault = faultOf(wall);
  return fault === undefined ? { wall, reason: `${program} was tried` } : { wall: undefined, reason: fault };
}

function faultOf(wall: Wall): string | undefined {
  let folder: string | undefined;
  try {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-wall-')));
    return faultIn(folder, wall);
  } catch (thrown) {
    return toError(thrown).message.replace(/\.$/, '');
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes into a writable folder, which must be done, into another and into a frozen one, which must not. */
const TRIAL =
  'echo > open/inner/new || exit 1; for name in closed open/frozen; do (echo > $name/new) 2> /dev/null && exit 2; done; exit 0';

function faultIn(folder: string, wall: Wall): string | undefined {
  const within = (path: string): string => join(folder, path);
  for (const path of ['closed', 'temporary', 'open', 'open/frozen', 'open/inner']) mkdirSync(within(path));
  const confinement = {
    folder,
    writable: [within('open')],
    frozen: [within('open/frozen')],
    temporary: within('temporary'),
  };
  const trial = { command: '/bin/sh', args: ['-c', TRIAL], environment: { PATH: SYSTEM_PATH } };
  const { command, args, environment, release } = wall.raise(confinement, trial);
  const ended = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  release();
  const [isDone, ...isOpen] = ['open/inner/new', 'closed/new', 'open/frozen/new'].map((path) =>
    existsSync(within(path)),
  );
  if (isOpen.includes(true) || ended.status === 2) return 'it let through what it should have refused';
  if (ended.status !== 0) return reasonOf(ended);
  return isDone === true ? undefined : 'it refused what it should have allowed';
}

/** The fault that Landlock's program reports, or the last line of bwrap's own. */
function reasonOf({ error, output, stderr, signal, status }: SpawnSyncReturns<string>): string {
  if (error !== undefined) return error.message;
  const fault = /"fault":"([^"]*)"/.exec(output[3] ?? '')?.[1];
  const line = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^[\w-]+: /, '')
    .replace(/\.$/, '');
  return (fault ?? line) || `it ended with ${signal ?? String(status)}`;
}
