import type { Action } from '../../../model/action.ts';
import type { ActiveTask, Block, DecideTask } from '../../../model/block.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { strongComponents } from '../../blocks/strong-components.ts';

/** Going round takes a step somewhere, or can be done only so often. */
export const idleLoop: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const next = lastingStepsOf(block);
    const nextOf = (task: DecideTask) => next.get(task) ?? [];
    for (const loop of strongComponents([...next.keys()], nextOf)) {
      const [first, ...others] = [...next.keys()].filter((task) => loop.has(task));
      if (!first || (others.length === 0 && !nextOf(first).includes(first))) continue;
      const related = others.slice(0, 5).map((task) => ({
        message: `"${task.name}" is part of the loop.`,
        span: document.spanOf(task, 'name'),
      }));
      const params = { task: first.name, others: others.length };
      report('idle-loop', document.spanOf(first, 'name'), params, { related });
    }
  }
};

/**
 * Who of the decide tasks leads to whom for as long as a run likes.
 *
 * A limit ends that, unless a decide task begins its count anew; then the way to its `then` counts instead.
 */
function lastingStepsOf(block: Block): ReadonlyMap<DecideTask, readonly DecideTask[]> {
  const byName = new Map(block.tasks.map((task) => [task.name, task]));
  const decides = block.tasks.filter((task) => task.type === 'decide');
  const again = new Set(decides.flatMap(({ actions }) => actions).flatMap(resetNamesOf));
  const targetsOf = (task: ActiveTask) => {
    const targets = task.actions.flatMap(({ name, target, limit }) => {
      if (!limit) return [target];
      return again.has(name) ? [target, limit.then] : [limit.then];
    });
    return task.onError === undefined ? targets : [...targets, task.onError];
  };
  const arrivalsAt = (name: string): DecideTask | undefined => {
    const seen = new Set<string>();
    let task = byName.get(name);
    while (task && task.type !== 'end' && task.maxVisits && !again.has(task.name) && !seen.has(task.name)) {
      seen.add(task.name);
      task = byName.get(task.maxVisits.then);
    }
    return task?.type === 'decide' ? task : undefined;
  };
  return new Map(
    decides.map((task) => [task, targetsOf(task).flatMap((target) => arrivalsAt(target) ?? [])]),
  );
}

function resetNamesOf({ resets }: Action): readonly string[] {
  return resets.map(({ name }) => name);
}
