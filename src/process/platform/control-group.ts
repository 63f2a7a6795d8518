/**
 * Control groups of Linux: what is started in one stays in it with all that it starts, whatever that does to its
 * parent, its session and its environment.
 *
 * G1. A group is made below the one that this process is in, and nowhere else.
 * G2. What is started in a group is there before its first instruction: this process goes in, starts it and comes back,
 *     in one turn of the event loop. It does not run in a shell that moves itself, since a shell changes the environment.
 * G3. Ending a group ends all of it at once, also what starts others faster than they could be listed.
 * G4. This process is never ended with a group, though it were in one.
 *
 * Source: cgroups(7); Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/freezer-subsystem.rst of the kernel.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { systemCodeOf } from '../../util/error.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { waitBriefly } from './wait-briefly.ts';

/** Hierarchies that can hold a group still or end it at once, the best first. */
const HIERARCHIES = ['v2', 'freezer', 'pids'] as const;
export type Hierarchy = (typeof HIERARCHIES)[number];

/** Where groups can be made. Shape: `folder` is the group that this process is in, as a path of the file system. */
export interface GroupPlace {
  readonly hierarchy: Hierarchy;
  readonly folder: string;
}

/**
 * Finds out where groups can be made, by making one.
 *
 * Shape: undefined where none can be made: not on Linux, no right to, or a kernel that cannot end a group at once.
 */
export function probeGroups(hierarchies: readonly Hierarchy[] = HIERARCHIES): GroupPlace | undefined {
  if (process.platform !== 'linux') return undefined;
  const mounts = mountsOf(textOf('/proc/self/mountinfo'));
  const own = ownGroups(textOf('/proc/self/cgroup'));
  for (const hierarchy of hierarchies) {
    const path = own.get(hierarchy);
    const mount = mounts.find((one) => one.hierarchy === hierarchy && isBelow(path, one.root));
    if (path === undefined || mount === undefined) continue;
    const place = { hierarchy, folder: join(mount.folder, relative(mount.root, path)) };
    if (canUse(place)) return place;
  }
  return undefined;
}

function canUse(place: GroupPlace): boolean {
  const group = join(place.folder, `wfmap-probe-${randomUUID()}`);
  try {
    mkdirSync(group);
    try {
      if (
        !['cgroup.kill', 'cgroup.freeze', 'freezer.state', 'pids.max'].some((file) =>
          existsSync(join(group, file)),
        )
      )
        return false;
      enter(group);
      enter(place.folder);
      return true;
    } finally {
      rmdirSync(group);
    }
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return false;
  }
}

/** Makes a group and starts something in it (G2). Shape: false for a group that could not be made or gone into. */
export function startInGroup(place: GroupPlace, group: string, start: () => void): boolean {
  try {
    // One above it at most: where the place itself is gone, no plain folders are to be made.
    if (!existsSync(dirname(group))) mkdirSync(dirname(group));
    mkdirSync(group);
    enter(group);
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return false;
  }
  try {
    start();
  } finally {
    // Whoever cannot come back works on where it is (G4), and its watchdog, which stands outside, ends the rest.
    write(join(place.folder, 'cgroup.procs'), '0');
  }
  return true;
}

/** Moves this process: 0 names whoever writes it. */
function enter(group: string): void {
  writeFileSync(join(group, 'cgroup.procs'), '0', { flag: 'r+' });
}

/** The processes of a group and of all groups below it; none where there is no such group. */
export function membersOf(group: string): readonly number[] {
  return [...groupsIn(group)].flatMap((folder) =>
    textOf(join(folder, 'cgroup.procs'))
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  );
}

