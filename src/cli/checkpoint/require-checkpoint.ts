import { listIn, textsIn } from '../../framework/map/follow/member.ts';
import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { findCheckpoint, type CheckpointPlace } from './find-checkpoint.ts';

/** Refuses a checkpoint that nobody could go on with. Errors: throws UsageError that says why, and by which layer. */
export function requireCheckpoint(place: CheckpointPlace): void {
  const found = findCheckpoint(place);
  if (found === undefined) {
    throw new UsageError('There is no checkpoint of the MAP framework for this branch.', {
      help: 'It would be .map/progress.md, or step_state.json and blueprint.json in the folder of the branch in .map.',
    });
  }
  if ('refused' in found) {
    const { file, layer, reason } = found.refused;
    throw new UsageError(
      `The checkpoint "${toOneLine(file)}" is refused by the layer "${layer}": ${reason}.`,
      {
        help: 'Nothing was started.',
      },
    );
  }
  const faults = textsIn(found.checkpoint, 'faults');
  if (faults.length > 0) {
    throw new UsageError(
      `The plan of the checkpoint cannot be worked off: ${toOneLine(faults.join(' '), 1000)}`,
      {
        help: 'Mend .map/<branch>/blueprint.json, or plan anew: wfmap run plan',
      },
    );
  }
  if (listIn(found.checkpoint, 'left').length === 0) {
    throw new UsageError('Every subtask of the checkpoint is done.', {
      help: 'What is left is the verification: wfmap run check',
    });
  }
}
