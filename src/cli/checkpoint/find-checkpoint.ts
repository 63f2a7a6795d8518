import { createHash } from 'node:crypto';
import { dirname, relative, sep } from 'node:path';
import {
  checkpointFilesAt,
  checkpointKindOf,
  MAX_CHECKPOINT_BYTES,
  type CheckpointPlace,
} from '../../framework/map/checkpoint/checkpoint-files.ts';
import { toCheckpoint, type CheckpointFile } from '../../framework/map/checkpoint/to-checkpoint.ts';
import type { Value } from '../../model/value.ts';
import { readWithin } from '../../project/read-within.ts';

/** Shape: `layer` is the one that refused the file; `reason` is a clause. */
export interface RefusedCheckpoint {
  readonly refused: { readonly file: string; readonly layer: string; readonly reason: string };
}

/** Shape: `checkpoint` is null where there is none. */
export interface FoundCheckpoint {
  readonly checkpoint: Value;
  /** Of what a run resumes from: another one where that has changed. */
  readonly digest: string;
  /** The files that say how far the work is, absolute. */
  readonly files: readonly string[];
}

/**
 * Reads the checkpoint of a branch: each file through the layers path, size and encoding, then its content.
 *
 * Shape: one file that is refused refuses all. Errors: none thrown.
 */
export function findCheckpoint(place: CheckpointPlace): FoundCheckpoint | RefusedCheckpoint {
  const folder = dirname(place.artifacts);
  const found: (CheckpointFile & { readonly at: string })[] = [];
  for (const at of checkpointFilesAt(place)) {
    const path = relative(dirname(folder), at).replaceAll(sep, '/');
    const read = readWithin(folder, at, MAX_CHECKPOINT_BYTES);
    if (read === undefined && at === place.file) return refusedBy(path, 'path', 'there is no such file');
    if (read === undefined) continue;
    if ('layer' in read) return refusedBy(path, read.layer, read.reason);
    found.push({ kind: checkpointKindOf(at), path, text: read.text, at });
  }
  const made = toCheckpoint(found);
  if ('reason' in made) return refusedBy(made.file, 'content', made.reason);
  const digest = createHash('sha256').update(JSON.stringify(made.checkpoint)).digest('hex');
  // The plan stays, unless nothing else is there.
  const files = found.length > 1 ? found.filter(({ at }) => at !== checkpointFilesAt(place).at(-1)) : found;
  return { checkpoint: made.checkpoint, digest, files: files.map(({ at }) => at) };
}

function refusedBy(file: string, layer: string, reason: string): RefusedCheckpoint {
  return { refused: { file, layer, reason } };
}
