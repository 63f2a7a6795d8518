import type { Span } from '../../../text/source.ts';
import type { ActiveTask } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { placedBlocksOf, taskNamesOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** No action, limit or failure leads out of its block or into one. A target that is nowhere is told on its own. */
export const crossingTarget: Rule = ({ document }, report) => {
  const places = placedBlocksOf(document.map);
  if (places.length === 1) return;
  const anywhere = taskNamesOf(document.map);
  for (const { block } of places) {
    const here = new Set(block.tasks.map(({ name }) => name));
    for (const task of block.tasks) {
      for (const { from, target, span } of task.type === 'end' ? [] : targetsOf(task, document)) {
        if (!here.has(target) && anywhere.has(target)) report('crossing-target', span, { from, target });
      }
    }
  }
};

interface Target {
  readonly from: string;
  readonly target: string;
  readonly span: Span;
}

function* targetsOf(task: ActiveTask, { spanOf }: MapDocument): Iterable<Target> {
  for (const action of task.actions) {
    const { name, target, limit } = action;
    const owner = `action "${name}" of task "${task.name}"`;
    yield { from: `A${owner.slice(1)} goes to`, target, span: spanOf(action, 'target') };
    if (limit)
      yield { from: `The limit of ${owner} leads to`, target: limit.then, span: spanOf(limit, 'then') };
  }
  if (task.onError !== undefined) {
    const from = `When task "${task.name}" fails, the run goes to`;
    yield { from, target: task.onError, span: spanOf(task, 'onError') };
  }
  if (task.maxVisits) {
    const from = `When the visits of task "${task.name}" are used up, the run goes to`;
    yield { from, target: task.maxVisits.then, span: spanOf(task.maxVisits, 'then') };
  }
}
