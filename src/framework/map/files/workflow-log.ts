import type { Value } from '../../../model/value.ts';
import type { SubtaskRun } from '../follow/map-run.ts';
import { summaryOf, type MapView } from './map-view.ts';
import { complaintOf } from '../follow/complaint.ts';
import { booleanIn, lineOf, listIn, memberOf, numberIn, textIn } from '../follow/member.ts';

/** The content of `.map/workflow_logs/<run>.json`: what each agent said of each subtask, in short. */
export function workflowLogJson(view: MapView): Value {
  const titles = new Map((view.plan?.subtasks ?? []).map(({ id, title }) => [id, title]));
  return {
    task_id: view.name,
    goal: view.goalText,
    start_time: view.run.startedAt,
    subtasks: view.subtasks.map((each, index) => ({
      subtask_id: index + 1,
      description: titles.get(each.id) ?? each.id,
      status: STATUS[each.status],
      iterations: each.startedAt === undefined ? 0 : each.retries + 1,
      agents: agentsOf(each),
    })),
  };
}

const STATUS: Readonly<Record<SubtaskRun['status'], string>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  complete: 'completed',
  blocked: 'failed',
  "won't_do": 'skipped',
  superseded: 'skipped',
};

function agentsOf(subtask: SubtaskRun): Value {
  const { actor, monitor, evaluator } = subtask.agents;
  return {
    ...(actor === undefined ? {} : { actor: actorOf(subtask, actor) }),
    ...(monitor === undefined ? {} : { monitor: monitorOf(monitor) }),
    ...(evaluator === undefined ? {} : { evaluator: evaluatorOf(evaluator) }),
  };
}

function actorOf(
  subtask: SubtaskRun,
  { startedAt, endedAt, result }: NonNullable<SubtaskRun['agents']['actor']>,
): Value {
  const ms = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  const said = textIn(result, 'approach', 'summary', 'validation_notes', 'text') ?? summaryOf(subtask);
  return {
    start_time: startedAt,
    end_time: endedAt,
    duration_seconds: Math.round(ms / 1000),
    output_summary: lineOf(said, 500),
  };
}

/** Units: issues. */
const MAX_ISSUES = 100;

function monitorOf(result: Value): Value {
  const issues = listIn(result, 'issues').slice(0, MAX_ISSUES);
  return {
    validation_passed: complaintOf(result) === undefined,
    issues: issues.map((each) =>
      lineOf(typeof each === 'string' ? each : (textIn(each, 'title', 'description') ?? ''), 300),
    ),
  };
}

function evaluatorOf(result: Value): Value {
  const score = numberIn(result, 'overall_score') ?? numberIn(memberOf(result, 'scores'), 'overall') ?? null;
  const said = textIn(result, 'recommendation');
  return {
    overall_score: score,
    approved:
      booleanIn(result, 'approved') ?? (said === undefined ? false : /^(?:proceed|approve)/i.test(said)),
  };
}
