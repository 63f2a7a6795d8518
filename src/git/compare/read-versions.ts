import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWithGit } from '../run-git.ts';
import { readTreeChanges, shownPath, type TreeEntry } from '../tree-changes.ts';

/** The environment of a git with its own place for objects, which knows those of the user and of the run. */
export type OwnObjects = Readonly<
  Record<'GIT_OBJECT_DIRECTORY' | 'GIT_ALTERNATE_OBJECT_DIRECTORIES', string>
>;

/** Units: bytes, as git stores them. */
const MAX_OBJECT_BYTES = 1_048_576;
const MAX_ALL_BYTES = 64 * 1_048_576;
/** Units: paths, and bytes of a patch. */
const MAX_PATHS = 500;
const MAX_PATCH_BYTES = 8 * 1_048_576;

const WHAT = 'read both versions';

/**
 * Both versions of files, as a patch. Files of which git has not both are left out, and so are submodules.
 *
 * Shape: nothing where there are none, or too much. Errors: throws GitError.
 */
export async function readVersions(
  folder: string,
  { from, to, paths }: { readonly from: string; readonly to: string; readonly paths: readonly string[] },
  environment: OwnObjects,
): Promise<Buffer> {
  const wanted = new Set(paths);
  const changes = [...(await readTreeChanges(folder, from, to, { environment }))].filter(
    ([path, { before, after }]) => wanted.has(shownPath(path)) && ![before, after].some(isSubmodule),
  );
  const entries = changes
    .flatMap(([, { before, after }]) => [before, after])
    .filter((entry) => !isNothing(entry));
  const known = await knownOf(folder, entries, environment);
  const isKnown = (entry: TreeEntry): boolean => isNothing(entry) || known.has(entry.id);
  const shown = changes.filter(([, { before, after }]) => isKnown(before) && isKnown(after));
  if (shown.length === 0) return Buffer.alloc(0);
  const words = ['--literal-pathspecs', 'diff-tree', '-p', '--binary', '--full-index', '--no-renames'];
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];
  // Names that are no UTF-8 cannot be given as arguments.
  const named = shown.map(([path]) => shownPath(path)).filter((path) => !path.includes('\uFFFD'));
  if (named.length === 0) return Buffer.alloc(0);
  const asked = [...words, ...plain, from, to, '--', ...named.slice(0, MAX_PATHS)];
  const patch = await buildWithGit(folder, WHAT, asked, { environment });
  return patch.length > MAX_PATCH_BYTES ? Buffer.alloc(0) : patch;
}

function isSubmodule({ mode }: TreeEntry): boolean {
  return mode === '160000';
}

function isNothing({ mode }: TreeEntry): boolean {
  return /^0+$/.test(mode);
}

/** Which objects git has. */
async function knownOf(
  folder: string,
  entries: readonly TreeEntry[],
  environment: OwnObjects,
): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set();
  const input = Buffer.from(entries.map(({ id }) => `${id}\n`).join(''));
  const answered = await buildWithGit(folder, WHAT, ['cat-file', '--batch-check'], { environment, input });
  const lines = answered.toString('utf8').split('\n');
  return new Set(
    lines.filter((line) => / blob \d+$/.test(line)).map((line) => line.slice(0, line.indexOf(' '))),
  );
}

/** Removes objects that are too large to be kept, and all where they are too many. */
export function dropLargeObjects(objects: string): void {
  let sum = 0;
  for (const name of readdirSync(objects)) {
    const part = join(objects, name);
    // What git packs, because it is large; a folder of others has two hex digits.
    if (name.length !== 2) rmSync(part, { recursive: true, force: true });
    else
      for (const path of readdirSync(part).map((each) => join(part, each))) {
        const { size } = statSync(path);
        if (size > MAX_OBJECT_BYTES) rmSync(path, { force: true });
        else sum += size;
      }
  }
  if (sum > MAX_ALL_BYTES) rmSync(objects, { recursive: true, force: true });
}
