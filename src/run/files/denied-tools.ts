import { join } from 'node:path';
import { IGNORE_DRAFT } from '../../artifact/artifact-folders.ts';
import { runsFolderOf, type RunDirectory } from '../../journal/run-directory.ts';
import type { RunHost } from '../host/host.ts';
import type { Projections } from '../host/projection.ts';
import { editRule } from '../program/edit-rule.ts';
import type { Program } from '../program/program.ts';

/**
 * The permission rules that keep what decides about a run from its agents: all runs, its map, the
 * templates, roles and schemas that the map names, and the files that its host guards.
 *
 * Shape: `Edit(//absolute/path)`, each once. The folders are the work root and the one that agents work in.
 */
export function deniedToolsOf(
  program: Program,
  directory: Pick<RunDirectory, 'folder'>,
  [workRoot, workFolder]: readonly [string, string],
  { guardedFiles = [], projections }: Pick<RunHost, 'guardedFiles' | 'projections'>,
): string[] {
  const roots = [...new Set([workRoot, workFolder])];
  // Of a shipped map these are the places at which files of the project would stand in for it.
  const files = [program.source.path, ...Object.keys(program.templateSources)];
  // A worktree lies in the same folder as the runs, and its agents must write there.
  const kept = roots.length > 1 ? join('.wfmap', 'runs') : '.wfmap';
  const paths = [
    join(workRoot, kept, '**'),
    join(directory.folder, '**'),
    ...keptOf(program, projections).map((path) => join(workRoot, path)),
    ...runFoldersInside(program, workRoot),
    ...roots.flatMap((root) => files.map((path) => join(root, path))),
    ...guardedFiles,
  ];
  return [...new Set(paths)].map(editRule);
}

/**
 * What the run keeps in step with its journal itself, and the rules that hide it from git; agents read it, and give data back by
 * their output.
 */
export function keptOf({ map }: Program, { all }: Projections): readonly string[] {
  const hiding = (folders: readonly string[]): readonly string[] =>
    folders.flatMap((folder) => [`${folder}/.gitignore`, `${folder}/${IGNORE_DRAFT}`]);
  return all
    .filter((each) => each.isOf(map))
    .flatMap(({ keeps, ignored }) => [...new Set([...keeps, ...hiding(ignored)])]);
}

/** Maps inside of a map, at any depth, leave their files in folders of their own; `.wfmap` is denied as a whole. */
function runFoldersInside({ maps }: Program, workRoot: string): readonly string[] {
  return [...maps.values()].flatMap((inner) => {
    const { parts } = runsFolderOf(workRoot, join(workRoot, inner.source.path));
    const own = parts[0] === '.wfmap' ? [] : [join(workRoot, ...parts, '**')];
    return [...own, ...runFoldersInside(inner, workRoot)];
  });
}
