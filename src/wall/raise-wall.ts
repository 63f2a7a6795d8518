import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toError } from '../util/error.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { bwrapArguments, isOfLoader } from './bwrap-arguments.ts';
import type { Confinement } from './confinement.ts';
import { landlockArguments } from './landlock-arguments.ts';
import { holdNames } from './hold-names.ts';
import { overlayCommand, treeOf } from './overlay-words.ts';
import { resolveConfinement, type ResolvedConfinement } from './resolve-confinement.ts';
import { sandboxExecArguments } from './sandbox-exec-arguments.ts';
import type { Command, Wall, WalledCommand, WallKind } from './wall.ts';
import { WallError } from './wall-error.ts';

/** A wall of a kind. It brings along the code that raises it: who starts a process without a wall need not load that. */
export function createWall(kind: WallKind, program: string): Wall {
  return {
    kind,
    program,
    raise: (confinement, command) => raise({ kind, program }, confinement, command),
    openFor: (confinement) => {
      const temporary = confinement.temporary === 'own' ? tmpdir() : confinement.temporary;
      const resolved = resolveConfinement({ ...confinement, temporary });
      return [...linkGaps(resolved), ...OPEN[kind](resolved)];
    },
  };
}

/** What raises a wall. */
type Raised = Pick<Wall, 'kind' | 'program'>;

function raise(wall: Raised, confinement: Confinement, command: Command): WalledCommand {
  const own = confinement.temporary === 'own' ? ownTemporary() : undefined;
  try {
    const raised =
      confinement.overlay === true
        ? raiseWithOverlay(wall, confinement, command, own?.folder)
        : raiseAround(wall, { ...confinement, ...(own && { temporary: own.folder }) }, command);
    const release = (): void => {
      raised.release();
      own?.remove();
    };
    return { ...raised, release };
  } catch (thrown) {
    own?.remove();
    if (thrown instanceof WallError) throw thrown;
    const message = `The wall could not be raised: ${toError(thrown).message.replace(/\.$/, '')}.`;
    throw new WallError('path-refused', message, 'See that its folders can be read and written.');
  }
}

/** `tree` is where the overlay of the folder is, if it has one. */
function raiseAround(
  { kind, program }: Raised,
  confinement: Confinement,
  command: Command,
  tree?: string,
): WalledCommand {
  const resolved = resolveConfinement(confinement);
  const raised = RAISERS[kind](resolved, command, tree);
  const environment = { ...command.environment, ...raised.environment };
  return { ...raised, command: program, environment, gaps: [...gapsOf(resolved), ...raised.gaps] };
}

/** The place of the overlay is beside what stands as `/tmp`, so that nobody inside comes upon it there. */
function raiseWithOverlay(
  wall: Raised,
  confinement: Confinement,
  command: Command,
  own: string | undefined,
): WalledCommand {
  if (wall.kind !== 'bwrap' || own === undefined) {
    const help = 'Ask for none, or for a temporary folder of its own behind bwrap.';
    throw new WallError('path-refused', `The wall of ${wall.kind} cannot mount an overlay here.`, help);
  }
  const [temporary, mountPoint] = [join(own, 'tmp'), join(own, 'overlay')];
  for (const path of [temporary, mountPoint]) mkdirSync(path);
  const raised = raiseAround(wall, { ...confinement, temporary }, command, treeOf(mountPoint));
  const words = [raised.command, ...raised.args];
  return { ...raised, ...overlayCommand(mountPoint, realpathSync(confinement.folder), words) };
}

/** What a process has put there may be odd: whatever cannot be removed stays, as with all temporary files. */
function ownTemporary(): { readonly folder: string; readonly remove: () => void } {
  const made = unlessRefused(() => mkdtempSync(join(tmpdir(), 'wfmap-task-')));
  if (made === undefined) {
    throw new WallError(
      'path-missing',
      `No folder for temporary files can be made in "${tmpdir()}".`,
      'See that there is room in it, and that it can be written.',
    );
  }
  return { folder: made, remove: () => unlessRefused(() => rmSync(made, { recursive: true, force: true })) };
}

