import type { RankedSymbol } from '../symbols/rank-symbols.ts';

/**
 * What somebody new to a project wants to know first. Shape: each list has the most important first; paths are from the root,
 * those of folders end with a slash.
 */
export interface Outline {
  readonly name: string;
  readonly stacks: readonly Stack[];
  readonly commands: readonly OutlineCommand[];
  readonly keyFiles: readonly string[];
  readonly modules: readonly CountedFolder[];
  /** Those near the root first. */
  readonly folders: readonly CountedFolder[];
  readonly symbols: readonly RankedSymbol[];
  /** How runs went that are kept; undefined where there are none. */
  readonly health: ProjectHealth | undefined;
  /** What was not looked at, one sentence each. */
  readonly notes: readonly string[];
}

/** What a project is made with. Shape: `from` are the files that say so; `files` how many of its files are in the language. */
export interface Stack {
  readonly name: string;
  readonly from: readonly string[];
  readonly files: number;
}

export interface OutlineCommand {
  readonly command: string;
  readonly from: string;
}

export interface CountedFolder {
  readonly path: string;
  readonly files: number;
}

/** How the runs of a project went. Shape: `failing` are the tasks that failed most, with the map, the worst first. */
export interface ProjectHealth {
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
  readonly costUsd: number;
  readonly failing: readonly { readonly task: string; readonly times: number }[];
}
