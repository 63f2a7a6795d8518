import { join } from 'node:path';
import { literalPath } from '../../agent/claude/literal-path.ts';
import { runsFolderOf, type RunDirectory } from '../../journal/run-directory.ts';
import type { RunHost } from '../host/host.ts';
import type { Projections } from '../host/projection.ts';
import type { Program } from '../program/program.ts';

/**
 * The permission rules that keep what decides about a run from its agents: all runs, its map, the
 * templates, roles and schemas that the map names, and the files that its host guards.
 *
 * A rule for `Edit` holds for every tool that writes a file, and for commands of Bash that are seen to. Paths stand in
 * full: the CLI takes `/path` as below the file that a rule stands in, which these have not, and a bare name as any
 * file of that name in any folder.
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
  return [...new Set(paths)].map((path) => `Edit(/${literalPath(path)})`);
}

/** What the run keeps in step with its journal itself; agents read it, and give data back by their output. */
function keptOf({ map }: Program, { all }: Projections): readonly string[] {
  return all.filter((each) => each.isOf(map)).flatMap(({ keeps }) => keeps);
}

/** Maps inside of a map, at any depth, leave their files in folders of their own; `.wfmap` is denied as a whole. */
function runFoldersInside({ maps }: Program, workRoot: string): readonly string[] {
  return [...maps.values()].flatMap((inner) => {
    const { parts } = runsFolderOf(workRoot, join(workRoot, inner.source.path));
    const own = parts[0] === '.wfmap' ? [] : [join(workRoot, ...parts, '**')];
    return [...own, ...runFoldersInside(inner, workRoot)];
  });
}
