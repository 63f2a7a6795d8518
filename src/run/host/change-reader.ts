import type { ChangesRecord, PutBackRecord, SnapshotRecord } from '../../model/event-records.ts';

/**
 * Who finds out what tasks change in the folders that they work in.
 *
 * None of it throws: what stands in the way is the `fault`, in sentences for whoever has to see to it. Folders are absolute.
 */
export interface ChangeReader {
  /**
   * Takes down how a folder is now. What is not committed there is kept only where it `isOwn`, and can be put back; `frozen`
   * paths count also where git ignores them. What `changesSince` has just seen there is not looked at again, until `moveOn`.
   */
  readonly snapshot: (
    folder: string,
    isOwn: boolean,
    frozen: readonly string[],
  ) => Promise<Fault | SnapshotRecord>;
  /** What was changed in the folder since then, whoever did it. */
  readonly changesSince: (
    folder: string,
    snapshot: SnapshotRecord,
    frozen: readonly string[],
  ) => Promise<Fault | ChangesRecord>;
  /**
   * Makes files as they were in a snapshot, whoever changed them, and takes commits made since then off the branch. What
   * git ignores stays as it is. Shape: why it was not possible; undefined once it is done.
   */
  readonly putBack: (
    folder: string,
    snapshot: SnapshotRecord,
    what: PutBackRecord,
  ) => Promise<Fault | undefined>;
  /**
   * Both versions of files that were changed since a snapshot, as a patch that `git apply -R` takes back. Left out are
   * files whose earlier content is not known: those that git ignores, large ones, and what an earlier process saw that was
   * in no commit. Shape: bytes; none where it is not known of any.
   */
  readonly versions: (
    folder: string,
    snapshot: SnapshotRecord,
    paths: readonly string[],
  ) => Promise<Fault | Uint8Array>;
  /** What files of the folder say now, by path, and why others are left out: they are binary, large or behind links. */
  readonly texts: (
    folder: string,
    paths: readonly string[],
  ) => {
    readonly texts: Readonly<Record<string, string>>;
    readonly left: Readonly<Record<string, string>>;
  };
  /** The files and folders, from the top, that git ignored when the folder was last looked at; `.env` files are not among them. */
  readonly ignored: (folder: string) => readonly string[];
  /** Time passes: nothing that was seen before counts as how a folder is. */
  readonly moveOn: () => void;
  /** Removes what was kept to be quick. */
  readonly dispose: () => void;
}

/**
 * Creates the reader of a run.
 *
 * `store` is the absolute path of a folder that outlives this process, made when something is to be kept; `without` are
 * the files that the engine writes itself, from the top of the repository, where `**` is any folders.
 */
export type CreateChangeReader = (store: string, without: readonly string[]) => ChangeReader;

interface Fault {
  readonly fault: string;
}
