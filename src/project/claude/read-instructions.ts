import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { systemCodeOf } from '../../util/error.ts';
import { isWithin } from '../is-within.ts';
import { ProjectError } from '../project-error.ts';
import { walkFiles } from '../walk-files.ts';
import type { ClaudePlaces } from './claude-places.ts';
import { findImports } from './find-imports.ts';
import { foldersDownTo } from './folders-down-to.ts';
import { readTextIfThere } from './read-text-if-there.ts';

/** Units: bytes of all files together. Each request contains them. */
const MAX_BYTES = 1_048_576;
const MAX_FILES = 500;
/** How far imports may import. */
const MAX_DEPTH = 5;

const HEAD = `Instructions of the user and of the project follow. They take precedence over your default behavior: follow them exactly as they are written.
A rule whose front matter has "paths" applies only to files that match them. A folder further down may contain a CLAUDE.md of its own: read it before you work there.`;

/**
 * Reads the instructions that reach every agent: those that Claude Code reads at its start.
 *
 * Those of the user are `CLAUDE.md` and `rules/`. Of each folder from the root of the file system down to the one that agents work in
 * they are `CLAUDE.md`, `.claude/CLAUDE.md`, `.claude/rules/` and `CLAUDE.local.md`; where there are none of these, `AGENTS.md`.
 * Imports are followed; a file of the project imports only from the project.
 *
 * Shape: of the text, each file once, below a line with its name; empty for no files.
 * Errors: throws {@link ProjectError} where a file of the user or the project cannot be read, or they are too large in all.
 */
export function readInstructions(places: ClaudePlaces): Instructions {
  const { userFolder, workFolder } = places;
  const shelf = createShelf(places);
  shelf.take(join(userFolder, 'CLAUDE.md'), 'the user');
  for (const rule of rulesIn(join(userFolder, 'rules'))) shelf.take(rule, 'the user');
  const before = shelf.files().length;
  const folders = foldersDownTo(workFolder);
  for (const folder of folders) {
    shelf.take(join(folder, 'CLAUDE.md'), 'the project');
    shelf.take(join(folder, '.claude', 'CLAUDE.md'), 'the project');
    for (const rule of rulesIn(join(folder, '.claude', 'rules'))) shelf.take(rule, 'the project');
    shelf.take(join(folder, 'CLAUDE.local.md'), 'the user for this project');
  }
  if (shelf.files().length === before) {
    for (const folder of folders) shelf.take(join(folder, 'AGENTS.md'), 'the project');
  }
  return { text: shelf.text(), files: shelf.files() };
}

/** Shape: `files` are named as in the text: from the top folder of the project, else in full. */
export interface Instructions {
  readonly text: string;
  readonly files: readonly string[];
}

type Owner = 'the user' | 'the project' | 'the user for this project';

/** Collects files, each once, with what they import. */
function createShelf(places: ClaudePlaces) {
  const root = realPathOf(places.workRoot) ?? places.workRoot;
  const seen = new Set<string>();
  const files: string[] = [];
  const parts: string[] = [];
  let bytes = 0;
  /** Shape: undefined for a file that is there already, must not be imported, or says nothing. */
  const open = (path: string, owner: Owner, isImported: boolean): string | undefined => {
    const real = realPathOf(path);
    if (real === undefined || seen.has(real)) return undefined;
    if (isImported && owner !== 'the user' && !isWithin(root, real)) return undefined;
    seen.add(real);
    const isOwn = owner === 'the user' || isWithin(places.workRoot, path);
    return readFor(path, isOwn && !isImported)?.trim() || undefined;
  };
  const take = (path: string, owner: Owner, depth = 0): void => {
    const text = open(path, owner, depth > 0);
    if (text === undefined) return;
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES || parts.length >= MAX_FILES) throw excessive(path);
    files.push(nameOf(path, places));
    parts.push(`Contents of ${nameOf(path, places)} (instructions of ${owner}):\n\n${text}`);
    if (depth === MAX_DEPTH) return;
    const folder = folderOf(path);
    for (const word of findImports(text)) take(importedFrom(folder, word, places.home), owner, depth + 1);
  };
  /** Where the imports of a file begin: of a link that is where the file lies, as Claude Code has it. In the project by its own path. */
  const folderOf = (path: string): string => {
    const folder = dirname(realPathOf(path) ?? path);
    return isWithin(root, folder) ? join(places.workRoot, relative(root, folder)) : folder;
  };
  return {
    take: (path: string, owner: Owner) => take(path, owner),
    files: () => [...files],
    text: () => (parts.length === 0 ? '' : `${[HEAD, ...parts].join('\n\n')}\n`),
  };
}

/** Faults of imports, and of files around the project, are not the project's: a word after `@` may be anything. */
function readFor(path: string, mustBeRead: boolean): string | undefined {
  try {
    return readTextIfThere(path, MAX_BYTES);
  } catch (thrown) {
    if (thrown instanceof ProjectError && !mustBeRead) return undefined;
    throw thrown;
  }
}

function importedFrom(folder: string, word: string, home: string): string {
  if (word === '~' || word.startsWith('~/')) return join(home, word.slice(1));
  return resolve(folder, word);
}

/** A file of the project goes by its path there, which is the same in a worktree. */
function nameOf(path: string, { workRoot }: ClaudePlaces): string {
  return isWithin(workRoot, path) ? relative(workRoot, path) : path;
}

/** Shape: absolute paths of Markdown files, in the order of their names. */
function rulesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const list = (below: string) => entriesOf(join(folder, below));
  const files = [...walkFiles({ maxDepth: 10, maxFolders: 1_000, enters: () => true, list })];
  return files
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => join(folder, file));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return [];
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function excessive(path: string): ProjectError {
  return new ProjectError(
    'excessive-file',
    `The instructions for agents are larger than ${MAX_BYTES / 1_048_576} MiB or more than ${MAX_FILES} files, up to "${path}".`,
    { help: 'Each request of an agent contains them. Shorten them, or import less.' },
  );
}
