import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { applyEvent } from '../../view/apply-event.ts';
import type { RunTotals } from '../../model/run-totals.ts';
import { totalsFault, totalsOf } from '../../view/run-totals.ts';
import { createRunView } from '../../view/run-view.ts';
import type { RunHost } from '../host/host.ts';
import type { RunNames } from '../host/projection.ts';
import type { TaskFiles } from '../live/live-run.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';
import { createArtifactKeeper } from './artifact-keeper.ts';
import { createRunFiles } from './run-files.ts';

/** All that a run writes beside its journal. */
export interface KeptFiles {
  readonly files: TaskFiles;
  /** Takes an event that the journal holds already, once the state has it. */
  readonly takePast: (event: RunEvent) => void;
  /** Says where the files are that people look for. */
  readonly announce: () => void;
  /** What is wrong with totals of what was taken so far; undefined for nothing. */
  readonly faultOf: (totals: RunTotals | undefined) => string | undefined;
  /** Takes a batch that the state has, and makes it durable by `append`: where that throws, nothing is written beside the journal any more. */
  readonly append: (
    events: readonly RunEvent[],
    append: (events: readonly RunEvent[], totals: RunTotals | undefined) => void,
  ) => void;
  /** Writes what is not yet written; more may be taken afterwards. */
  readonly close: () => void;
}

interface KeptRun {
  readonly directory: RunDirectory;
  readonly program: Program;
  /** The fold of the events that were applied. */
  readonly state: RunState;
  /** Whether the journal is empty yet. */
  readonly isNew: boolean;
  readonly run: RunNames;
}

/** Units: executions. Nobody asks for one that has ended; to drop each by itself would cost more than to keep it. */
const KEPT_ENDED = 1000;

/** Keeps the files of a run in step with its journal. Its events are folded into one view, which all of them read. */
export function keepFiles(host: RunHost, kept: KeptRun): KeptFiles {
  const { directory, program, isNew } = kept;
  // The `data.json` of a map inside is made from what the view has of it.
  const keepsEnded = program.maps.size > 0 ? Infinity : KEPT_ENDED;
  const followed = { view: createRunView({ keepsEnded }), isNew };
  const files = createRunFiles(host, { directory, mapPath: program.source.path, ...followed });
  const artifacts = createArtifactKeeper(host, { ...kept, ...followed });
  const take = (event: RunEvent, isPast: boolean): void => {
    const execution = applyEvent(followed.view, event);
    files.take(event, execution, isPast);
    artifacts.take(event, execution);
  };
  let isAbandoned = false;
  return {
    files,
    takePast: (event) => take(event, true),
    announce: artifacts.announce,
    faultOf: (totals) => totalsFault(followed.view, totals),
    append: (events, append) => {
      // What a failed write leaves of a batch is written without totals.
      if (isAbandoned) {
        append(events, undefined);
        return;
      }
      for (const event of events) take(event, false);
      try {
        append(events, totalsOf(followed.view));
      } catch (thrown) {
        isAbandoned = true;
        files.abandon();
        artifacts.abandon();
        throw thrown;
      }
      files.update();
      artifacts.update();
    },
    close: () => {
      artifacts.close();
      files.close();
    },
  };
}
