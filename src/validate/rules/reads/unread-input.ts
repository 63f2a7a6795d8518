import type { ReadsRule } from '../../reads/reads-rule.ts';

/** Something reads each input of a map. The id of a story also says which file the story is in. */
export const unreadInput: ReadsRule = (reads, report) => {
  for (const subject of reads.project.subjects) {
    const { map, spanOf } = subject.document;
    const values = reads.valuesOf(subject);
    const hasStory = map.fields.some(({ name }) => name === 'story');
    for (const field of map.fields) {
      if (values.input(field.name).demand.isRead || (hasStory && field.name === 'storyId')) continue;
      report('unread-input', spanOf(field, 'name'), { input: field.name });
    }
  }
};
