/**
 * Finds out what changes in folders of git.
 *
 * R1. The user's index, stash, branches and HEAD are only read. No object gets into the user's repository.
 * R2. What outlives the process are trees: names and digests of files; their content only in folders of the run's own, where
 *     it can be put back. Until the process ends, content that is not large is kept to show both versions of a file.
 * R3. A folder is read with one index for the whole run. It begins as a copy of the user's, and is never copied again: an
 *     index can say of a file that it is as it was. What the user's tracks later is tracked here too.
 * R4. What says how git sees files counts as a file: configuration, rules about ignored files and attributes, hooks.
 * R5. Questions about one folder are answered one after the other.
 * R6. What git no longer knows is a fault. Nothing falls back to "no changes".
 * R7. A folder that was just looked at for what has changed is not looked at again for a snapshot, until somebody says that
 *     this was some time ago: what changes in between counts from the snapshot on, and not for nobody.
 */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toError } from '../../util/error.ts';
import { GitError, type GitFaultReply } from '../git-error.ts';
import { readTexts } from './read-texts.ts';
import { readIgnored } from './read-ignored.ts';
import { dropLargeObjects, readVersions, type OwnObjects } from './read-versions.ts';
import { isObjectId } from '../is-object-id.ts';
import { digestGitSettings } from './digest-git-settings.ts';
import { copyIndex, findGitPath, lookAtAll, trackAlso, type OwnIndex } from '../own-index.ts';
import { buildWithGit } from '../run-git.ts';
import { addWorkTree, writeTree } from '../take-tree.ts';
import { readTreeChanges, shownPath } from '../tree-changes.ts';
import { changeByItself, findCommit } from '../worktree-git.ts';

/** How a folder was. Shape: `head` is null before the first commit; `ignored` has digests by path. */
interface Snapshot {
  readonly head: string | null;
  readonly tree: string;
  readonly ignored: Readonly<Record<string, string>>;
}

/** Creates the reader of a run; `compared` are paths whose changes count though git ignores them. Shape: as `run/host/change-reader.ts` has it. */
export function createChangeReader(
  store: string,
  without: readonly string[],
  compared: readonly string[] = [],
) {
  const folders = new Map<string, FolderReader>();
  const readerOf = (folder: string): FolderReader => {
    const reader = folders.get(folder) ?? new FolderReader({ folder, store, without, compared });
    folders.set(folder, reader);
    return reader;
  };
  return {
    snapshot: (folder: string, isOwn = false, frozen: readonly string[] = []) =>
      orAnyFault(() => readerOf(folder).snapshot(isOwn, frozen)),
    changesSince: (folder: string, before: Snapshot, frozen: readonly string[] = []) =>
      orAnyFault(() => readerOf(folder).changesSince(before, frozen)),
    putBack: (folder: string, before: Snapshot, what: WhatToPutBack) =>
      orAnyFault(() => readerOf(folder).putBack(before, what)),
    versions: (folder: string, before: Snapshot, paths: readonly string[]) =>
      orAnyFault(() => readerOf(folder).versions(before, paths)),
    texts: readTexts,
    ignored: (folder: string) => readerOf(folder).ignored(),
    moveOn: () => {
      for (const reader of folders.values()) reader.moveOn();
    },
    dispose: () => {
      for (const reader of folders.values()) reader.dispose();
      folders.clear();
    },
  };
}

/** A disk that is full must not cost a reply, no more than a git that refuses. */
async function orAnyFault<T>(work: () => Promise<T>): Promise<T | GitFaultReply> {
  try {
    return await work();
  } catch (thrown) {
    return { fault: toError(thrown).message };
  }
}

/** Shape: paths as `changesSince` names them. */
interface WhatToPutBack {
  readonly paths: readonly string[];
  readonly commits: readonly string[];
}

/** What the index has and the source has not is removed. */
const RESTORE = [
  '--literal-pathspecs',
  'restore',
  '--worktree',
  '--no-overlay',
  '--pathspec-from-file=-',
  '--pathspec-file-nul',
];

/** Units: paths, characters of JSON, commits. No journal has to take names that were made to be long. */
const MAX_PATHS = 10_000;
const MAX_LENGTH = 4_000_000;
const MAX_COMMITS = 1000;

interface ReaderOptions {
  readonly folder: string;
  readonly store: string;
  readonly without: readonly string[];
  readonly compared: readonly string[];
}

