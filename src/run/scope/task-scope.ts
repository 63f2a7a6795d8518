import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { extendScope } from '../../expression/types/extend-scope.ts';
import { resultTypeOf } from '../../expression/types/result-type.ts';
import type { Scope, Units, ValueType } from '../../expression/types/value.ts';
import type { Task } from '../../model/block.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../../model/project-insight.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { AGENT_TEXTS, SHADOWABLE_NAMES } from '../../model/shadowable-names.ts';
import type { Value } from '../../model/value.ts';
import { isPrompted, paramsOf, reminderOf, resultNamesOf, roleOf } from '../../model/tasks.ts';
import { bindParameters, type Binding } from '../../prompt/render/bind-parameters.ts';
import type { TemplateParameter } from '../../prompt/parse/template.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { boundNames } from '../state/bound-names.ts';
import { finishedOf, upstreamOf, type ItemView } from '../state/item-view.ts';
import type { LiveRun, RunSettings } from '../live/live-run.ts';
import type { Program } from '../program/program.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';
import { workFolderOf } from '../live/work-folder.ts';
import { siblingsText } from './siblings-text.ts';

/** What of a run its expressions and prompts read; a prompt can be rendered without a run, too. */
export interface TaskContext {
  readonly program: Program;
  /** The inputs of the map. */
  readonly fields: Readonly<Record<string, Value>>;
  readonly settings: Pick<RunSettings, 'channel' | 'run'>;
  readonly project: ProjectInsight;
  /** The names that are bound where the task is. */
  readonly bound: Scope;
  /** What all expressions of one batch may spend together. */
  readonly units?: Units | undefined;
  /** Where a block inside of a task works, and what was changed there; undefined outside of one. */
  readonly workspace?: { readonly path: string; readonly diff: string } | undefined;
  /** What `changes` is; undefined while no task of the block has ended. */
  readonly changes?: RunEventData['changes.read'] | undefined;
  /** Whether nobody can compare anything: the run began outside of git, or is a simulation. */
  readonly isUncompared?: boolean | undefined;
  /** What its prompts read as `siblings`; without a run there are none. */
  readonly siblings?: (() => string) | undefined;
  /** The item of a foreach that all this is for; undefined outside of one. */
  readonly item?: ItemView | undefined;
}

/** What the run knows of its project. */
export function projectOf({ started }: RunState): ProjectInsight {
  return started?.project ?? UNKNOWN_PROJECT;
}

/** What of a run its expressions go by. */
export interface ReadState extends Pick<LiveRun, 'state' | 'units'> {
  readonly settings: Pick<RunSettings, 'channel' | 'run' | 'workRoot' | 'workFolder'>;
}

/** The surroundings of the tasks of a block in a run. */
export function contextOf(live: ReadState, instance: BlockInstance): TaskContext {
  const { program, fields, path, diff = '' } = instance;
  const { settings, units } = live;
  const project = projectOf(live.state);
  const workspace = path.length === 0 ? undefined : { path: workFolderOf(live, path), diff };
  return {
    program,
    fields,
    settings,
    project,
    bound: boundNames(instance),
    workspace,
    changes: instance.changes,
    units,
    item: instance.item,
    siblings: () => siblingsText(live.state, instance),
  };
}

/** What of an execution its names are made of; the outline and the attempts before it where they were read. */
export type ScopedTask = Pick<OpenTask, 'address' | 'args'> &
  Partial<Pick<OpenTask, 'outline' | 'earlierAttempts'>>;

/** All names that a task's prompt, guards and arguments may use, but for its result. */
export function taskScope(context: TaskContext, open: ScopedTask, task: Task): Binding {
  const { program, fields, settings, workspace } = context;
  const shadowable = shadowableNames(context, open, task);
  const { scope, names, problems } = bindParameters({
    fields: program.map.fields,
    params: paramsOf(task),
    parameters: parametersOf(program, task),
    values: fields,
    args: open.args,
    bound: extendScope(context.bound, shadowable),
    reads: program.facts.tasks.get(task)?.names,
    schemaOf: (source) => program.schemas.get(source),
  });
  const builtIns: [string, ValueType, Value][] = [
    ['visits', 'integer', open.address.visit ?? 1],
    ['run', 'any', { ...settings.run }],
    ...(workspace === undefined ? [] : [['workspace', 'any', workspace] as [string, ValueType, Value]]),
  ];
  return {
    scope: { ...extendScope(scope, builtIns), units: context.units },
    names: [...names, ...builtIns.map(([name]) => name)],
    problems,
  };
}

