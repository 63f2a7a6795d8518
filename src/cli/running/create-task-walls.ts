import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { gitFoldersOf, type GitFolders } from '../../git/git-folders.ts';
import { packageRoot } from '../../project/package-root.ts';
import type { ForeseenWall, TaskWalls } from '../../run/host/task-walls.ts';
import type { TaskToWall } from '../../run/program/wall-needs.ts';
import { faultOfOverlay } from '../../wall/probe-overlay.ts';
import { probeWall, type FoundWall } from '../../wall/probe-wall.ts';
import { cacheFolders, claudeFolders } from '../../wall/usual-writable.ts';
import type { Wall } from '../../wall/wall.ts';
import { WallError } from '../../wall/wall-error.ts';
import { confineTask, type Surroundings } from './confine-task.ts';

export interface WallWishes {
  readonly workRoot: string;
  /** Told what holds, or that nothing does though nobody switched it off. */
  readonly say: (line: string) => void;
  /** Whether walls are wanted: `--no-wall`. */
  readonly isWanted: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files that agents must not write, absolute; `**` at the end is all that is in a folder. */
  readonly guardedFiles: readonly string[];
}

/** The walls around the tasks of a run: the best that holds here, looked for once. */
export function createTaskWalls(wishes: WallWishes): TaskWalls {
  const { workRoot } = wishes;
  const { wall, reason } = wishes.isWanted
    ? wallFor(wishes)
    : { wall: undefined, reason: '--no-wall was given' };
  const isSwitchedOff = !wishes.isWanted || wishes.environment['WFMAP_WALL'] === 'off';
  if (!isSwitchedOff) wishes.say(wall === undefined ? `${NONE}: ${reason}.` : HELD[wall.kind]);
  if (wall === undefined) {
    return {
      record: { kind: null, reason },
      around: () => undefined,
      foresee: () => ({ lack: 'no wall', gaps: [] }),
    };
  }
  const fixed = surroundingsOf(wishes, wall);
  // As it was when the first task began there: what a task makes of it later opens nothing.
  const folders = new Map<string, GitFolders | undefined>();
  const gitOf = (folder: string): GitFolders | undefined => {
    if (!folders.has(folder)) folders.set(folder, gitFoldersOf(folder));
    return folders.get(folder);
  };
  return {
    record: { kind: wall.kind, reason },
    around: (task) => {
      try {
        const confinement = confineTask(task, { ...fixed, git: gitOf(task.folder) });
        return confinement && { wall, confinement };
      } catch (thrown) {
        if (!(thrown instanceof WallError)) throw thrown;
        const confinement = { folder: task.folder, writable: [], frozen: [], temporary: 'own' };
        return { wall: refusing(wall, thrown), confinement };
      }
    },
    foresee: (task) => foresee(wall, task, { ...fixed, folder: workRoot, git: gitOf(workRoot) }),
  };
}

function foresee(
  wall: Wall,
  { isAgent, effects, freezes }: TaskToWall,
  { folder, ...around }: Surroundings & { readonly folder: string },
): ForeseenWall {
  const runFolder = join(folder, '.wfmap/runs');
  // Whether a task gets an overlay is seen when it begins; without one it is held as well.
  const held = { isAgent, folder, runFolder, isAlone: false, ignored: [] };
  const task = { ...held, effects: effects && { ...effects, frozen: [] } };
  try {
    const confinement = confineTask(task, around);
    if (confinement === undefined) return { lack: 'no wall', gaps: [] };
    const gaps = wall.openFor(confinement).map((gap) => gap.replaceAll(`"${folder}/`, '"'));
    return wall.kind === 'landlock' && freezes ? { lack: 'nothing frozen', gaps } : { gaps };
  } catch (thrown) {
    // Such a task does not start, which it says itself.
    if (thrown instanceof WallError) return { gaps: [] };
    throw thrown;
  }
}

const HELD: Readonly<Record<Wall['kind'], string>> = {
  bwrap: 'Tasks run behind bwrap: they can write only what the map lets them, and nothing of this run.',
  landlock:
    'Tasks that may write nothing, or only some folders, run behind Landlock; others are compared afterwards.',
  'sandbox-exec':
    'Tasks run behind sandbox-exec: they can write only what the map lets them, and nothing of this run.',
};

const NONE = 'No wall holds tasks here, so what they change is only compared afterwards';

/** Behind bwrap root has no right to the files of others, so that it could not work in a folder of theirs. */
function wallFor({ workRoot, environment }: WallWishes): FoundWall {
  const found = probeWall(environment);
  const isForeign = process.getuid?.() === 0 && statSync(workRoot).uid !== 0;
  if (found.wall?.kind !== 'bwrap' || !isForeign) return found;
  const reason = `behind bwrap, root cannot write in the folder "${workRoot}", which belongs to another user`;
  if (environment['WFMAP_WALL'] === 'bwrap') return { wall: undefined, reason };
  const other = probeWall({ ...environment, WFMAP_WALL: 'landlock' });
  return other.wall === undefined ? { wall: undefined, reason } : other;
}

function surroundingsOf(
  { workRoot, environment, guardedFiles }: WallWishes,
  wall: Wall,
): Omit<Surroundings, 'git'> {
  const home = isAbsolute(environment['HOME'] ?? '') ? (environment['HOME'] ?? '') : homedir();
  const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
  const programs = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return {
    kind: wall.kind,
    canOverlay: (folder) => faultOfOverlay(wall, folder) === undefined,
    caches: cacheFolders(environment, home),
    claude: claudeFolders(environment, home),
    guarded: guardedFiles.map((path) => path.replace(/\/\*\*$/, '')).filter(isThere),
    // Commands of maps start wfmap itself.
    visible: [workRoot, home, ...programs, dirname(process.execPath), packageRoot()],
  };
}

/** One that says why it cannot be raised, so that the task does not start. */
function refusing(wall: Wall, fault: WallError): Wall {
  return {
    ...wall,
    raise: () => {
      throw fault;
    },
    openFor: () => [],
  };
}
