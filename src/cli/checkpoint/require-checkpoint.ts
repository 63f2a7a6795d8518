import { checkpointFaultOf, type CheckpointPlace } from '../../framework/map/checkpoint/checkpoint-files.ts';
import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { findCheckpoint } from './find-checkpoint.ts';

/** Refuses a checkpoint that nobody could go on with. Errors: throws UsageError that says why, and by which layer. */
export function requireCheckpoint(place: CheckpointPlace): void {
  const found = findCheckpoint(place);
  if ('refused' in found) {
    const { file, layer, reason } = found.refused;
    throw new UsageError(
      `The checkpoint "${toOneLine(file)}" is refused by the layer "${layer}": ${reason}.`,
      {
        help: 'Nothing was started.',
      },
    );
  }
  const fault = checkpointFaultOf(found.checkpoint);
  if (fault !== undefined) throw new UsageError(toOneLine(fault.message, 1000), { help: fault.help });
}