/** The built-in names that nothing of the map hides from a task, with what they hold. */
function shadowableNames(
  context: TaskContext,
  open: ScopedTask,
  task: Task,
): readonly [string, ValueType, Value][] {
  const { project, item } = context;
  const valueOf = (name: string): Value | undefined => {
    if (name === 'project') return { ...project };
    if (name === 'changes') return changesOf(context, task);
    if (AGENT_TEXTS.has(name)) return task.type === 'claude' ? textFor(name, context, open) : undefined;
    return item && (name === 'upstream' ? upstreamOf(item) : finishedOf(item));
  };
  return Array.from(SHADOWABLE_NAMES.keys()).flatMap((name): [string, ValueType, Value][] => {
    // They can be long lists: they are made for those that read them.
    if (!readsBuiltIn(name, context, open.args, task)) return [];
    const value = valueOf(name);
    return value === undefined ? [] : [[name, 'any', value]];
  });
}

/** One of the texts for agents. */
export function textFor(
  name: string,
  { siblings }: TaskContext,
  { outline, earlierAttempts }: ScopedTask,
): string {
  if (name === 'siblings') return siblings?.() ?? '';
  return (name === 'outline' ? outline : earlierAttempts) ?? '';
}

function changesOf({ program, changes, isUncompared }: TaskContext, task: Task): Value | undefined {
  const isAsked = program.facts.tasks.get(task)?.asksForChanges === true;
  return isAsked && isUncompared === true && changes?.changes === null ? undefined : changesValue(changes);
}

/** Whether something of the map has this name for a task. */
function isTaken(name: string, { program, bound }: TaskContext, args: OpenTask['args'], task: Task): boolean {
  if (bound.types.has(name) || Object.hasOwn(args, name)) return true;
  const declared = [...program.map.fields, ...paramsOf(task)];
  return (
    declared.some((each) => each.name === name) ||
    parametersOf(program, task).some((each) => each.name === name && SHADOWABLE_NAMES.get(name) !== each.type)
  );
}

/** Whether a task reads a built-in name that nothing of the map hides from it. */
export function readsBuiltIn(
  name: string,
  context: TaskContext,
  args: OpenTask['args'],
  task: Task,
): boolean {
  const isRead = context.program.facts.tasks.get(task)?.names.has(name) === true;
  return isRead && !isTaken(name, context, args, task);
}

/** Errors: throws ExpressionError where nobody could find out what was changed: it may be anything. */
function changesValue(read: TaskContext['changes']): Value {
  if (read === undefined) return { paths: [], added: [], modified: [], deleted: [], commits: [], count: 0 };
  if (read.changes === null) {
    const { task, reason } = read;
    throw new ExpressionError('changes', `what task "${task}" changed could not be found out (${reason})`);
  }
  const { added, modified, deleted } = read.changes;
  return { paths: [...added, ...modified, ...deleted].toSorted(), ...read.changes };
}

/** The scope of a task's guards and arguments: with its result. */
export function withResult(scope: Scope, program: Program, task: Task, result: Value): Scope {
  const type = resultTypeOf(task, (source) => program.schemas.get(source));
  return extendScope(
    scope,
    resultNamesOf(task).map((name) => [name, type, result] as const),
  );
}

/** What the front matters declare of all that a task is told. */
function parametersOf({ templates, roles }: Program, task: Task): readonly TemplateParameter[] {
  if (!isPrompted(task)) return [];
  const [role, reminder] = [roleOf(task), reminderOf(task)];
  const sent = [
    templates.get(task.prompt),
    role && roles.get(role.name),
    reminder && templates.get(reminder.text),
  ];
  return sent.flatMap((each) => each?.parameters ?? []);
}