/** What a kind of wall lets through of what was refused, as sentences. */
const OPEN: Readonly<Record<WallKind, (confinement: ResolvedConfinement) => readonly string[]>> = {
  bwrap: ({ frozen }) =>
    frozen
      .filter(({ missing, isFolder }) => missing.length === 0 && !isFolder)
      .map(({ path }) => `"${path}" is frozen until somebody outside replaces it; a folder would stay so.`),
  landlock: () => ['Mode and times of files can be changed.'],
  'sandbox-exec': () => [],
};

/** Shape: `environment` are the variables to change. */
type Raiser = (
  confinement: ResolvedConfinement,
  command: Command,
  tree: string | undefined,
) => Omit<WalledCommand, 'command'>;

const RAISERS: Readonly<Record<WallKind, Raiser>> = {
  bwrap: raiseBwrap,
  landlock: (confinement, command) => {
    const { args, closed } = landlockArguments(confinement, command);
    const gaps = [
      ...closed.map((path) => `"${path}" takes no new entries and loses none, as something in it is frozen.`),
      ...OPEN.landlock(confinement),
      ...placeOfTemporary(confinement),
    ];
    return {
      args,
      environment: { ...temporaryIn(confinement), ...keptOf(command) },
      gaps,
      release: doNothing,
    };
  },
  'sandbox-exec': (confinement, command) => ({
    args: sandboxExecArguments(confinement, command),
    environment: temporaryIn(confinement),
    gaps: placeOfTemporary(confinement),
    release: doNothing,
  }),
};

function raiseBwrap(
  confinement: ResolvedConfinement,
  command: Command,
  tree: string | undefined,
): Omit<WalledCommand, 'command'> {
  const { sealed, frozen } = confinement;
  const release = holdNames(frozen);
  const ofLoader = Object.keys(command.environment).filter(isOfLoader);
  // It stands as /tmp, which is where programs look of themselves.
  const without = [...(confinement.temporary === undefined ? [] : ['TMPDIR', 'TMP', 'TEMP']), ...ofLoader];
  const gaps = [
    ...sealed.map(
      ({ path, link }) =>
        `"${path}" takes no new entries and its files stay as they are: the link "${link}" in it is frozen.`,
    ),
    ...frozen
      .filter(({ missing }) => missing.length > 0)
      .map(({ path }) => `An empty folder stands at "${path}" until the command has ended.`),
    ...OPEN.bwrap(confinement),
  ];
  const environment = Object.fromEntries(without.map((name) => [name, undefined]));
  return { args: bwrapArguments(confinement, command, tree), environment, gaps, release };
}

/** What neither wall enforces. */
function gapsOf(confinement: ResolvedConfinement): readonly string[] {
  return [
    ...linkGaps(confinement),
    ...confinement.writable
      .filter(({ isFolder }) => !isFolder)
      .map(({ path }) => `"${path}" is a file: it can be written in place, not replaced.`),
  ];
}

function linkGaps({ frozen }: ResolvedConfinement): readonly string[] {
  return frozen
    .filter(({ hardLinks }) => hardLinks > 1)
    .map(({ path, hardLinks }) => `"${path}" has ${hardLinks} names, and only this one is frozen.`);
}

function temporaryIn({ temporary }: ResolvedConfinement): Command['environment'] {
  return temporary === undefined ? {} : { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

function placeOfTemporary({ temporary }: ResolvedConfinement): readonly string[] {
  if (temporary === undefined) return [];
  return [`The temporary folder is "${temporary}", named by TMPDIR; /tmp is as it was.`];
}

/** Under another name, which the program of Landlock takes away again. */
function keptOf({ environment }: Command): Command['environment'] {
  const names = Object.keys(environment).filter((name) => isOfLoader(name) || name.startsWith('PERL'));
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, undefined],
      [`WFMAP_KEPT_${name}`, environment[name]],
    ]),
  );
}

function doNothing(): void {
  // Nothing was made.
}
