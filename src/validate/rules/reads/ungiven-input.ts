import { workflowTasksOf } from '../../names/declarations.ts';
import type { ReadsRule } from '../../reads/reads-rule.ts';
import type { PromptSubject } from '../../blocks/rule.ts';

/** Some map gives each input of a map that only other maps start. */
export const ungivenInput: ReadsRule = ({ project }, report) => {
  if (!project.isWhole) return;
  const given = new Map<PromptSubject, Set<string>>();
  for (const subject of project.subjects) {
    for (const task of workflowTasksOf(subject.document.map)) {
      const run = project.mapOf(subject, task);
      if (!run) continue;
      const names = given.get(run) ?? new Set();
      for (const { name } of task.with) names.add(name);
      given.set(run, names);
    }
  }
  for (const [subject, names] of given) {
    if (project.isStarted(subject) || !project.isOwn(subject.document.source)) continue;
    for (const field of subject.document.map.fields) {
      if (names.has(field.name)) continue;
      report('ungiven-input', subject.document.spanOf(field, 'name'), { input: field.name });
    }
  }
};
