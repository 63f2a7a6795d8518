import type { RunEvent } from '../../../src/model/run-event.ts';
import type { Project } from './project.ts';

/** Of the moments at which tests kill: another one each time, unless WFMAP_TEST_SEED gives one back. */
export const KILL_SEED = Number(process.env['WFMAP_TEST_SEED'] ?? Date.now() % 1_000_000);

/** The whole records of a run's journal: a kill may tear the last line, or come before the first. `directory` is from the root. */
export function wholeEvents(project: Project, directory: string): RunEvent[] {
  const path = `${directory}/journal.jsonl`;
  if (!project.has(path)) return [];
  const text = project.read(path);
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** What marks the processes of a run. */
export function markerIn([first]: readonly RunEvent[]): string {
  return first?.type === 'run.started' ? first.data.run : 'none';
}
