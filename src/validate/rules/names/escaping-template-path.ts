import { isContained } from '../../../util/is-contained.ts';
import { promptedTasksOf, workflowTasksOf } from '../../names/declarations.ts';
import { schemaPlacesOf } from '../../blocks/schema-places.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The path of a template, schema or map stays inside the project as it is written. */
export const escapingTemplatePath: Rule = ({ document }, report) => {
  for (const task of promptedTasksOf(document.map)) {
    if (task.prompt.kind !== 'file' || isContained(task.prompt.path)) continue;
    report('escaping-template-path', document.spanOf(task, 'promptTemplatePath'), {
      path: task.prompt.path,
    });
  }
  for (const task of workflowTasksOf(document.map)) {
    if (isContained(task.map)) continue;
    report('escaping-template-path', document.spanOf(task, 'map'), { kind: 'map', path: task.map });
  }
  for (const { source } of schemaPlacesOf(document.map)) {
    if (source.kind !== 'file' || isContained(source.path)) continue;
    report('escaping-template-path', document.spanOf(source, 'path'), { kind: 'schema', path: source.path });
  }
};
