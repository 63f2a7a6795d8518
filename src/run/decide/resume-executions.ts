import { TASK_TYPES } from '../../model/task-types.ts';
import { askWhetherToRerun, missDeadline, takeAnswer } from './ask-person.ts';
import type { Batch } from '../live/batch.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { conclude } from './conclude.ts';
import type { LiveRun } from '../live/live-run.ts';
import {
  lookForAnswers,
  recordRefusals,
  type BoxContent,
  type TakenAnswer,
} from '../people/look-for-answers.ts';
import { perform } from './perform.ts';
import { render } from './plan-command.ts';
import type { Planned } from '../live/planned.ts';
import { hasSlot } from '../live/has-slot.ts';
import { startTask } from './start-task.ts';
import { reread } from './reread.ts';
import type { OpenTask } from '../state/run-state.ts';
import { hasPlaces } from '../state/stopped-items.ts';

/** Goes on with every execution that was under way or had failed, when a run is taken up again. */
export function resumeExecutions(live: LiveRun, batch: Batch): readonly Planned[] {
  const planned: Planned[] = [];
  const { answers, refusals } = lookForAnswers(live, 'opening');
  recordRefusals(batch, refusals);
  for (const instance of live.state.blocks.values()) {
    const open = live.state.open.get(instance.open ?? 0);
    const work = open && resumeExecution(live, batch, { instance, open, answers });
    if (work !== undefined) planned.push(work);
  }
  return planned;
}

interface Left {
  readonly instance: BlockInstance;
  readonly open: OpenTask;
  readonly answers: BoxContent['answers'];
}

/**
 * Goes on with one execution.
 *
 * A person still waits, unless there are new arguments; anything else is a new execution of the same visit. A
 * reply that a mended map can use is used, before anybody is paid again. A command that was started is run again
 * only where the map or a person says so.
 */
function resumeExecution(
  live: LiveRun,
  batch: Batch,
  { instance, open, answers }: Left,
): Planned | undefined {
  const isAsNew = Object.keys(instance.nextArgs).length > 0;
  const answer = answerTo(answers, open, isAsNew);
  if (answer !== undefined) {
    return takeAnswer(live, batch, open, answer) === 'rerun' ? perform(live, batch, open) : undefined;
  }
  if (open.question !== undefined && !isAsNew) {
    resumeWaiting(live, batch, open);
    return undefined;
  }
  const kept = open.children === undefined ? undefined : reread(live, open);
  // Child blocks resume by themselves; a task that failed after all of them ended may continue with a corrected map.
  if (open.children !== undefined && kept === undefined) return undefined;
  if ((TASK_TYPES[open.task.type].needsSlot && !hasSlot(live)) || !hasPlaces(live.state, instance)) {
    live.backlog.set(open.start, (later) => resumeExecution(live, later, { instance, open, answers }));
    return undefined;
  }
  if (kept !== undefined) {
    conclude(live, batch, open, kept);
    return undefined;
  }
  return startAnew(live, batch, { instance, open }, isAsNew);
}

/** A person still waits, unless it is too late. */
function resumeWaiting(live: LiveRun, batch: Batch, open: OpenTask): void {
  const deadline = open.question?.deadline ?? null;
  if (deadline !== null && Date.parse(deadline) <= live.clock.now().getTime()) missDeadline(batch, open);
}

function startAnew(
  live: LiveRun,
  batch: Batch,
  { instance, open }: Pick<Left, 'instance' | 'open'>,
  isAsNew: boolean,
): Planned | undefined {
  const { task, failed } = open;
  const kept = isAsNew ? undefined : reread(live, open);
  const next = startTask(live, batch, instance);
  if (kept !== undefined) {
    conclude(live, batch, next, kept);
    return undefined;
  }
  if (task.type === 'shell' && next.command !== undefined && !task.idempotent) {
    const rendered = render(live, next, task);
    const command = 'argv' in rendered ? rendered.argv : next.command.command;
    askWhetherToRerun(live, batch, next, { command, failed });
    return undefined;
  }
  return perform(live, batch, next);
}

/**
 * The answer that came meanwhile: it counts, whatever has happened since. New arguments make another command, for
 * which nobody has answered yet.
 */
function answerTo(answers: BoxContent['answers'], open: OpenTask, isAsNew: boolean): TakenAnswer | undefined {
  if (open.question === undefined || (isAsNew && open.question.about === 'rerun')) return undefined;
  return answers.get(open.start);
}
