import { situationsOf } from '../../../model/claims.ts';
import { actionsOf } from '../../../model/tasks.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What a property speaks of exists: the task, and the action in that task, or in any where none is named. */
export const unknownSituation: Rule = ({ document }, report) => {
  const { map } = document;
  if (map.properties.length === 0) return;
  const all = tasksOf(map);
  const tasks = new NearNames(all);
  const actionsIn = (task: string | undefined) =>
    new NearNames(
      all.filter(({ name }) => task === undefined || !tasks.has(task) || name === task).flatMap(actionsOf),
    );
  for (const property of map.properties) {
    for (const situation of situationsOf(property.claim)) {
      for (const [kind, known] of [
        ['task', tasks],
        ['action', actionsIn(situation.task)],
      ] as const) {
        const name = situation[kind];
        if (name === undefined || known.has(name)) continue;
        const span = document.spanOf(situation, kind);
        const isOfTask = kind === 'action' && situation.task !== undefined && tasks.has(situation.task);
        const place = isOfTask ? `task "${situation.task}"` : 'map';
        const params = { property: property.name, kind, name, place };
        report('unknown-situation', span, params, { fix: known.fixFor(name, span, 'Write') });
      }
    }
  }
};
