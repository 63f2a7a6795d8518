import type { PlannedSubtask } from './blueprint.ts';
import type { MapView } from './map-view.ts';
import { lineOf } from '../follow/member.ts';
import { subtaskStatusOf } from './terminal-status.ts';

/** The text of `task_plan_<branch>.md`: the plan for people, with the status of each subtask. */
export function taskPlanText(view: MapView): string {
  const { plan, goalText, waves } = view;
  const subtasks = plan?.subtasks ?? [];
  const status = new Map(view.subtasks.map((each) => [each.id, subtaskStatusOf(view, each)]));
  const lines = [
    '# Task Plan',
    '',
    '## Goal',
    '',
    lineOf(goalText, 2000) || '-',
    ...(plan === undefined || plan.summary === '' ? [] : ['', '## Overview', '', lineOf(plan.summary, 2000)]),
    '',
    '## Subtasks',
    ...subtasks.flatMap((each) => ['', ...subtaskLines(each, status.get(each.id) ?? 'pending')]),
    '',
    '## Execution Order',
    '',
    ...waves.map((ids, index) => `${index + 1}. ${ids.map((id) => lineOf(id)).join(', ')}`),
  ];
  return `${lines.join('\n')}\n`;
}

function subtaskLines(subtask: PlannedSubtask, status: string): readonly string[] {
  const { id, title, description, criteria, dependencies, files, riskLevel, complexity, contract } = subtask;
  const list = (label: string, entries: readonly string[]): readonly string[] =>
    entries.length === 0 ? [] : [`- **${label}:** ${entries.map((each) => lineOf(each)).join(', ')}`];
  return [
    `### ${lineOf(id)}: ${lineOf(title)}`,
    '',
    `- **Status:** ${status}`,
    `- **Risk:** ${riskLevel}, complexity ${complexity}`,
    ...list('Dependencies', dependencies),
    ...list('Files', files),
    ...(contract === '' ? [] : [`- **Contract:** ${lineOf(contract, 1000)}`]),
    ...(description === title ? [] : ['', lineOf(description, 2000)]),
    ...(criteria.length === 0 ? [] : ['', 'Validation criteria:', '']),
    ...criteria.map((each) => `- ${lineOf(each, 1000)}`),
  ];
}
