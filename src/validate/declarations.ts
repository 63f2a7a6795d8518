import type { ClaudeTask, HumanTask, Task } from '../model/block.ts';
import type { Field, FieldType, Param } from '../model/field.ts';
import type { WorkflowMap } from '../model/map.ts';
import type { Template, TemplateParameter } from '../prompt/template.ts';
import { tasksOf } from './blocks.ts';
import type { PromptSubject } from './rule.ts';

/** A task that shows or sends a prompt, with parameters of its own. */
export type PromptedTask = ClaudeTask | HumanTask;

/**
 * What a name means in the prompts of a task.
 *
 * Shape: `from` is who declares it; of several the first of param, field, template, as in a run.
 */
export interface Declaration {
  readonly type: FieldType;
  readonly from: 'param' | 'field' | 'template';
}

/** Finds what a name means for a task. A look-up costs the same however much a map declares. */
export function declarationOf(name: string, task: Task, subject: PromptSubject): Declaration | undefined {
  if (isPrompted(task)) {
    const param = byName(task.params).get(name);
    if (param) return { type: typeOf(param), from: 'param' };
  }
  const field = byName<Field>(subject.document.map.fields).get(name);
  if (field) return { type: field.type, from: 'field' };
  const template = isPrompted(task) ? subject.templates.get(task.prompt) : undefined;
  const parameter = template && parameterOf(name, template);
  return parameter && { type: parameter.type, from: 'template' };
}

/** The type a parameter declares; a fixed value declares its own. */
export function typeOf(param: Param): FieldType {
  if (param.kind === 'definition') return param.type;
  const type = typeof param.value;
  return type === 'number' || type === 'boolean' ? type : 'string';
}

/** The tasks that have prompts, of all blocks. */
export function promptedTasksOf(map: WorkflowMap): readonly PromptedTask[] {
  return tasksOf(map).filter(isPrompted);
}

/** Whether a task has a prompt. */
export function isPrompted(task: Task): task is PromptedTask {
  return task.type === 'claude' || task.type === 'human';
}

/** Whether all that a task declares is known: a template that could not be read may declare anything. */
export function isKnown(task: Task, subject: PromptSubject): boolean {
  return !isPrompted(task) || task.prompt.kind === 'verbatim' || subject.templates.has(task.prompt);
}

function parameterOf(name: string, template: Template): TemplateParameter | undefined {
  return byName(template.parameters).get(name);
}

const tables = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** A list by the names in it, made once a list. */
function byName<T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  // A list is its own key, so the table found under it holds what the list holds.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const known = tables.get(list) as ReadonlyMap<string, T> | undefined;
  if (known) return known;
  const table = new Map(list.map((each) => [each.name, each]));
  tables.set(list, table);
  return table;
}
