import { cacheFolderOf, createUserCache } from '../project/user-cache.ts';
import { textHash } from '../util/text-hash.ts';
import { createTagCache, type TagCache } from './symbols/tag-cache.ts';

/** Units: projects, and UTF-16 units of what is kept of one. */
const MAX_KEPT = 16;
const MAX_KEPT_UNITS = 32 * 1_048_576;

/**
 * What was read of a project's code before, by the account of the user; undefined where nothing is kept.
 *
 * Shape: `root` is absolute and names the entry; worktrees of a project share it, as files count by their content. `build` tells
 * this state of the code of wfmap from every other.
 */
export function openOutlineCache(root: string, build: string | undefined): TagCache | undefined {
  const folder = cacheFolderOf(process.env);
  if (folder === undefined || build === undefined) return undefined;
  const cache = createUserCache({
    folder: `${folder}-outlines`,
    maxEntries: MAX_KEPT,
    maxUnits: MAX_KEPT_UNITS,
  });
  const name = textHash(root);
  return createTagCache({ read: () => cache.read(name), write: (text) => cache.write(name, text) }, build);
}
