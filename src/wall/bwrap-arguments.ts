/**
 * The words that make bwrap a wall.
 *
 * B1. A user namespace of its own and no capabilities: with those of root everything could be mounted anew.
 * B2. Binds go from wide to narrow, since later ones cover earlier ones.
 * B3. What is frozen is bound read-only, and each folder above it in a writable one onto itself: what is bound can be
 *     neither moved nor removed, and a folder that was moved would take the frozen file out of its place.
 * B4. A process namespace of its own, so that `/proc` shows no process with another view of the files.
 * B5. The program is not the first process of that namespace: the kernel keeps signals from one that it would end.
 *
 * Source: bwrap(1); mount_namespaces(7), pid_namespaces(7), user_namespaces(7).
 */
import { dirname } from 'node:path';
import { depthOf, foldersBetween, isWithin } from './path-parts.ts';
import type { ResolvedConfinement } from './resolve-confinement.ts';
import type { Command } from './wall.ts';

/** The descriptor on which bwrap reports in JSON lines: its child, then the exit code of a program that was started. */
export const STATUS_DESCRIPTOR = 3;

const ALONE = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--disable-userns',
  '--cap-drop',
  'ALL',
];

/** What lies in `/run` and programs need: names of servers, and the programs of some systems. */
const OF_RUN = [
  'systemd/resolve',
  'NetworkManager',
  'resolvconf',
  'current-system',
  'opengl-driver',
  'wrappers',
].map((name) => `/run/${name}`);

type Bind = '--bind' | '--ro-bind' | '--ro-bind-try' | '--tmpfs';

/** Where bwrap puts what. Shape: by the path inside; `from` is a path outside, absent for an empty folder in memory. */
type Places = Map<string, { readonly how: Bind; readonly from?: string }>;

/** The arguments of bwrap that run a command in a confinement. What is frozen must exist (`createPlaceholders`). */
export function bwrapArguments(
  confinement: ResolvedConfinement,
  { command, args, environment }: Command,
): readonly string[] {
  const isAll = confinement.writable.some(({ path }) => path === '/');
  const places = placesOf(confinement, isAll);
  const sorted = [...places].toSorted(([a], [b]) => depthOf(a) - depthOf(b));
  const emptied = confinement.hidden.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  return [
    ...ALONE,
    ...[isAll ? '--bind' : '--ro-bind', '/', '/'],
    ...['--dev', '/dev', '--proc', '/proc'],
    ...sorted.flatMap(([path, { how, from }]) => (from === undefined ? [how, path] : [how, from, path])),
    ...emptied
      .filter((path) => places.get(path)?.how === '--tmpfs')
      .flatMap((path) => ['--remount-ro', path]),
    ...['--chdir', confinement.folder, '--json-status-fd', String(STATUS_DESCRIPTOR)],
    ...Object.entries(environment).flatMap(([name, value]) =>
      isOfLoader(name) && value !== undefined ? ['--setenv', name, value] : [],
    ),
    ...['--', command, ...args],
  ];
}

/** Whether a variable makes each program load code. They are for the command, and not for what raises its wall. */
export function isOfLoader(name: string): boolean {
  return name.startsWith('LD_');
}

/** Later lines cover earlier ones of the same path. */
function placesOf(confinement: ResolvedConfinement, isAll: boolean): Places {
  const { folder, temporary, writable, frozen, sealed, hidden } = confinement;
  const places: Places = new Map();
  const put = (how: Bind, path: string): void => void places.set(path, { how, from: path });
  if (isAll) {
    // As root, files of it lead out of the wall: programs that the kernel starts are named there.
    put('--ro-bind-try', '/sys');
  } else {
    // Sockets in it are doors to programs outside: docker, D-Bus, keys.
    places.set('/run', { how: '--tmpfs' });
    for (const path of OF_RUN) put('--ro-bind-try', path);
  }
  places.set('/tmp', { how: '--bind', from: temporary });
  for (const { path, isFolder } of hidden) {
    places.set(path, isFolder ? { how: '--tmpfs' } : { how: '--ro-bind', from: '/dev/null' });
  }
  const roots = writable.map(({ path }) => path).filter((path) => path !== '/');
  // Where something else was put over it, it must be seen all the same.
  if (places.has(folder) || [...places.keys()].some((path) => isWithin(folder, path))) {
    put(isAll ? '--bind' : '--ro-bind', folder);
    if (isAll) roots.push(folder);
  }
  for (const path of roots) put('--bind', path);
  const tops = isAll ? ['/', ...roots] : roots;
  for (const { path } of [...frozen, ...sealed]) {
    for (const held of heldAbove(tops, path, [...places.keys()])) put('--bind', held);
  }
  for (const each of sealed.flatMap(({ folders }) => folders)) put('--bind', each);
  for (const { path } of sealed) put('--ro-bind', path);
  for (const { path } of frozen) {
    for (const inner of places.keys()) if (inner !== path && isWithin(inner, path)) places.delete(inner);
    put('--ro-bind', path);
  }
  return places;
}

/** The folders that would take what is frozen with them if they were moved: those below the innermost other place. */
function heldAbove(tops: readonly string[], path: string, covered: readonly string[]): readonly string[] {
  const top = tops.filter((each) => isWithin(path, each)).toSorted((a, b) => depthOf(a) - depthOf(b))[0];
  if (top === undefined) return [];
  const folders = foldersBetween(top, path);
  // Below what stands in the place of a folder, such as `/tmp`, nothing of ours is there to be moved.
  const own = ['/tmp', '/run'].filter((each) => covered.includes(each) && isWithin(dirname(path), each));
  const inner = tops.filter((each) => each !== '/' && isWithin(path, each));
  return folders.filter((each) =>
    own.every((over) => !isWithin(each, over) || inner.some((root) => isWithin(each, root))),
  );
}
