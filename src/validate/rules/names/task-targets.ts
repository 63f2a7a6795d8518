import type { Extra, Fix, Report } from '../../../diagnostics/diagnostic.ts';
import type { ActiveTask, Task } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import type { Span } from '../../../text/source.ts';
import { blocksOf, tasksOf } from '../../blocks/blocks.ts';
import { fixTo, NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/**
 * Every action, limit and failure leads to a task of its own block.
 *
 * Errors: reports `crossing-target` for a task of another block, else `unknown-target`, `unknown-limit-target`,
 * `unknown-error-target` or `unknown-visits-target`.
 */
export const taskTargets: Rule = ({ document }, report) => {
  const anywhere = new Set(tasksOf(document.map).map(({ name }) => name));
  for (const { tasks } of blocksOf(document.map)) {
    const names = new NearNames(tasks);
    for (const task of tasks) {
      for (const { target, place, from, unknown } of task.type === 'end' ? [] : targetsOf(task, document)) {
        if (names.has(target)) continue;
        const span = place();
        if (anywhere.has(target)) report('crossing-target', span, { from, target });
        // A way back to the task itself would lead to the same place again.
        else
          unknown(report, span, {
            fix: names.fixFor(target, span, 'Go to', [task.name]) ?? onlyEnd(tasks, target, span),
          });
      }
    }
  }
};

/** The fix for a word that other languages end with, where the block has one end. */
function onlyEnd(tasks: readonly Task[], target: string, span: Span): Fix | undefined {
  if (!/^(?:end|exit|finish|finished|done|stop)$/i.test(target)) return undefined;
  const ends = tasks.filter((task) => task.type === 'end');
  const [end] = ends;
  return ends.length === 1 && end ? fixTo(end.name, span) : undefined;
}

interface Target {
  readonly target: string;
  readonly place: () => Span;
  /** What leads there. Begins a sentence. */
  readonly from: string;
  /** Reports a target that is a task of no block. */
  readonly unknown: (report: Report, span: Span, extra: Extra) => void;
}

function* targetsOf(node: ActiveTask, { spanOf }: MapDocument): Iterable<Target> {
  const { name: task, onError, maxVisits } = node;
  for (const action of node.actions) {
    const { name, target, limit } = action;
    yield {
      target,
      place: () => spanOf(action, 'target'),
      from: `Action "${name}" of task "${task}" goes to`,
      unknown: (report, span, extra) => report('unknown-target', span, { task, action: name, target }, extra),
    };
    if (limit) {
      const params = { task, action: name, target: limit.then };
      yield {
        target: limit.then,
        place: () => spanOf(limit, 'then'),
        from: `The limit of action "${name}" of task "${task}" leads to`,
        unknown: (report, span, extra) => report('unknown-limit-target', span, params, extra),
      };
    }
  }
  if (onError !== undefined) {
    const params = { task, target: onError };
    yield {
      target: onError,
      place: () => spanOf(node, 'onError'),
      from: `When task "${task}" fails, the run goes to`,
      unknown: (report, span, extra) => report('unknown-error-target', span, params, extra),
    };
  }
  if (maxVisits) {
    const params = { task, target: maxVisits.then };
    yield {
      target: maxVisits.then,
      place: () => spanOf(maxVisits, 'then'),
      from: `When the visits of task "${task}" are used up, the run goes to`,
      unknown: (report, span, extra) => report('unknown-visits-target', span, params, extra),
    };
  }
}
