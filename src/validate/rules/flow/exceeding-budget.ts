import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { ActiveTask, Task } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { formatDuration } from '../../../util/format-duration.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { isLast, taskGraphOf, type TaskGraph } from '../../blocks/task-graph.ts';

/** What a task may use is not more than what the whole run may, and a run has the steps that its shortest way takes. */
export const exceedingBudget: Rule = ({ document }, report) => {
  const seen = new Set<string>();
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'end') reportTask(task, document, { report, seen });
  }
  reportSteps(document, report);
};

function reportTask(
  task: ActiveTask,
  document: MapDocument,
  { report, seen }: { readonly report: Report; readonly seen: Set<string> },
): void {
  const { costUsd, durationMs } = document.map.limits;
  const tell = (field: string, problem: string): void => {
    const span = document.spanOf(task, field);
    // All tasks have what `defaults` says: it is reported of one.
    const isInherited = span.start === document.spanOf(task).start;
    if (isInherited && seen.has(field)) return;
    if (isInherited) seen.add(field);
    report('exceeding-budget', span, { problem });
  };
  const budget = task.type === 'claude' ? task.budgetUsd : undefined;
  if (budget !== undefined && costUsd !== undefined && budget > costUsd) {
    tell('budgetUsd', `Task "${task.name}" may cost ${budget} US dollars, and the whole run ${costUsd}.`);
  }
  // The time that a person takes is not that of the run.
  const timeout = task.type === 'human' ? undefined : task.timeoutMs;
  if (timeout !== undefined && durationMs !== undefined && timeout > durationMs) {
    const times = [timeout, durationMs].map((ms) => formatDuration(ms).replace(/ 00[ms]$/u, ''));
    tell('timeout', `Task "${task.name}" may take ${times[0]}, and the whole run ${times[1]}.`);
  }
}

function reportSteps(document: MapDocument, report: Report): void {
  const { limits, block } = document.map;
  const needed = limits.steps === undefined ? undefined : fewestSteps(taskGraphOf(block));
  if (needed === undefined || limits.steps === undefined || needed <= limits.steps) return;
  const problem = `The shortest way to an end takes ${needed} steps, and a run may take ${limits.steps}.`;
  const help = 'Raise the limit "steps".';
  report('exceeding-budget', document.spanOf(limits, 'steps'), { problem }, { help });
}

/** How many tasks that count as steps are on the shortest way to where a run can be over; undefined where there is none. */
function fewestSteps({ start, next }: TaskGraph): number | undefined {
  const seen = new Set<Task>();
  let level = start ? [start] : [];
  for (let steps = 0; level.length > 0; steps += 1) {
    const later: Task[] = [];
    // A list grows while it is walked, by what takes no step.
    for (const task of level) {
      if (seen.has(task)) continue;
      seen.add(task);
      const isStep = task.type !== 'end' && task.type !== 'decide';
      if (isLast(task)) return steps + (isStep ? 1 : 0);
      (isStep ? later : level).push(...(next.get(task) ?? []));
    }
    level = later;
  }
  return undefined;
}
