import { basename, resolve } from 'node:path';
import { createProjectFiles } from '../project/insight/project-files.ts';
import { readInsight } from '../project/insight/read-insight.ts';
import type { ProjectChecks } from '../project/project-checks.ts';
import { listProject, type ProjectListing } from './files/list-project.ts';
import { readSymbols } from './symbols/read-symbols.ts';
import type { Outline, ProjectHealth } from './project/outline.ts';
import { commandsOf } from './project/commands-of.ts';
import { foldersOf, keyFilesOf, modulesOf } from './project/places-of.ts';
import { stacksOf } from './project/stacks-of.ts';
import type { Focus } from './symbols/rank-symbols.ts';
import type { TagCache } from './symbols/tag-cache.ts';

/** What an outline is made of. */
export interface OutlineRequest {
  readonly root: string;
  /** Patterns as in a `.gitignore`, of what is not looked at. */
  readonly excludes: readonly string[];
  /** Commands that the configuration sets. */
  readonly checks: ProjectChecks;
  /** Units: folders below one another that are named. */
  readonly depth: number;
  /** Undefined where no code is to be read. */
  readonly focus: Focus | undefined;
  readonly cache: TagCache | undefined;
  readonly health: ProjectHealth | undefined;
}

/**
 * Works out what somebody new to a project wants to know first, from its files. Runs nothing of it, follows no link, and reads
 * within bounds; what was not looked at is among the notes.
 *
 * Errors: none; what cannot be read tells nothing.
 */
export async function readOutline(request: OutlineRequest): Promise<Outline> {
  const root = resolve(request.root);
  const listing = listProject(root, request.excludes);
  const project = createProjectFiles(root);
  const insight = readInsight(root, request.checks);
  const { symbols, notes } =
    request.focus === undefined
      ? { symbols: [], notes: [] }
      : await readSymbols({ root, files: listing.files, focus: request.focus, cache: request.cache });
  return {
    name: insight.insight.name === '' ? basename(root) : insight.insight.name,
    stacks: stacksOf(project, listing.files),
    commands: commandsOf(project, insight),
    keyFiles: keyFilesOf(project, listing.files),
    modules: modulesOf(listing.files),
    folders: foldersOf(listing.folders, listing.files, request.depth),
    symbols,
    health: request.health,
    notes: [...notesOf(listing), ...notes],
  };
}

function notesOf({ isCut, files }: ProjectListing): readonly string[] {
  return isCut ? [`The project is larger than what was looked at: ${files.length} files.`] : [];
}
