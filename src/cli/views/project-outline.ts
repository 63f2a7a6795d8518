import type { Outline } from '../../context/project/outline.ts';
import { readOutline } from '../../context/read-outline.ts';
import { createTagCache, type TagCache } from '../../context/symbols/tag-cache.ts';
import type { ProjectConfig } from '../../project/config.ts';
import { cacheFolderOf, createUserCache } from '../../project/user-cache.ts';
import { textHash } from '../../util/text-hash.ts';
import { BUILD_ID } from '../io/build-id.ts';
import { projectHealth } from './project-health.ts';

/** Units: projects, and UTF-16 units of what is kept of one. */
const MAX_KEPT = 16;
const MAX_KEPT_UNITS = 32 * 1_048_576;

/** What an outline is of and how far it looks, where nobody says it. Units: tokens; folders below one another. */
export const OUTLINE_TOKENS = 1_500;
export const OUTLINE_DEPTH = 4;

interface OutlineWish {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly depth: number;
  /** Undefined names no symbols. */
  readonly focus: { readonly files: readonly string[]; readonly words: readonly string[] } | undefined;
}

/** Outlines a project, with what this account keeps of it from the last time. */
export async function projectOutline({ root, config, depth, focus }: OutlineWish): Promise<Outline> {
  return readOutline({
    root,
    excludes: config.outline.exclude,
    checks: config.checks,
    depth,
    focus,
    cache: openCache(root),
    health: projectHealth(root),
  });
}

function openCache(root: string): TagCache | undefined {
  const folder = cacheFolderOf(process.env);
  if (folder === undefined || BUILD_ID === undefined) return undefined;
  const cache = createUserCache({
    folder: `${folder}-outlines`,
    maxEntries: MAX_KEPT,
    maxUnits: MAX_KEPT_UNITS,
  });
  const name = textHash(root);
  const kept = { read: () => cache.read(name), write: (text: string) => cache.write(name, text) };
  return createTagCache(kept, BUILD_ID);
}