/** Where a repository keeps what is read of it; git is not asked where it would look for a repository in vain. */
async function placesOf(folder: string): Promise<{ readonly index: string; readonly objects: string }> {
  if (!existsSync(join(folder, '.git'))) {
    throw new GitError('git-refused', 'Could not find the index: not a git repository.');
  }
  return { index: await findGitPath(folder, 'index'), objects: await findGitPath(folder, 'objects') };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

class FolderReader {
  readonly #folder: string;
  readonly #store: string;
  readonly #without: readonly string[];
  readonly #isOwn: (path: string) => boolean;
  readonly #compared: readonly string[];
  #last: Promise<unknown> = Promise.resolve();
  /** Units: questions that are not answered yet. */
  #waiting = 0;
  /** What was seen last (R7). */
  #seen: { readonly snapshot: Snapshot; readonly frozen: readonly string[] } | undefined;
  #places: { readonly index: string; readonly objects: string } | undefined;
  #own: string | undefined;
  #ignored: readonly string[] = [];
  /** What the user's index was when the own one followed it; undefined before. */
  #followed: string | undefined;

  constructor({ folder, store, without, compared }: ReaderOptions) {
    this.#folder = folder;
    this.#store = store;
    this.#compared = compared;
    this.#without = ['.wfmap/**', ...without].map((path) => `:(top,exclude,glob)${path}`);
    this.#isOwn = (path) => without.some((each) => isNamedBy(each, path));
  }

  snapshot(isOwn: boolean, frozen: readonly string[]): Promise<Snapshot> {
    const seen = this.#waiting === 0 && !isOwn ? this.#seen : undefined;
    if (seen !== undefined && isSameList(seen.frozen, frozen)) return Promise.resolve(seen.snapshot);
    return this.#inTurn(() => this.#take(isOwn, frozen));
  }

  moveOn(): void {
    this.#seen = undefined;
  }

  putBack(before: Snapshot, { paths, commits }: WhatToPutBack): Promise<undefined> {
    return this.#inTurn(async () => {
      refuseForeign(before);
      if (commits.length > 0 && before.head !== null) {
        await changeByItself(this.#folder, 'take commits back', ['reset', '--quiet', '--mixed', before.head]);
      }
      const wanted = new Set(paths);
      // With it the own index knows what is to go.
      const now = await this.#take();
      const environment = { ...this.#index(), ...this.#objectsIn(this.#store) };
      const differing = await readTreeChanges(this.#folder, before.tree, now.tree, { environment });
      const listed = [...differing.keys()].filter((path) => wanted.has(shownPath(path)));
      if (listed.length === 0) return undefined;
      await buildWithGit(this.#folder, 'put files back', [...RESTORE, `--source=${before.tree}`], {
        environment,
        input: Buffer.from(listed.map((path) => `${path}\0`).join(''), 'latin1'),
      });
      return undefined;
    });
  }

  changesSince(before: Snapshot, frozen: readonly string[]) {
    return this.#inTurn(async () => {
      refuseForeign(before);
      const after = await this.#take(false, frozen);
      this.#seen = { snapshot: after, frozen };
      const kinds = await this.#compare(before, after);
      const all = firstOf([...kinds.keys()].toSorted());
      const of = (kind: Kind): string[] => all.filter((path) => kinds.get(path) === kind);
      return {
        added: of('added'),
        modified: of('modified'),
        deleted: of('deleted'),
        commits: await this.#commitsBetween(before.head, after.head),
        count: kinds.size,
      };
    });
  }

  /** Both versions of files that differ from a snapshot, as far as they are known. */
  versions(before: Snapshot, paths: readonly string[]): Promise<Buffer> {
    return this.#inTurn(async () => {
      refuseForeign(before);
      const now = await this.#take();
      const environment = this.#objectsIn(this.#content());
      return readVersions(this.#folder, { from: before.tree, to: now.tree, paths }, environment);
    });
  }

  /** What git ignored at the last look, but for `.env` files. */
  ignored(): readonly string[] {
    return this.#ignored;
  }

  dispose(): void {
    if (this.#own !== undefined) rmSync(this.#own, { recursive: true, force: true });
    this.#own = undefined;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const next = this.#last.then(() => {
      this.#seen = undefined;
      return work();
    });
    const answered = (): void => {
      this.#waiting -= 1;
    };
    this.#last = next.then(answered, answered);
    return next;
  }

  async #take(keepsContent = false, frozen: readonly string[] = []): Promise<Snapshot> {
    this.#places ??= await placesOf(this.#folder);
    const index = this.#index();
    const content = this.#content();
    // Questions that change nothing, beside the work that takes longest.
    const beside = Promise.all([
      findCommit(this.#folder, 'HEAD'),
      readIgnored(this.#folder, [...this.#compared, ...frozen]),
      digestGitSettings(this.#folder),
    ]);
    // Its fault is looked at once the work is done, or not at all where that failed.
    const besideEnded = beside.catch(() => undefined);
    try {
      const store = makeFolder(this.#store);
      const own = { ...index, ...this.#objectsIn(keepsContent ? store : content) };
      await this.#follow(this.#places.index, own);
      await addWorkTree(this.#folder, own);
      const stored = { ...index, ...this.#objectsIn(store) };
      // The content of changed files is not kept, so that git must not look for it.
      const tree = await writeTree(this.#folder, stored, ['--missing-ok']);
      const [head = null, { digests, others }, settings] = await beside;
      this.#ignored = others;
      const users = Object.entries(digests).filter(([path]) => !this.#isOwn(path));
      return { head, tree, ignored: { ...Object.fromEntries(users), ...settings } };
    } finally {
      await besideEnded;
      if (!keepsContent) dropLargeObjects(content);
    }
  }

  #ownFolder(): string {
    this.#own ??= mkdtempSync(join(tmpdir(), 'wfmap-index-'));
    return this.#own;
  }

  #content(): string {
    return makeFolder(join(this.#ownFolder(), 'objects'));
  }

  #index(): OwnIndex {
    return { GIT_INDEX_FILE: join(this.#ownFolder(), 'index') };
  }

  /** Lets the own index track what the user's does. */
  async #follow(users: string, own: OwnIndex): Promise<void> {
    const now = identityOf(users);
    if (now === this.#followed) return;
    if (this.#followed !== undefined) await trackAlso(this.#folder, own);
    // Before the first `git add` there is none.
    else if (now !== '') {
      copyIndex(users, own.GIT_INDEX_FILE);
      await lookAtAll(this.#folder, own);
    }
    this.#followed = now;
  }

  #objectsIn(objects: string): OwnObjects {
    const others = [this.#places?.objects ?? '', this.#store].map((path) => JSON.stringify(path));
    return { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: others.join(':') };
  }

  async #compare(before: Snapshot, after: Snapshot): Promise<ReadonlyMap<string, Kind>> {
    const environment = this.#objectsIn(this.#store);
    const how = { environment, without: this.#without };
    const changes = await readTreeChanges(this.#folder, before.tree, after.tree, how);
    const kinds = new Map<string, Kind>();
    for (const path of new Set([...Object.keys(before.ignored), ...Object.keys(after.ignored)])) {
      const kind = kindOf(before.ignored[path], after.ignored[path]);
      if (kind !== undefined) kinds.set(path, kind);
    }
    for (const [path, entry] of changes) {
      const idOf = ({ mode }: { readonly mode: string }) => (/^0+$/.test(mode) ? undefined : mode);
      kinds.set(shownPath(path), kindOf(idOf(entry.before), idOf(entry.after)) ?? 'modified');
    }
    return kinds;
  }

  /** Where HEAD was moved back to what was there already, that commit; the one before, where it names none any more. */
  async #commitsBetween(before: string | null, after: string | null): Promise<readonly string[]> {
    if (before === after) return [];
    if (after === null) return before === null ? [] : [before];
    const since = before === null ? [] : [`^${before}`];
    const words = ['rev-list', '--reverse', `--max-count=${MAX_COMMITS}`, after, ...since, '--'];
    const listed = await buildWithGit(this.#folder, 'list commits', words);
    const made = listed.toString('utf8').split('\n').slice(0, -1);
    return made.length === 0 ? [after] : made;
  }
}

/** As many as are named. */
function firstOf(paths: readonly string[]): readonly string[] {
  let length = 0;
  const end = paths.findIndex((path) => (length += JSON.stringify(path).length) > MAX_LENGTH);
  return paths.slice(0, Math.min(end === -1 ? paths.length : end, MAX_PATHS));
}

/** By a path, or by that of a folder with `/**` behind it. */
function isNamedBy(name: string, path: string): boolean {
  return name.endsWith('/**') ? path.startsWith(name.slice(0, -2)) : path === name;
}

type Kind = 'added' | 'modified' | 'deleted';

/** How something changed; undefined where it is the same. */
function kindOf(before: string | undefined, after: string | undefined): Kind | undefined {
  if (before === after) return undefined;
  if (before === undefined) return 'added';
  return after === undefined ? 'deleted' : 'modified';
}

/** A snapshot comes out of a journal, which anybody may have written. */
function refuseForeign({ tree, head }: Snapshot): void {
  if (isObjectId(tree) && (head === null || isObjectId(head))) return;
  throw new GitError('git-refused', 'The journal has no snapshot of the folder that git could read.');
}

/** What tells a file from what it was before; "" where there is none. */
function identityOf(path: string): string {
  const entry = statSync(path, { bigint: true, throwIfNoEntry: false });
  return entry === undefined ? '' : [entry.ino, entry.size, entry.mtimeNs, entry.ctimeNs].join(' ');
}

/** Makes a folder. Errors: throws GitError where a link stands in its place: it may lead anywhere. */
function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (lstatSync(path).isDirectory()) return path;
  throw new GitError('git-refused', `"${path}" is a link, so nothing is written there. Remove it.`);
}
