/**
 * The program of a watchdog whose wfmap has died (see `start-watchdog.ts`): ends the agents that it left.
 *
 * Argument: JSON, the marks and the control groups of the run's processes. No signal that a terminal or a session
 * sends ends it before its work is done.
 */
import { endProcesses } from './end-processes.ts';
import type { Mark } from './marks.ts';

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

await endProcesses(readEnding(process.argv[2] ?? ''));

function readEnding(line: string): { readonly marks: readonly Mark[]; readonly groups: readonly string[] } {
  const value: unknown = JSON.parse(line);
  const { marks, groups } = { marks: undefined, groups: undefined, ...Object(value) };
  if (!Array.isArray(marks) || marks.length === 0) throw new TypeError('the argument names marks');
  const isText = (word: unknown): word is string => typeof word === 'string';
  return {
    marks: marks.filter((mark): mark is Mark => isText(mark)),
    groups: Array.isArray(groups) ? groups.filter(isText) : [],
  };
}
