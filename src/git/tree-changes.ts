import { withEmptyIndex } from './own-index.ts';
import { WITHOUT_RUNS } from './read-git-state.ts';
import { buildWithGit, type Building } from './run-git.ts';

/** What a tree has at a path. Shape: `mode` is octal, all zeros where there is nothing; `id` an object. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

export interface TreeChange {
  readonly before: TreeEntry;
  readonly after: TreeEntry;
}

/** What differs, by path from the top. Shape: each character of a path is one byte, for names need not be UTF-8. */
export type TreeChanges = ReadonlyMap<string, TreeChange>;

export function isSameEntry(one: TreeEntry, other: TreeEntry): boolean {
  return one.id === other.id && one.mode === other.mode;
}

/** A path as a person reads it. */
export function shownPath(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

/** The empty tree, which stands for the commit before the first. */
export async function emptyTree(folder: string): Promise<string> {
  const words = ['hash-object', '-t', 'tree', '-w', '--stdin'];
  return idIn(await buildWithGit(folder, 'make a tree', words, { input: new Uint8Array() }));
}

const RAW = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev'];

/** What differs between two trees or commits, but for run directories and `without`, as pathspecs. Errors: throws GitError. */
export async function readTreeChanges(
  folder: string,
  from: string,
  to: string,
  { without = [], ...how }: Building & { readonly without?: readonly string[] } = {},
): Promise<TreeChanges> {
  if (from === to) return new Map();
  const words = ['diff-tree', ...RAW, from, to, ...WITHOUT_RUNS, ...without];
  return parseChanges(await buildWithGit(folder, 'compare trees', words, how));
}

/** What the user has staged: how the index differs from a tree. Errors: throws GitError. */
export async function readStaged(folder: string, tree: string): Promise<TreeChanges> {
  const words = ['diff-index', '--cached', ...RAW, tree, ...WITHOUT_RUNS];
  return parseChanges(await buildWithGit(folder, 'read the index', words));
}

/** Source: git-diff-tree(1), "Raw output format": `:mode mode id id status NUL path NUL`. */
function parseChanges(bytes: Buffer): TreeChanges {
  const words = bytes.toString('latin1').split('\0');
  const changes = new Map<string, TreeChange>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [mode = '', newMode = '', id = '', newId = ''] = (words[at] ?? '').slice(1).split(' ');
    const path = words[at + 1] ?? '';
    changes.set(path, { before: { mode, id }, after: { mode: newMode, id: newId } });
  }
  return changes;
}

/** The tree with some paths changed to what they became. Errors: throws GitError. */
export async function applyChanges(folder: string, tree: string, changes: TreeChanges): Promise<string> {
  if (changes.size === 0) return tree;
  const lines = [...changes].map(([path, { after }]) => `${after.mode} ${after.id}\t${path}\0`);
  return withEmptyIndex(async (environment) => {
    const make = (words: readonly string[], input?: Uint8Array): Promise<Buffer> =>
      buildWithGit(
        folder,
        'make a tree',
        words,
        input === undefined ? { environment } : { environment, input },
      );
    await make(['read-tree', tree]);
    await make(['update-index', '-z', '--index-info'], Buffer.from(lines.join(''), 'latin1'));
    return idIn(await make(['write-tree']));
  });
}

/** The one line that git prints of an object that it made. */
export function idIn(bytes: Buffer): string {
  return bytes.toString('utf8').trim();
}
