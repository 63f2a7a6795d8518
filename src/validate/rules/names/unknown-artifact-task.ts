import { tasksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The tasks that artifacts speak of exist; those with subtasks have items, and checks are commands. */
export const unknownArtifactTask: Rule = ({ document }, report) => {
  const { artifacts } = document.map;
  if (artifacts === undefined) return;
  const all = tasksOf(document.map);
  const tasks = new NearNames(all);
  const loops = new NearNames(all.filter(({ type }) => type === 'foreach'));
  for (const step of artifacts.steps) {
    const { name } = step;
    if (tasks.has(name)) continue;
    const span = document.spanOf(step, 'name');
    const fix = tasks.fixFor(name, span, 'Write');
    report('unknown-artifact-task', span, { field: 'steps', name, fault: 'the map does not have' }, { fix });
  }
  const commands = new NearNames(all.filter(({ type }) => type === 'shell'));
  for (const check of artifacts.recipes) {
    const { name } = check;
    if (commands.has(name)) continue;
    const span = document.spanOf(check, 'name');
    const fault = tasks.has(name) ? 'is no shell task' : 'the map does not have';
    const fix = commands.fixFor(name, span, 'Write');
    report('unknown-artifact-task', span, { field: 'recipes', name, fault }, { fix });
  }
  for (const reference of artifacts.subtasks) {
    const { name } = reference;
    if (loops.has(name)) continue;
    const span = document.spanOf(reference);
    const fault = tasks.has(name) ? 'is no foreach task' : 'the map does not have';
    const fix = loops.fixFor(name, span, 'Write');
    report('unknown-artifact-task', span, { field: 'subtasks', name, fault }, { fix });
  }
};
