import { blocksOf, foreachAround, blockNodesOf, tasksOf } from '../../blocks/blocks.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { BUILT_INS } from '../../names/built-ins.ts';
import { promptedTasksOf, templatesOf } from '../../names/declarations.ts';
import { passedNamesOf } from '../../types/passed-arguments.ts';
import { SHADOWABLE_NAMES } from '../../../model/shadowable-names.ts';
import { type PromptedTask, itemNameOf, reminderOf } from '../../../model/tasks.ts';
import type { Source } from '../../../text/source.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';
import { taskGraphOf } from '../../blocks/task-graph.ts';

/**
 * What a task requires can be supplied: by a field, a bound name, a value or default of its own, or an action that leads to it.
 *
 * Nothing leads to the start when a run begins, so actions do not help there.
 */
export const unsuppliedParam: PromptRule = (subject, report) => {
  const { map, spanOf } = subject.document;
  // Whether a name is bound by then is told where it is used.
  const bound = blocksOf(map).flatMap(bindingsOf);
  const items = tasksOf(map).flatMap((task) => itemNameOf(task) ?? []);
  const known = new Set([...[...map.fields, ...bound].map(({ name }) => name), ...items]);
  const passed = passedNamesOf(map);
  const itemTasks = new Set(
    blockNodesOf(map)
      .filter(foreachAround)
      .flatMap(({ block }) => block.tasks),
  );
  const starts = new Set(blocksOf(map).map((block) => taskGraphOf(block).start));
  for (const task of promptedTasksOf(map)) {
    const supplied = suppliedBy(task);
    const isSupplied = (name: string) =>
      known.has(name) || supplied.has(name) || (!starts.has(task) && passed.get(task)?.has(name) === true);
    const params = task.params.filter(
      (param) => param.kind === 'definition' && param.required && !isSupplied(param.name),
    );
    for (const param of params) {
      report('unsupplied-param', spanOf(param, 'name'), { param: param.name, task: task.name });
    }
    const reported = new Set(params.map((param) => param.name));
    for (const parameter of templatesOf(task, subject).flatMap(({ parameters }) => parameters)) {
      const { name, required } = parameter;
      if (!required || parameter.default !== undefined || reported.has(name) || isSupplied(name)) continue;
      const isBuiltIn = SHADOWABLE_NAMES.get(name) === parameter.type;
      if (isBuiltIn && (BUILT_INS.has(name) || itemTasks.has(task))) continue;
      reported.add(name);
      const field = fieldOf(task, subject, parameter.span.source);
      const related = [{ message: 'The template requires it here.', span: parameter.span }];
      report('unsupplied-param', spanOf(task, field), { param: name, task: task.name }, { related });
    }
  }
};

/** Names that a task gives a value itself. */
function suppliedBy(task: PromptedTask): ReadonlySet<string> {
  const own = task.params.filter((param) => param.kind === 'literal' || param.default !== undefined);
  return new Set(own.map((param) => param.name));
}

/** Where a task names the template that requires something. */
function fieldOf(task: PromptedTask, { templates }: PromptSubject, source: Source): string {
  const { prompt } = task;
  const reminder = reminderOf(task);
  if (reminder && templates.get(reminder.text)?.source === source) return 'reminder';
  if (templates.get(prompt)?.source !== source) return 'agent';
  return prompt.kind === 'file' ? 'promptTemplatePath' : 'promptTemplate';
}
