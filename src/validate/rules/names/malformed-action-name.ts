import { tasksOf } from '../../blocks/blocks.ts';
import { isRouted } from '../../blocks/routing.ts';
import type { Rule } from '../../blocks/rule.ts';

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  [':', 'a colon'],
  ['\n', 'a line break'],
  ['\r', 'a line break'],
  ['\u2028', 'a line break'],
  ['\u2029', 'a line break'],
]);

/** The name of an action that an agent chooses can stand in a line `ACTION: <name>`. */
export const malformedActionName: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'claude' || isRouted(task)) continue;
    for (const action of task.actions) {
      const found = /[:\n\r\u2028\u2029]/.exec(action.name)?.[0];
      const character = found === undefined ? undefined : CHARACTERS.get(found);
      if (character === undefined) continue;
      report('malformed-action-name', document.spanOf(action, 'name'), { action: action.name, character });
    }
  }
};
