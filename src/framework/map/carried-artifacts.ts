import { join } from 'node:path';
import type { FileSystem } from '../../journal/file-system.ts';
import type { Branches } from '../../run/host/projection.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { artifactFolderOf, branchKeyOf } from './artifact-folder.ts';
import type { Stage } from './files/stages.ts';
import { listIn, textIn } from './follow/member.ts';
import type { ArtifactText } from '../../artifact/artifact-writer.ts';

/**
 * What a branch that is made for a run begins with, as it does with the files of git: the plan of the branch that it was
 * made from, how far that has come, and what is handed on.
 *
 * Shape: none where the new branch has a folder already. Errors: system errors.
 */
export function carriedArtifactsOf(
  fs: FileSystem,
  root: string,
  { from, to }: Branches,
): readonly ArtifactText[] {
  const [source, target] = [artifactFolderOf(from), artifactFolderOf(to)];
  if (fs.kindOf(join(root, target)) !== undefined || fs.kindOf(join(root, source)) !== 'folder') return [];
  const names = fs.list(join(root, source)).filter((name) => CARRIED.test(name));
  return names.slice(0, MAX_FILES).flatMap((name) => {
    const path = join(root, source, name);
    if (fs.kindOf(path) !== 'file') return [];
    const text = Buffer.from(fs.readPart(path, 0, MAX_SIZE)).toString('utf8');
    return [{ path: `${target}/${nameOn(name, branchKeyOf(from), branchKeyOf(to))}`, text }];
  });
}

/** The stages that go along with a plan: what was built, checked and learnt stays with its branch. */
const STAGES_CARRIED: ReadonlySet<string> = new Set<Stage>(['workflow_fit', 'spec', 'plan', 'test_contract']);

/** A stage as it stands on a branch that was made from another, with the files that are carried; undefined where it stays behind. */
export function carriedStage(name: string, stage: Value, { from, to }: Branches): Value | undefined {
  if (!STAGES_CARRIED.has(name) || !isObjectValue(stage)) return undefined;
  const artifacts = listIn(stage, 'artifacts').flatMap((each) => {
    const path = textIn(each, 'path') ?? '';
    if (!CARRIED.test(path) || !isObjectValue(each)) return [];
    return [{ ...each, path: nameOn(path, branchKeyOf(from), branchKeyOf(to)) }];
  });
  return { ...stage, artifacts };
}

/** What maps read of what runs before them left. */
const CARRIED =
  /^(?:blueprint\.json|(?:state|task_plan|spec)_.*\.(?:json|md)|test_(?:contract|handoff)_.*\.(?:json|md)|learning-handoff\.md)$/;
const MAX_FILES = 1000;
/** Units: bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The name of the branch is a part of some names. */
function nameOn(name: string, from: string, to: string): string {
  const end = /\.[a-z]+$/.exec(name)?.[0] ?? '';
  const tail = `_${from}${end}`;
  return name.endsWith(tail) ? `${name.slice(0, -tail.length)}_${to}${end}` : name;
}
