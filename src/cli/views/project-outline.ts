import { openOutlineCache } from '../../context/outline-cache.ts';
import type { Outline } from '../../context/project/outline.ts';
import { readOutline } from '../../context/read-outline.ts';
import type { ProjectConfig } from '../../project/config.ts';
import { BUILD_ID } from '../io/build-id.ts';
import { projectHealth } from './project-health.ts';

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
    cache: openOutlineCache(root, BUILD_ID),
    health: projectHealth(root),
  });
}
