import { basename, dirname, join } from 'node:path';
import type { Value } from '../../../model/value.ts';
import { listIn, memberOf, textsIn } from '../follow/member.ts';
import type { CheckpointKind } from './to-checkpoint.ts';

/** Where a checkpoint is looked for. Shape: absolute; `artifacts` is the folder of a branch. */
export interface CheckpointPlace {
  readonly artifacts: string;
  /** The file that is meant; undefined for all that there are. */
  readonly file: string | undefined;
}

/** The most that a file of a checkpoint may have. Units: bytes. Source: the MAP framework */
export const MAX_CHECKPOINT_BYTES = 256 * 1024;

/** The files to read, absolute, the plan last. A file that is named counts with the plan of the branch. */
export function checkpointFilesAt({ artifacts, file }: CheckpointPlace): readonly string[] {
  const all = [join(dirname(artifacts), 'progress.md'), join(artifacts, 'step_state.json')];
  const named = file === undefined ? all : [file];
  const plan = join(artifacts, PLAN);
  return named.includes(plan) ? named : [...named, plan];
}

const PLAN = 'blueprint.json';

export function checkpointKindOf(path: string): CheckpointKind {
  if (path.endsWith('.md')) return 'progress';
  return basename(path) === PLAN ? 'blueprint' : 'step_state';
}

/** What a checkpoint gives other maps to read. The plan comes last: with it the checkpoint is adopted. */
export function adoptedFilesOf(
  checkpoint: Value,
  artifacts: string,
): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: join(artifacts, `state_${basename(artifacts)}.json`), member: 'state' },
    { path: join(artifacts, PLAN), member: 'blueprint' },
  ].map(({ path, member }) => {
    const text = `${JSON.stringify(memberOf(checkpoint, member) ?? null, undefined, 2)}\n`;
    return { path, text };
  });
}

/** Why nobody could go on with a checkpoint, as a sentence, and what to do. */
export interface CheckpointFault {
  readonly message: string;
  readonly help: string;
}

/** Undefined for one that a run can go on with; `null` is a checkpoint that is not there. */
export function checkpointFaultOf(checkpoint: Value): CheckpointFault | undefined {
  if (checkpoint === null) {
    return {
      message: 'There is no checkpoint of the MAP framework for this branch.',
      help: 'It would be .map/progress.md, or step_state.json and blueprint.json in the folder of the branch in .map.',
    };
  }
  const faults = textsIn(checkpoint, 'faults');
  if (faults.length > 0) {
    return {
      message: `The plan of the checkpoint cannot be worked off: ${faults.join(' ')}`,
      help: 'Mend blueprint.json in the folder of the branch in .map, or plan anew: wfmap run plan',
    };
  }
  if (listIn(checkpoint, 'left').length > 0) return undefined;
  return {
    message: 'Every subtask of the checkpoint is done.',
    help: 'What is left is the verification: wfmap run check',
  };
}
