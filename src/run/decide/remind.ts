import type { ClaudeTask } from '../../model/block.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Batch } from '../live/batch.ts';
import { fail } from './fail.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { PlannedTurn } from '../live/planned.ts';
import { renderReminder } from '../scope/render-reminder.ts';
import type { OpenTask } from '../state/run-state.ts';
import { contextOf } from '../scope/task-scope.ts';

/** What a reminder adds to the record of a turn, and to the turn; nothing where there is none. */
export interface Reminded {
  readonly recorded: Pick<RunEventData['agent.started'], 'reminder'>;
  readonly planned: Pick<PlannedTurn, 'reminder'>;
}

/**
 * Renders and writes the reminder for the agent of a turn; undefined if it has no value, with the reason recorded.
 *
 * Each turn has its own: what a `before` has refused in one says nothing of the next, which is another process.
 */
export function remind(live: LiveRun, batch: Batch, open: OpenTask, task: ClaudeTask): Reminded | undefined {
  const rendered = renderReminder(contextOf(live, instanceWith(live.state, open)), open, task);
  if (rendered === undefined || task.reminder === undefined) return NONE;
  if ('problem' in rendered) {
    fail(batch, open, { reason: rendered.problem, fault: 'prompt' });
    return undefined;
  }
  const { on, before } = task.reminder;
  const file = live.files.writeReminder?.(open, { text: rendered.text, before });
  return {
    recorded: { reminder: rendered.record },
    planned: file === undefined ? {} : { reminder: { file, on, before } },
  };
}

const NONE: Reminded = { recorded: {}, planned: {} };