/** Ends everything in a group, without waiting until it is gone (G3, G4). */
export function killGroup(group: string): void {
  const isInside = membersOf(group).includes(process.pid);
  if (!isInside && write(join(group, 'cgroup.kill'), '1')) return;
  const folders = [...groupsIn(group)];
  const hold = (state: 'held' | 'free'): void => {
    for (const folder of folders) for (const [file, words] of HOLDS) write(join(folder, file), words[state]);
  };
  if (!isInside) hold('held');
  const isHeld = (): boolean => !/^FREEZING/m.test(textOf(join(group, 'freezer.state')));
  for (let waits = 0; waits < 20 && !isHeld(); waits += 1) waitBriefly();
  for (const pid of membersOf(group)) if (pid !== process.pid) kill(pid);
  hold('free');
}

/** What keeps a group from starting more, by the file that there is. */
const HOLDS = [
  ['cgroup.freeze', { held: '1', free: '0' }],
  ['freezer.state', { held: 'FROZEN', free: 'THAWED' }],
  ['pids.max', { held: '0', free: 'max' }],
] as const;

/** Removes a group with those below it; one in which something is left stays. */
export function removeGroup(group: string): void {
  for (const folder of [...groupsIn(group)].toReversed()) removeEmpty(folder);
}

/** Removes a group where nothing is in it, no group either. */
export function removeEmpty(group: string): void {
  unlessRefused(() => rmdirSync(group));
}

/** Looks for groups whose name begins so, wherever in the hierarchies they are. */
export function findGroups(start: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return mountsOf(textOf('/proc/self/mountinfo')).flatMap(({ folder }) =>
    [...groupsIn(folder)].filter((group) => group.slice(group.lastIndexOf('/') + 1).startsWith(start)),
  );
}

/** A group and all below it, each before those in it. */
function* groupsIn(group: string): Generator<string> {
  const entries = unlessRefused(() => readdirSync(group, { withFileTypes: true }));
  if (entries === undefined) return;
  yield group;
  for (const entry of entries) if (entry.isDirectory()) yield* groupsIn(join(group, entry.name));
}

interface Mount {
  readonly hierarchy: Hierarchy;
  /** The group that is the root of what can be seen there. */
  readonly root: string;
  readonly folder: string;
}

/** Source: proc_pid_mountinfo(5): the root and the folder are fields 4 and 5, the type comes after a lone hyphen. */
function mountsOf(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, , , root = '', folder = '', ...rest] = line.split(' ').map(unescaped);
    const [type, , options = ''] = rest.slice(rest.indexOf('-') + 1);
    const words = options.split(',');
    const hierarchy =
      type === 'cgroup2' ? 'v2' : HIERARCHIES.find((one) => type === 'cgroup' && words.includes(one));
    return hierarchy === undefined ? [] : [{ hierarchy, root, folder }];
  });
}

/** Blanks in a path are octal there. */
function unescaped(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}

/** Source: cgroups(7), `/proc/pid/cgroup`: number, controllers and path, with colons between; v2 has the number 0. */
function ownGroups(text: string): ReadonlyMap<Hierarchy, string> {
  const found = new Map<Hierarchy, string>();
  for (const line of text.split('\n')) {
    const [, number, controllers = '', path = ''] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? [];
    const names = number === '0' ? ['v2'] : controllers.split(',');
    for (const hierarchy of HIERARCHIES) if (names.includes(hierarchy)) found.set(hierarchy, path);
  }
  return found;
}

function isBelow(path: string | undefined, root: string): boolean {
  return path !== undefined && (root === '/' || path === root || path.startsWith(`${root}/`));
}

/** Shape: false for a file that is not there, or that takes no such word. */
function write(path: string, text: string): boolean {
  return (
    unlessRefused(() => {
      // Without "create": only files that the kernel provides are written.
      writeFileSync(path, text, { flag: 'r+' });
      return true;
    }) ?? false
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code !== 'ESRCH' && code !== 'EPERM') throw thrown;
  }
}

/** Empty for what cannot be read: it has gone, or this machine has no such thing. */
function textOf(path: string): string {
  return unlessRefused(() => readFileSync(path, 'utf8')) ?? '';
}
