import { randomUUID } from 'node:crypto';
import { invariant } from '../util/invariant.ts';

/**
 * Entries of the environment by which the processes of a run are found again.
 *
 * A process keeps them when it leaves its parent, its group and its session; that is what agents' tools do.
 * `WFMAP_RUN` names the run, `WFMAP_OWNER` the wfmap process that started the agent, `WFMAP_AGENT` the one agent.
 */
export type Mark = `WFMAP_${'RUN' | 'OWNER' | 'AGENT'}=${string}`;

/** The variables of these entries that others read. */
export const RUN_VARIABLE = 'WFMAP_RUN';
export const AGENT_VARIABLE = 'WFMAP_AGENT';

/** The mark of all processes that were ever started for a run. Errors: none; the marker holds no white space. */
export function runMark(marker: string): Mark {
  invariant(/^[\w.:/@-]{1,200}$/.test(marker), 'a marker is a short word');
  return `${RUN_VARIABLE}=${marker}`;
}

/**
 * The mark of all processes started by this wfmap.
 *
 * With it a watchdog that is still clearing up after a dead wfmap leaves alone what a resumed run has started.
 */
export const OWNER_MARK: Mark = `WFMAP_OWNER=${randomUUID()}`;

/** A mark for one agent, so that ending it does not end its siblings. */
export function createAgentMark(): Mark {
  return `${AGENT_VARIABLE}=${randomUUID()}`;
}

/** Whether an entry of an environment is the mark of any run. */
export function isRunMark(entry: string): boolean {
  return entry.startsWith(`${RUN_VARIABLE}=`);
}

/** The marks as variables of an environment. */
export function marksToEnvironment(marks: readonly Mark[]): Record<string, string> {
  return Object.fromEntries(
    marks.map((mark) => [mark.slice(0, mark.indexOf('=')), mark.slice(mark.indexOf('=') + 1)]),
  );
}
