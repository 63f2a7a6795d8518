import { askWhetherToRerun, fits, missDeadline, takeAnswer } from './ask-person.ts';
import type { Batch } from './batch.ts';
import type { BlockInstance } from './block-instance.ts';
import { conclude } from './conclude.ts';
import type { LiveRun } from './live-run.ts';
import { perform } from './perform.ts';
import { render } from './plan-command.ts';
import type { Planned } from './planned.ts';
import { startTask } from './proceed.ts';
import { reread } from './reread.ts';
import type { OpenTask } from './run-state.ts';

/** Goes on with every execution that was under way or had failed, when a run is taken up again. */
export function goOn(live: LiveRun, batch: Batch): readonly Planned[] {
  const planned: Planned[] = [];
  for (const instance of live.state.blocks.values()) {
    const open = live.state.open.get(instance.open ?? 0);
    const work = open && goOnWith(live, batch, { instance, open });
    if (work !== undefined) planned.push(work);
  }
  return planned;
}

interface Left {
  readonly instance: BlockInstance;
  readonly open: OpenTask;
}

/**
 * Goes on with one execution.
 *
 * A person still waits, unless there are new arguments; anything else is a new execution of the same visit. A
 * reply that a mended map can use is used, before anybody is paid again. A command of which nobody knows how far
 * it came is run again only where the map or a person says so.
 */
function goOnWith(live: LiveRun, batch: Batch, { instance, open }: Left): Planned | undefined {
  if (open.question !== undefined && Object.keys(instance.nextArgs).length === 0) {
    return goOnAsking(live, batch, open);
  }
  const { task, command } = open;
  const kept = reread(live, open);
  const next = startTask(live, batch, instance);
  if (kept !== undefined) {
    conclude(live, batch, next, kept);
    return undefined;
  }
  if (task.type === 'shell' && command !== undefined && !task.idempotent) {
    const rendered = render(live, next, task);
    askWhetherToRerun(batch, next, 'argv' in rendered ? rendered.argv : command.command);
    return undefined;
  }
  return perform(live, batch, next);
}

/** What came meanwhile counts: first an answer, then a deadline. */
function goOnAsking(live: LiveRun, batch: Batch, open: OpenTask): Planned | undefined {
  const answer = live.answers.find(open.start);
  if (answer !== undefined && fits(open, answer)) {
    return takeAnswer(live, batch, open, answer) === 'rerun' ? perform(live, batch, open) : undefined;
  }
  const deadline = open.question?.deadline ?? null;
  if (deadline !== null && Date.parse(deadline) <= live.clock.now().getTime()) missDeadline(batch, open);
  return undefined;
}
