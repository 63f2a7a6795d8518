/**
 * What a process and all that it starts may write.
 *
 * Shape: all paths are absolute. Frozen beats writable: a writable folder in a frozen one is not writable.
 */
export interface Confinement {
  /** Where the process works. */
  readonly folder: string;
  /** Folders that it may write; everything else is read-only. `all`: as without a wall, but for what is frozen. */
  readonly writable: 'all' | readonly string[];
  /** Files, folders and names that do not exist yet, in writable folders, which stay as they are. */
  readonly frozen: readonly string[];
  /** Folders and files that it cannot read either. Default: none. */
  readonly hidden?: readonly string[];
  /**
   * The folder that it finds as `/tmp`, or where the wall cannot do that, the one that TMPDIR names. In the first case
   * everything else below `/tmp` is out of sight, programs too, but for the working folder, what is writable and what is
   * visible. `own`: a new folder, which is removed with what is in it after the last process. `shared`: temporary files
   * stay where they are, and are written like everything else.
   */
  readonly temporary: string;
  /**
   * Whether its folder is an overlay: it can write everything there, and what it writes is discarded with it. Needs a
   * temporary folder of its own, and the folder in nothing that is writable. Default: false. Only bwrap has it.
   */
  readonly overlay?: boolean;
  /** Folders and files that it can read also where they are below `/tmp`. Those that do not exist are left out. Default: none. */
  readonly visible?: readonly string[];
}

/** A confinement in which a process can read these as well. */
export function withVisible(confinement: Confinement, paths: readonly string[]): Confinement {
  return { ...confinement, visible: [...(confinement.visible ?? []), ...paths] };
}
