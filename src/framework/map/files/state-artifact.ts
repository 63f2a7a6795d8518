import type { Value } from '../../../model/value.ts';
import type { MapView } from './map-view.ts';
import { earlyEndOf, subtaskStatusOf, terminalStatusOf } from './terminal-status.ts';

/** The content of `state_<branch>.json`: how the workflow and each subtask stand, and why it ended early. */
export function stateJson(view: MapView): Value {
  const early = earlyEndOf(view);
  const planned = new Map((view.plan?.subtasks ?? []).map((each) => [each.id, each]));
  return {
    workflow: view.workflow,
    terminal_status: terminalStatusOf(view),
    ended_early:
      early === undefined
        ? null
        : { by_user: early.byUser, reason: early.reason, at_subtask_id: early.subtask },
    subtasks: view.subtasks.map((each) => ({
      id: each.id,
      title: planned.get(each.id)?.title ?? each.id,
      status: subtaskStatusOf(view, each),
      validation_criteria: planned.get(each.id)?.criteria ?? [],
    })),
    ...(view.current === undefined ? {} : { active_subtask_id: view.current.id }),
  };
}
