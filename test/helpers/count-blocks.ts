import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/**
 * How often V8 entered the blocks of code of some files while `work` ran: work, counted and not timed.
 *
 * Shape: `isCounted` is asked with the URL or path of a script. What built-in methods do inside is not counted.
 */
export function countBlocks(isCounted: (url: string) => boolean, work: () => void): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    takenBy(session, isCounted);
    work();
    return takenBy(session, isCounted);
  } finally {
    session.disconnect();
  }
}

/** The counts since they were last taken. */
function takenBy(session: Session, isCounted: (url: string) => boolean): number {
  let found: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (fault, { result }) => {
    if (fault !== null) throw fault;
    found = result;
  });
  return found
    .filter(({ url }) => isCounted(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
