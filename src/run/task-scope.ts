import { resultTypeOf } from '../expression/result-type.ts';
import type { Scope, ValueType } from '../expression/value.ts';
import type { FieldType, Param } from '../model/field.ts';
import type { Task } from '../model/block.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../model/project-insight.ts';
import type { Value } from '../model/value.ts';
import { bindParameters, type Binding } from '../prompt/bind-parameters.ts';
import { typeOfValue } from '../prompt/coerce.ts';
import type { TemplateParameter } from '../prompt/template.ts';
import type { BlockInstance } from './block-instance.ts';
import { boundNames } from './bound-names.ts';
import { finishedOf, upstreamOf, type ItemView } from './item-view.ts';
import type { LiveRun, RunSettings } from './live-run.ts';
import type { Program } from './program.ts';
import type { OpenTask } from './run-state.ts';
import { saysName } from './says-name.ts';
import { workFolderOf } from './work-folder.ts';

/** What of a run its expressions and prompts read; a prompt can be rendered without a run, too. */
export interface TaskContext {
  readonly program: Program;
  /** The inputs of the map. */
  readonly fields: Readonly<Record<string, Value>>;
  readonly settings: Pick<RunSettings, 'channel' | 'run'>;
  readonly project: ProjectInsight;
  /** The names that are bound where the task is. */
  readonly bound: Scope;
  /** Where a block inside of a task works, and what was changed there; undefined outside of one. */
  readonly workspace?: { readonly path: string; readonly diff: string } | undefined;
  /** The item of a foreach that all this is for; undefined outside of one. */
  readonly item?: ItemView | undefined;
}

/** The surroundings of the tasks of a block in a run. */
export function contextOf(live: Pick<LiveRun, 'settings' | 'state'>, instance: BlockInstance): TaskContext {
  const { program, fields, path, diff = '' } = instance;
  const { settings } = live;
  const project = live.state.started?.project ?? UNKNOWN_PROJECT;
  const workspace = path.length === 0 ? undefined : { path: workFolderOf(live, path), diff };
  return { program, fields, settings, project, bound: boundNames(instance), workspace, item: instance.item };
}

/** All names that a task's prompt, guards and arguments may use, but for its result. */
export function taskScope(
  context: TaskContext,
  open: Pick<OpenTask, 'address' | 'args'>,
  task: Task,
): Binding {
  const { program, fields, settings, bound, workspace } = context;
  const { scope, problems } = bindParameters({
    fields: program.map.fields,
    params: paramsOf(task),
    parameters: parametersOf(program, task),
    values: fields,
    args: open.args,
    bound,
    schemaOf: (source) => program.schemas.get(source),
  });
  const builtIns: [string, ValueType, Value][] = [
    ['visits', 'integer', open.address.visit ?? 1],
    ['run', 'any', { ...settings.run }],
    ...(workspace === undefined ? [] : [['workspace', 'any', workspace] as [string, ValueType, Value]]),
  ];
  const shy = shyNames(context, task).filter(
    ([name, , value]) =>
      !scope.types.has(name) ||
      (scope.values.get(name) === undefined && askedTypeOf(name, context, task) === typeOfValue(value)),
  );
  return { scope: extend(scope, [...builtIns, ...shy]), problems };
}

/** Built-in names that give way to whatever a map declares or binds by the same name, and to what is passed. */
function shyNames({ program, project, item }: TaskContext, task: Task): [string, ValueType, Value][] {
  const names: [string, ValueType, Value][] = [['project', 'any', { ...project }]];
  // Both can be long lists: they are made for those that read them.
  if (item !== undefined && saysName(program, task, 'upstream'))
    names.push(['upstream', 'any', upstreamOf(item)]);
  if (item !== undefined && saysName(program, task, 'finished'))
    names.push(['finished', 'any', finishedOf(item)]);
  return names;
}

/**
 * The type of a name that the task's templates alone declare: nobody says what it holds, so that a built-in may.
 *
 * So one prompt asks for `upstream` as a parameter, and is used in the body of a foreach as well as where it is passed.
 */
function askedTypeOf(name: string, { program, bound }: TaskContext, task: Task): FieldType | undefined {
  const isTaken = [...program.map.fields, ...paramsOf(task)].some((each) => each.name === name);
  if (isTaken || bound.types.has(name)) return undefined;
  return parametersOf(program, task).find((each) => each.name === name)?.type;
}

/** The scope of a task's guards and arguments: with its result. */
export function withResult(scope: Scope, program: Program, task: Task, result: Value): Scope {
  const type = resultTypeOf(task, (source) => program.schemas.get(source));
  const names = task.type === 'parallel' ? ['branches'] : task.type === 'foreach' ? ['items'] : [];
  return extend(
    scope,
    ['result', ...names].map((name) => [name, type, result] as const),
  );
}

export function extend(scope: Scope, more: readonly (readonly [string, ValueType, Value])[]): Scope {
  const types = new Map(scope.types);
  const values = new Map(scope.values);
  for (const [name, type, value] of more) {
    types.set(name, type);
    values.set(name, value);
  }
  return { types, values };
}

function paramsOf(task: Task): readonly Param[] {
  return task.type === 'claude' || task.type === 'human' ? task.params : [];
}

/** What the front matters declare of all that a task is told. */
function parametersOf({ templates, roles }: Program, task: Task): readonly TemplateParameter[] {
  if (task.type !== 'claude' && task.type !== 'human') return [];
  const own = templates.get(task.prompt);
  if (task.type === 'human') return own?.parameters ?? [];
  const { agent, reminder } = task;
  const told = [own, agent && roles.get(agent.name), reminder && templates.get(reminder.text)];
  return told.flatMap((each) => each?.parameters ?? []);
}
