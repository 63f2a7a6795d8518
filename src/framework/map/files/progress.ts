import type { Value } from '../../../model/value.ts';
import type { MapView } from './map-view.ts';
import type { SubtaskRun } from '../follow/map-run.ts';
import { lineOf } from '../follow/member.ts';
import { subtaskStatusOf, terminalStatusOf } from './terminal-status.ts';

/** The front matter of `.map/progress.md`, as a value. */
export function progressFacts(view: MapView): { readonly [key: string]: Value } {
  const { run, subtasks, branch, branchKey } = view;
  const titles = titlesOf(view);
  return {
    task_plan: `.map/${branchKey}/task_plan_${branchKey}.md`,
    current_phase: phaseOf(view),
    turn_count: run.turns,
    started_at: run.startedAt,
    updated_at: run.updatedAt,
    branch_name: branch,
    completed_subtasks: subtasks.filter(isComplete).map(({ id }) => id),
    subtasks: subtasks.map((each) => ({
      id: each.id,
      description: titles.get(each.id) ?? each.id,
      status: subtaskStatusOf(view, each),
      completed_at: isComplete(each) ? (each.endedAt ?? null) : null,
    })),
  };
}

/** The text of `.map/progress.md`: machine facts, then the plan said again with what is under way and what went wrong. */
export function progressText(view: MapView): string {
  const { subtasks, goalText, workflow, name } = view;
  const titles = titlesOf(view);
  const facts = Object.entries(progressFacts(view));
  const done = subtasks.filter(isComplete).length;
  const lines = [
    '---',
    // JSON is YAML, and no text can get out of it.
    ...facts.map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    '---',
    '',
    `# Current Task: ${lineOf(workflow)} (${lineOf(name)})`,
    '',
    `Goal: ${lineOf(goalText, 2000) || '-'}`,
    '',
    `## Progress: ${done}/${subtasks.length} completed`,
    '',
    ...subtasks.flatMap((each, index) => {
      const title = lineOf(titles.get(each.id) ?? each.id);
      return subtaskLines(view, each, `${index + 1}/${subtasks.length}: ${lineOf(each.id)} ${title}`);
    }),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function subtaskLines(view: MapView, subtask: SubtaskRun, label: string): readonly string[] {
  const mark = isComplete(subtask) ? 'x' : ' ';
  const status = subtaskStatusOf(view, subtask);
  const note =
    status === 'in_progress'
      ? ` (CURRENT, Iteration ${subtask.retries + 1})`
      : status === 'pending' || status === 'complete'
        ? ''
        : ` (${status})`;
  const error = subtask.lastError;
  const isShown = error !== undefined && status !== 'complete';
  return [`- [${mark}] ${label}${note}`, ...(isShown ? [`  - Last error: ${lineOf(error, 500)}`] : [])];
}

function isComplete({ status }: SubtaskRun): boolean {
  return status === 'complete';
}

function titlesOf({ plan }: MapView): ReadonlyMap<string, string> {
  return new Map((plan?.subtasks ?? []).map(({ id, title }) => [id, title]));
}

function phaseOf(view: MapView): string {
  const { run, subtasks, plan } = view;
  const status = terminalStatusOf(view);
  if (run.end !== undefined && status !== 'pending') return status === 'complete' ? 'complete' : 'failed';
  if (subtasks.some(({ startedAt }) => startedAt !== undefined)) {
    return subtasks.every(({ endedAt }) => endedAt !== undefined) ? 'validation' : 'implementation';
  }
  return plan === undefined && run.plan.furthest === undefined ? 'init' : 'decomposition';
}
