import { resultTypeOf } from '../expression/result-type.ts';
import type { Scope, ValueType } from '../expression/value.ts';
import type { Param } from '../model/field.ts';
import type { Task } from '../model/block.ts';
import type { Value } from '../model/value.ts';
import { bindParameters, type Binding } from '../prompt/bind-parameters.ts';
import type { TemplateParameter } from '../prompt/template.ts';
import type { BlockInstance } from './block-instance.ts';
import { boundNames } from './bound-names.ts';
import type { LiveRun, RunSettings } from './live-run.ts';
import type { Program } from './program.ts';
import type { OpenTask } from './run-state.ts';
import { workFolderOf } from './work-folder.ts';

/** What of a run its expressions and prompts read; a prompt can be rendered without a run, too. */
export interface TaskContext {
  readonly program: Program;
  /** The inputs of the map. */
  readonly fields: Readonly<Record<string, Value>>;
  readonly settings: Pick<RunSettings, 'channel' | 'run'>;
  /** The names that are bound where the task is. */
  readonly bound: Scope;
  /** Where a block inside of a task works, and what was changed there; undefined outside of one. */
  readonly workspace?: { readonly path: string; readonly diff: string } | undefined;
}

/** The surroundings of the tasks of a block in a run. */
export function contextOf(live: Pick<LiveRun, 'settings' | 'state'>, instance: BlockInstance): TaskContext {
  const { program, fields, path, diff = '' } = instance;
  const { settings } = live;
  const workspace = path.length === 0 ? undefined : { path: workFolderOf(live, path), diff };
  return { program, fields, settings, bound: boundNames(instance), workspace };
}

/** All names that a task's prompt, guards and arguments may use, but for its result. */
export function taskScope(
  { program, fields, settings, bound, workspace }: TaskContext,
  open: Pick<OpenTask, 'address' | 'args'>,
  task: Task,
): Binding {
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
  return { scope: extend(scope, builtIns), problems };
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

/** What the front matter of a task's template and of its role declares. */
function parametersOf({ templates, roles }: Program, task: Task): readonly TemplateParameter[] {
  if (task.type !== 'claude' && task.type !== 'human') return [];
  const own = templates.get(task.prompt)?.parameters ?? [];
  const role = task.type === 'claude' && task.agent !== undefined ? roles.get(task.agent.name) : undefined;
  return role === undefined ? own : [...own, ...role.parameters];
}
