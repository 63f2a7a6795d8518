import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toError } from '../util/error.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { bwrapArguments, isOfLoader } from './bwrap-arguments.ts';
import type { Confinement } from './confinement.ts';
import { landlockArguments } from './landlock-arguments.ts';
import { holdNames } from './hold-names.ts';
import { resolveConfinement, type ResolvedConfinement } from './resolve-confinement.ts';
import { sandboxExecArguments } from './sandbox-exec-arguments.ts';
import type { Command, Wall, WalledCommand, WallKind } from './wall.ts';
import { WallError } from './wall-error.ts';

/** A wall of a kind. It brings along the code that raises it: who starts a process without a wall need not load that. */
export function createWall(kind: WallKind, program: string): Wall {
  return { kind, program, raise: (confinement, command) => raise({ kind, program }, confinement, command) };
}

function raise(
  { kind, program }: Pick<Wall, 'kind' | 'program'>,
  confinement: Confinement,
  command: Command,
): WalledCommand {
  const own = confinement.temporary === 'own' ? ownTemporary() : undefined;
  try {
    const resolved = resolveConfinement({ ...confinement, ...(own && { temporary: own.folder }) });
    const raised = RAISERS[kind](resolved, command);
    const environment = { ...command.environment, ...raised.environment };
    const gaps = [...gapsOf(resolved), ...raised.gaps];
    const release = (): void => {
      raised.release();
      own?.remove();
    };
    return { ...raised, command: program, environment, gaps, release };
  } catch (thrown) {
    own?.remove();
    if (thrown instanceof WallError) throw thrown;
    const message = `The wall could not be raised: ${toError(thrown).message.replace(/\.$/, '')}.`;
    throw new WallError('path-refused', message, 'See that its folders can be read and written.');
  }
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

/** Shape: `environment` are the variables to change. */
type Raiser = (confinement: ResolvedConfinement, command: Command) => Omit<WalledCommand, 'command'>;

const RAISERS: Readonly<Record<WallKind, Raiser>> = {
  bwrap: raiseBwrap,
  landlock: (confinement, command) => {
    const { args, closed } = landlockArguments(confinement, command);
    const gaps = [
      ...closed.map((path) => `"${path}" takes no new entries and loses none, as something in it is frozen.`),
      'Mode and times of files can be changed.',
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

function raiseBwrap(confinement: ResolvedConfinement, command: Command): Omit<WalledCommand, 'command'> {
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
    ...frozen
      .filter(({ missing, isFolder }) => missing.length === 0 && !isFolder)
      .map(({ path }) => `"${path}" is frozen until somebody outside replaces it; a folder would stay so.`),
  ];
  const environment = Object.fromEntries(without.map((name) => [name, undefined]));
  return { args: bwrapArguments(confinement, command), environment, gaps, release };
}

/** What neither wall enforces. */
function gapsOf({ frozen, writable }: ResolvedConfinement): readonly string[] {
  return [
    ...frozen
      .filter(({ hardLinks }) => hardLinks > 1)
      .map(({ path, hardLinks }) => `"${path}" has ${hardLinks} names, and only this one is frozen.`),
    ...writable
      .filter(({ isFolder }) => !isFolder)
      .map(({ path }) => `"${path}" is a file: it can be written in place, not replaced.`),
  ];
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
