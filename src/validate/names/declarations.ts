import type { Task, WorkflowTask } from '../../model/block.ts';
import type { Field, FieldType, Param, ValueDeclaration } from '../../model/field.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { type PromptedTask, isPrompted, reminderOf, roleOf } from '../../model/tasks.ts';
import type { Template } from '../../prompt/parse/template.ts';
import { tasksOf } from '../blocks/blocks.ts';
import type { PromptSubject } from '../blocks/rule.ts';

/** A task that shows or sends a prompt, with parameters of its own. */

/**
 * What a name means for a task.
 *
 * Shape: `from` is who declares it; of several the first of param, field, template, role, as in a run.
 */
export interface Declaration extends ValueDeclaration {
  readonly required: boolean;
  readonly from: 'param' | 'field' | 'template';
}

/** Finds what a name means for a task. A look-up costs the same however much a map declares. */
export function declarationOf(
  name: string,
  task: Task | undefined,
  subject: PromptSubject,
): Declaration | undefined {
  const prompted = task && isPrompted(task) ? task : undefined;
  const param = prompted && byName(prompted.params).get(name);
  if (param) return { ...declaredBy(param), from: 'param' };
  const field = byName<Field>(subject.document.map.fields).get(name);
  if (field) return { ...field, from: 'field' };
  for (const template of prompted ? templatesOf(prompted, subject) : []) {
    const parameter = byName(template.parameters).get(name);
    if (parameter) return { ...parameter, from: 'template' };
  }
  return undefined;
}

/** All names that something declares for a task. */
export function declaredNamesOf(task: Task, subject: PromptSubject): readonly string[] {
  const own = isPrompted(task)
    ? [task.params, ...templatesOf(task, subject).map(({ parameters }) => parameters)].flat()
    : [];
  return [...own, ...subject.document.map.fields].map(({ name }) => name);
}

/** What is sent for a task, as far as it could be read: its prompt, the role before it, and its reminder. */
export function templatesOf(task: PromptedTask, { templates, roles }: TextsOfTasks): readonly Template[] {
  const template = templates.get(task.prompt);
  const named = roleOf(task);
  const role = named && roles.get(named.name);
  const written = reminderOf(task);
  const reminder = written && templates.get(written.text);
  return [template, role, reminder].filter((each) => each !== undefined);
}

type TextsOfTasks = Pick<PromptSubject, 'templates' | 'roles'>;

/** A fixed value declares itself. */
function declaredBy(param: Param): ValueDeclaration & { readonly required: boolean } {
  if (param.kind === 'definition') return param;
  return { type: typeOf(param), default: param.value, enum: undefined, schema: undefined, required: false };
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

/** The tasks that run another map, of all blocks. */
export function workflowTasksOf(map: WorkflowMap): readonly WorkflowTask[] {
  return tasksOf(map).filter((task) => task.type === 'workflow');
}

/** Whether all that a task declares is known: a template or role that could not be read may declare anything. */
export function isKnown(task: Task, subject: PromptSubject): boolean {
  const role = roleOf(task);
  if (role && !subject.roles.has(role.name)) return false;
  return !isPrompted(task) || task.prompt.kind === 'verbatim' || subject.templates.has(task.prompt);
}

/** Kept as long as the list, which may be of the map, of a template or of a sub-map. */
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
