import { situationsOf } from '../../../model/claims.ts';
import { actionsOf } from '../../../model/tasks.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What a property speaks of exists. */
export const unknownSituation: Rule = ({ document }, report) => {
  const { map } = document;
  if (map.properties.length === 0) return;
  const all = tasksOf(map);
  const tasks = new NearNames(all);
  const actions = new NearNames(all.flatMap(actionsOf));
  for (const property of map.properties) {
    for (const situation of situationsOf(property.claim)) {
      for (const [kind, known] of [
        ['task', tasks],
        ['action', actions],
      ] as const) {
        const name = situation[kind];
        if (name === undefined || known.has(name)) continue;
        const span = document.spanOf(situation, kind);
        const params = { property: property.name, kind, name };
        report('unknown-situation', span, params, { fix: known.fixFor(name, span, 'Write') });
      }
    }
  }
};
