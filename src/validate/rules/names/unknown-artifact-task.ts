import type { ArtifactField } from '../../../model/artifacts.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The tasks that artifacts speak of exist, and are of the type that the field asks for. */
export const unknownArtifactTask: Rule = ({ document }, report) => {
  const { artifacts } = document.map;
  if (artifacts.length === 0) return;
  const all = tasksOf(document.map);
  const tasks = new NearNames(all);
  for (const field of artifacts.flatMap(({ fields }) => fields).filter(namesTasks)) {
    const { taskType } = field;
    const fitting = new NearNames(all.filter(({ type }) => taskType === undefined || type === taskType));
    for (const each of field.kind === 'tasks' ? field.tasks : field.labels) {
      const { name } = each;
      if (fitting.has(name)) continue;
      const span = document.spanOf(each, field.kind === 'tasks' ? undefined : 'name');
      const fault = tasks.has(name) ? `is no ${taskType} task` : 'the map does not have';
      const fix = fitting.fixFor(name, span, 'Write');
      report('unknown-artifact-task', span, { field: field.name, name, fault }, { fix });
    }
  }
};

function namesTasks(field: ArtifactField): field is Extract<ArtifactField, { kind: 'tasks' | 'labels' }> {
  return field.kind === 'tasks' || field.kind === 'labels';
}
