import { toCommandsRule } from '../../../model/permission-rule.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { PromptSubject } from '../../blocks/rule.ts';
import type { ReadsRule } from '../../reads/reads-rule.ts';

/**
 * Something reads each input of a map: that it is a command which agents may run is enough. The id of a story also says which
 * file the story is in.
 */
export const unreadInput: ReadsRule = (reads, report) => {
  const { subjects } = reads.project;
  // In maps inside, too, they are the commands of the run.
  const allowed = new Set(subjects.flatMap(commandsAllowedIn));
  for (const subject of subjects) {
    const { map, spanOf } = subject.document;
    const values = reads.valuesOf(subject);
    const hasStory = map.fields.some(({ name }) => name === 'story');
    for (const field of map.fields) {
      if (values.input(field.name).demand.isRead || (hasStory && field.name === 'storyId')) continue;
      if (field.isCommand === true && (allowed.has(field.name) || allowed.has(ALL))) continue;
      report('unread-input', spanOf(field, 'name'), { input: field.name });
    }
  }
};

/** No input has this name. */
const ALL = '';

/** The names of inputs whose commands agents of a map may run. */
function commandsAllowedIn({ document, roles }: PromptSubject): readonly string[] {
  return tasksOf(document.map).flatMap((task) => {
    if (task.type !== 'claude') return [];
    const ofRole = task.agent && roles.get(task.agent.name)?.settings?.allowedTools;
    return (task.allowedTools ?? ofRole ?? []).flatMap((rule) => {
      const { word, name = ALL } = toCommandsRule(rule) ?? {};
      return word === 'inputs' ? [name] : [];
    });
  });
}
