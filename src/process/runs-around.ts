import type { WithinRecord } from '../model/event-records.ts';
import { AGENT_VARIABLE, RUN_VARIABLE } from './marks.ts';
import { openProcesses, type FindProcess } from './platform/read-process.ts';

/** Units: processes. Nobody is started through so many, but to hide. */
const MAX_DEPTH = 1000;

/**
 * The runs that a process is inside of: those whose marks it has, or one of its ancestors, the nearest first.
 *
 * Whoever takes the marks out of the environment is still found below the agent that has them. Whose environment may
 * not be read (`sudo` in between) is passed over. A process that left its parents, with a clean environment, is
 * inside of none.
 */
export function runsAround(
  pid: number = process.pid,
  find: FindProcess = openProcesses(),
): readonly WithinRecord[] {
  const around: WithinRecord[] = [];
  const seen = new Set<number>();
  for (let next = pid; next > 0 && !seen.has(next);) {
    if (seen.size === MAX_DEPTH) return [...around, { run: 'unknown', agent: '' }];
    seen.add(next);
    const row = find(next);
    if (row === undefined) break;
    const marks = marksIn(row.environment ?? []);
    if (marks !== undefined && !around.some((each) => isSame(each, marks))) around.push(marks);
    next = row.parent;
  }
  return around;
}

function marksIn(environment: readonly string[]): WithinRecord | undefined {
  const run = valueOf(environment, RUN_VARIABLE);
  return run === undefined ? undefined : { run, agent: valueOf(environment, AGENT_VARIABLE) ?? '' };
}

function valueOf(environment: readonly string[], name: string): string | undefined {
  return environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

function isSame(one: WithinRecord, other: WithinRecord): boolean {
  return one.run === other.run && one.agent === other.agent;
}
