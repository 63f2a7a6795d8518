/**
 * The words that make bwrap a wall.
 *
 * B1. A user namespace of its own and no capabilities: with those of root everything could be mounted anew.
 * B2. Binds go from wide to narrow, since later ones cover earlier ones.
 * B3. What is frozen is bound read-only, and each folder above it in a writable one onto itself: what is bound can be
 *     neither moved nor removed, and a folder that was moved would take the frozen file out of its place.
 * B4. A process namespace of its own, so that `/proc` shows no process with another view of the files.
 * B5. What is frozen in an overlay is bound from outside of it. The folders above it are not: from outside they would be
 *     writable for good.
 * B6. The program is not the first process of that namespace: the kernel keeps signals from one that it would end.
 *
 * Source: bwrap(1); mount_namespaces(7), pid_namespaces(7), user_namespaces(7).
 */
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

/** What bwrap puts at a path. Shape: `from` is a path outside; absent for an empty folder in memory. */
interface Place {
  readonly how: '--bind' | '--ro-bind' | '--ro-bind-try' | '--tmpfs';
  readonly from?: string;
}

type Placed = readonly [path: string, place: Place];

/**
 * The arguments of bwrap that run a command in a confinement. What is frozen must exist (`holdNames`).
 *
 * `tree` is where the overlay of the folder is, if the confinement has one.
 */
export function bwrapArguments(
  confinement: ResolvedConfinement,
  { command, args, environment }: Command,
  tree?: string,
): readonly string[] {
  const isAll = confinement.writable.some(({ path }) => path === '/');
  const places = placesOf(confinement, isAll, tree);
  const sorted = [...places].toSorted(([a], [b]) => depthOf(a) - depthOf(b));
  const emptied = confinement.hidden.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  return [
    ...ALONE,
    // Who mounts the overlay is root in a user namespace around this one.
    ...(tree === undefined ? [] : ['--uid', String(process.getuid?.()), '--gid', String(process.getgid?.())]),
    isAll ? '--bind' : '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...sorted.flatMap(([path, { how, from }]) => (from === undefined ? [how, path] : [how, from, path])),
    ...emptied
      .filter((path) => places.get(path)?.how === '--tmpfs')
      .flatMap((path) => ['--remount-ro', path]),
    '--chdir',
    confinement.folder,
    '--json-status-fd',
    String(STATUS_DESCRIPTOR),
    ...Object.entries(environment).flatMap(([name, value]) =>
      isOfLoader(name) && value !== undefined ? ['--setenv', name, value] : [],
    ),
    '--',
    command,
    ...args,
  ];
}

/** Whether a variable makes each program load code. They are for the command, and not for what raises its wall. */
export function isOfLoader(name: string): boolean {
  return name.startsWith('LD_');
}

/** What is where. Of several at a path the last counts. */
function placesOf(
  confinement: ResolvedConfinement,
  isAll: boolean,
  tree: string | undefined,
): ReadonlyMap<string, Place> {
  const { folder, writable, frozen, sealed, visible } = confinement;
  const covers = coversOf(confinement, isAll);
  // Where something else was put over it, it must be seen all the same.
  const isUnder = (path: string, strictly: boolean): boolean =>
    covers.some(([cover]) => isWithin(cover, path) && !(strictly && path === cover));
  const isCovered = isUnder(folder, false);
  const written = writable.map(({ path }) => path).filter((path) => path !== '/');
  const roots = isCovered && isAll ? [...written, folder] : written;
  const tops = isAll ? ['/', ...roots] : roots;
  const kept = [...frozen, ...sealed];
  const keptOutside = tree === undefined ? kept : kept.filter(({ path }) => !isWithin(folder, path));
  const covered = (path: string): boolean => confinement.temporary !== undefined && isWithin('/tmp', path);
  const places = new Map<string, Place>([
    ...covers,
    ...visible.filter((path) => isUnder(path, true)).map((path) => same('--ro-bind', path)),
    ...(isCovered ? [same('--ro-bind', folder)] : []),
    ...roots.map((path): Placed =>
      path === folder && tree !== undefined ? [path, { how: '--bind', from: tree }] : same('--bind', path),
    ),
    ...keptOutside.flatMap(({ path }) => heldAbove(tops, path, covered)).map((path) => same('--bind', path)),
    ...sealed.flatMap(({ folders }) => folders).map((path) => same('--bind', path)),
    ...kept.toReversed().map(({ path }) => same('--ro-bind', path)),
  ]);
  const isInFrozen = (path: string): boolean =>
    frozen.some((one) => one.path !== path && isWithin(one.path, path));
  return new Map([...places].filter(([path]) => !isInFrozen(path)));
}

/** What stands in the place of folders of the system, and of those that are hidden. */
function coversOf({ temporary, hidden }: ResolvedConfinement, isAll: boolean): readonly Placed[] {
  const system: readonly Placed[] = isAll
    ? // As root, files of it lead out of the wall: programs that the kernel starts are named there.
      [same('--ro-bind-try', '/sys')]
    : // Sockets in it are doors to programs outside: docker, D-Bus, keys.
      [['/run', { how: '--tmpfs' }], ...OF_RUN.map((path) => same('--ro-bind-try', path))];
  return [
    ...system,
    ...(temporary === undefined ? [] : [['/tmp', { how: '--bind', from: temporary }] as const]),
    ...hidden.map(({ path, isFolder }): Placed => [
      path,
      isFolder ? { how: '--tmpfs' } : { how: '--ro-bind', from: '/dev/null' },
    ]),
  ];
}

function same(how: Place['how'], path: string): Placed {
  return [path, { how, from: path }];
}

/** The folders that would take what is frozen with them if they were moved. */
function heldAbove(
  tops: readonly string[],
  path: string,
  isCovered: (path: string) => boolean,
): readonly string[] {
  const around = tops.filter((each) => isWithin(each, path)).toSorted((a, b) => depthOf(a) - depthOf(b));
  const [widest] = around;
  if (widest === undefined) return [];
  // Where something else stands as `/tmp`, only what is writable below it by name is there to be moved.
  const isThere = (folder: string): boolean =>
    !isCovered(folder) || around.some((each) => each !== '/' && isWithin(each, folder));
  return foldersBetween(widest, path).filter(isThere);
}
