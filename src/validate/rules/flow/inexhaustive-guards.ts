import { TASK_TYPES } from '../../../model/task-types.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { analyseGuards, type GuardAnalysis } from '../../../expression/guards/guard-logic.ts';
import type { ActiveTask } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { isGuarded } from '../../../model/tasks.ts';
import { waysOf } from '../../blocks/block-edges.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import { environmentsOf } from '../../types/environments.ts';
import { onEntry } from '../../blocks/program-point.ts';
import { numberBoundsAt } from '../../types/number-bounds.ts';
import { isRouted } from '../../blocks/routing.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** Some guard of a task always holds, and none is covered by those before it. */
export const inexhaustiveGuards: PromptRule = (subject, report) => {
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks) {
      const found = task.type === 'end' ? undefined : analyse(task, blockNode, subject);
      if (found && task.type !== 'end') reportHole(task, found, { document: subject.document, report });
    }
  }
};

function reportHole(
  task: ActiveTask,
  { exhaustive, witness = 'some values', dead, evidence }: GuardAnalysis,
  { document, report }: { readonly document: MapDocument; readonly report: Report },
): void {
  const span = document.spanOf(task, 'name');
  if (exhaustive === 'no') report('inexhaustive-guards', span, { task: task.name, witness }, { evidence });
  if (exhaustive === 'unknown') {
    report('maybe-inexhaustive-guards', span, { task: task.name }, { evidence: 'heuristic' });
  }
  // A person may take any action that is offered.
  for (const index of isRouted(task) ? dead : []) {
    const action = task.actions[index];
    if (!action) continue;
    const reason =
      action.when === undefined
        ? 'one of the guards before it always holds'
        : index === 0
          ? 'its guard never holds'
          : 'whenever its guard holds, an action before it is taken';
    const params = { task: task.name, action: action.name, reason };
    const span = action.when ? document.spanOf(action.when) : document.spanOf(action, 'name');
    report('unreachable-guard', span, params, { evidence });
  }
}

/** Undefined where there are no guards, or some cannot be read. */
function analyse(task: ActiveTask, blockNode: BlockNode, subject: PromptSubject): GuardAnalysis | undefined {
  if (!isGuarded(task)) return undefined;
  const otherwise = task.actions.findIndex(({ when }) => when === undefined);
  // Behind an action without a guard nothing is looked at, which is told on its own.
  const looked = isRouted(task) && otherwise >= 0 ? task.actions.slice(0, otherwise + 1) : task.actions;
  const guards = looked.map(({ when }) => when && subject.expressionOf(when));
  if (looked.some(({ when }, index) => when && !guards[index])) return undefined;
  const [way] = waysOf(task, subject.expressionOf);
  const { guardsReadResult } = TASK_TYPES[task.type];
  const point = { ...onEntry(blockNode, task), alsoBound: way?.before ?? [], hasResult: guardsReadResult };
  const names = new Set(guards.flatMap((guard) => guard?.names.map(({ name }) => name) ?? []));
  const environments = environmentsOf(subject);
  const { types } = environments.environmentOf(names, point);
  const env = { types, unbound: environments.absentAmong(names, point) };
  return analyseGuards(guards, env, numberBoundsAt(task, subject));
}
