import type { GuardAccount } from '../../run/scope/explain-route.ts';
import { valueText } from '../../run/program/value-text.ts';
import type { Execution } from '../../view/run-view.ts';
import { explainEnds } from '../../why/replay-routes.ts';
import { toOneLine } from '../io/format.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { eventsOf, type RunOnDisk } from '../../report/run-on-disk.ts';
import { programOfRun } from './program-of-run.ts';
import { violationLog } from './violation-lines.ts';
import { routeWords, seenBy } from '../../report/route-words.ts';

/** Units: characters of a line; of a value. */
const MAX_LINE = 500;
const MAX_VALUE = 2000;

/**
 * The log of a task that no agent and no command works on: what it `set`, its guards with what they saw, what followed.
 *
 * Errors: throws RunError and JournalError where the run cannot be read again.
 */
export function decisionLog(opened: RunOnDisk, execution: Execution): string[] {
  const { seq, task, visit } = execution;
  const ends = explainEnds(eventsOf(nodeFileSystem, opened), {
    ...programOfRun(opened),
    starts: new Set([seq]),
  });
  const end = ends.get(seq);
  const head = `-- ${toOneLine(task)}${visit > 1 ? ` (visit ${visit})` : ''}`;
  if (end === undefined) return [head, ...violationLog(execution)];
  const { route, bindings } = end;
  return [
    head,
    ...Object.entries(bindings).map(([name, value]) => `  ${name} = ${valueText(value, MAX_VALUE)}`),
    ...route.guards.flatMap(guardLines),
    `= ${routeWords(route)}`,
    ...violationLog(execution),
  ];
}

function guardLines(guard: GuardAccount): readonly string[] {
  return [
    `${guard.holds ? '+' : '-'} ${toOneLine(`${guard.action} when ${guard.text}`, MAX_LINE)}`,
    ...seenBy([guard]).map((each) => `    ${toOneLine(each, MAX_LINE)}`),
  ];
}
