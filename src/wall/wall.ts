import type { Confinement } from './confinement.ts';

/** What enforces a confinement. */
export type WallKind = 'bwrap' | 'landlock' | 'sandbox-exec';

/** A wall that this machine has. Shape: `program` is the absolute path of what raises it; for Landlock that is perl. */
export interface Wall {
  readonly kind: WallKind;
  readonly program: string;
  /** Puts it around a command. Errors: a `WallError` for a confinement that cannot be enforced; it is never weakened instead. */
  readonly raise: (confinement: Confinement, command: Command) => WalledCommand;
  /** What it would let through of what a confinement refuses, as sentences; nothing is raised. Errors: a `WallError`. */
  readonly openFor: (confinement: Confinement) => readonly string[];
}

/** A confinement with the wall that enforces it. */
export interface WallRequest {
  readonly wall: Wall;
  readonly confinement: Confinement;
}

/** A program with its arguments and all of its environment; a variable that is undefined is left out. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A command with its wall around it. Shape: `gaps` are sentences: where the wall gives more or less than was asked for. */
export interface WalledCommand extends Command {
  readonly gaps: readonly string[];
  /** Removes what stood for names that do not exist. Called once, when the command and all that it started is gone. */
  readonly release: () => void;
}
