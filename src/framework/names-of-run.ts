import type { RunDirectory } from '../journal/run-directory.ts';
import type { RunNames } from '../run/host/projection.ts';
import { runNames } from '../run/start/drive-held.ts';
import type { RunView } from '../view/run-view.ts';
import { PROJECTIONS } from './projections.ts';

/** What the expressions of a run that lies on disk read as `run`. */
export function namesOfRun(view: RunView, workRoot: string, directory: RunDirectory): RunNames {
  const branch = view.started?.data.git?.branch ?? '';
  return runNames({ branch, workRoot, projections: PROJECTIONS }, directory);
}
