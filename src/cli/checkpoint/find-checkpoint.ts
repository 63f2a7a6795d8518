import { createHash } from 'node:crypto';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  toCheckpoint,
  type CheckpointFile,
  type CheckpointKind,
} from '../../framework/map/checkpoint/to-checkpoint.ts';
import type { Value } from '../../model/value.ts';
import { readWithin } from '../../project/read-within.ts';

/** Where a checkpoint is looked for. Shape: absolute; `artifacts` is the folder of the branch, in `.map`. */
export interface CheckpointPlace {
  readonly artifacts: string;
  /** The file that is meant, absolute; undefined for all that there are. */
  readonly file: string | undefined;
}

/** Shape: `layer` is the one that refused the file; `reason` is a clause. */
export interface RefusedCheckpoint {
  readonly refused: { readonly file: string; readonly layer: string; readonly reason: string };
}

export interface FoundCheckpoint {
  readonly checkpoint: Value;
  /** Of what a run is to go on with: another one where that has changed. */
  readonly digest: string;
  /** The files that say how far the work is, absolute. */
  readonly files: readonly string[];
}

/** Units: bytes. Source: the MAP framework */
const MAX_BYTES = 256 * 1024;

/**
 * Reads the checkpoint of a branch: each file through the layers path, size and encoding, then its content.
 *
 * Shape: undefined where there is none. One file that is refused refuses all. Errors: none thrown.
 */
export function findCheckpoint(place: CheckpointPlace): FoundCheckpoint | RefusedCheckpoint | undefined {
  const folder = dirname(place.artifacts);
  const files: CheckpointFile[] = [];
  const paths: string[] = [];
  for (const path of candidates(place)) {
    const shown = shownPath(folder, path);
    const read = readWithin(folder, path, MAX_BYTES);
    if (read === undefined && path === place.file) return refusedBy(shown, 'path', 'there is no such file');
    if (read === undefined) continue;
    if ('layer' in read) return refusedBy(shown, read.layer, read.reason);
    const kind = kindOf(path);
    files.push({ kind, path: shown, text: read.text });
    if (kind !== 'blueprint') paths.push(path);
  }
  if (files.length === 0) return undefined;
  const made = toCheckpoint(files);
  if ('reason' in made) return refusedBy(made.file, 'content', made.reason);
  const { checkpoint } = made;
  const digest = createHash('sha256').update(JSON.stringify(checkpoint)).digest('hex');
  return { checkpoint, digest, files: paths.length > 0 ? paths : candidates(place).slice(-1) };
}

/** A file that is named counts with the plan beside it, or else with that of the branch. */
function candidates({ artifacts, file }: CheckpointPlace): readonly string[] {
  const named =
    file === undefined
      ? [join(dirname(artifacts), 'progress.md'), join(artifacts, 'step_state.json')]
      : [file];
  const plan = join(artifacts, 'blueprint.json');
  return named.includes(plan) ? named : [...named, plan];
}

function kindOf(path: string): CheckpointKind {
  if (path.endsWith('.md')) return 'progress';
  return basename(path) === 'blueprint.json' ? 'blueprint' : 'step_state';
}

function shownPath(folder: string, path: string): string {
  return relative(dirname(folder), path).replaceAll(sep, '/');
}

function refusedBy(file: string, layer: string, reason: string): RefusedCheckpoint {
  return { refused: { file, layer, reason } };
}
