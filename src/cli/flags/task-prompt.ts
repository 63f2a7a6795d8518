import { join } from 'node:path';
import { PROJECTIONS } from '../../framework/projections.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Argument } from '../../model/action.ts';
import type { Block } from '../../model/block.ts';
import type { ProjectInsight } from '../../model/project-insight.ts';
import type { Value } from '../../model/value.ts';
import { actionsOf } from '../../model/tasks.ts';
import type { Channel } from '../../prompt/render/action-section.ts';
import { boundTypesOf } from '../../run/state/bound-names.ts';
import { renderTask } from '../../run/scope/render-task.ts';
import type { OutlineRequest } from '../../run/host/outliner.ts';
import { outlineRequest } from '../../run/scope/outline-request.ts';
import type { TaskContext } from '../../run/scope/task-scope.ts';
import { bindFirst } from './bind-first.ts';
import type { PromptedPlace } from './find-prompted.ts';
import { plainField, type FlagField } from './flag-field.ts';
import { fieldsOfTask } from './task-args.ts';
import { UsageError } from '../io/usage-error.ts';

/** The id of a run that is none: what a template reads as `run.id`. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/**
 * What a prompt is to be rendered with.
 *
 * Shape: `values` are inputs of the map that the task is written in, `args` the task's alone and bound names.
 */
export interface PromptRequest {
  readonly found: PromptedPlace;
  readonly values: Readonly<Record<string, Value>>;
  readonly args: Readonly<Record<string, Value>>;
  readonly visit: number;
  readonly channel: Channel;
  readonly branch: string;
  readonly workRoot: string;
  readonly project: ProjectInsight;
  /** What was read of it; absent where the prompt names none. */
  readonly outline?: string | undefined;
}

/** The prompt that a run with these inputs would send, to the byte. Errors: throws {@link UsageError}. */
export function renderPromptOf(request: PromptRequest): string {
  const { found, args, visit, outline } = request;
  const { task } = found;
  const context = contextOf(request);
  const rendered = renderTask(context, { address: { block: [], visit }, args, outline }, task);
  if ('problem' in rendered) {
    const known = context.bound.values;
    const names = [...namesAround(found).types.keys()];
    const missing = names.filter((name) => !Object.hasOwn(args, name) && !known.has(name));
    const help = `What tasks before it find out can be given, as JSON: ${missing.map((name) => `--${name}=…`).join(' ')}`;
    throw new UsageError(`Task "${task.name}": ${rendered.problem}`, missing.length === 0 ? {} : { help });
  }
  return rendered.text;
}

/** The outline that the prompt names, as a run would ask for it; undefined where it names none. Errors: throws {@link UsageError}. */
export function outlineOfPrompt(request: PromptRequest): OutlineRequest | undefined {
  const { found, args, visit, workRoot } = request;
  const { task } = found;
  if (task.type !== 'claude') return undefined;
  const outline = outlineRequest(contextOf(request), { address: { block: [], visit }, args }, task, workRoot);
  if (outline !== undefined && 'problem' in outline)
    throw new UsageError(`Task "${task.name}": ${outline.problem}`);
  return outline;
}

/**
 * What a task can be given on the command line: the map's inputs, what the task declares, the names that are bound around it,
 * and what actions pass to it without a declaration.
 */
export function fieldsOfPrompt(found: PromptedPlace): readonly FlagField[] {
  const { program, task, blocks, items } = found;
  const { fields } = program.map;
  const known = new Map(fieldsOfTask(program, task).map((field) => [field.name, field]));
  for (const [name, type] of namesAround(found).types) {
    const what = items.includes(name)
      ? 'The item'
      : (OF_ITEMS.get(name) ?? 'What a task before it has found out');
    if (!known.has(name)) known.set(name, plainField(name, flagTypeOf(type), what));
  }
  for (const { name, kind } of argumentsTo(task.name, blocks.at(-1)?.tasks ?? [])) {
    if (!known.has(name)) known.set(name, plainField(name, kind === 'text' ? 'string' : 'any'));
  }
  // Of an input the map says the type and whether it must be there, as for a run.
  for (const field of fields) known.set(field.name, field);
  return [...known.values()];
}

/** What is known where a task stands: what was given, and what follows from that in the blocks around it. */
function contextOf(request: PromptRequest): TaskContext {
  const { found, values: fields, args, channel, branch, workRoot, project } = request;
  const { program, blocks } = found;
  const artifacts = join(workRoot, PROJECTIONS.folderOf(branch));
  const run = { id: NO_RUN, branch, root: workRoot, artifacts };
  const { types, values } = namesAround(found);
  const given = Object.entries(args).filter(([name]) => types.has(name));
  let context: TaskContext = {
    program,
    fields,
    settings: { channel, run },
    project,
    bound: { types, values: new Map([...values, ...given]) },
    // Blocks in a map, and maps in it, may work in a folder of their own; here nothing was changed yet.
    workspace: { path: workRoot, diff: '' },
  };
  for (const block of blocks) context = { ...context, bound: { types, values: bindFirst(context, block) } };
  return context;
}

/** What an item knows of the others, which are none where there is no run. */
const OF_ITEMS: ReadonlyMap<string, string> = new Map([
  ['upstream', 'Results of the items that this one waited for'],
  ['finished', 'Keys of the items that are over'],
]);

/** The names that are bound where a task stands, by tasks of its block and of those around, and by items. */
function namesAround({ program, blocks, items }: PromptedPlace): {
  readonly types: ReadonlyMap<string, ValueType>;
  readonly values: ReadonlyMap<string, Value>;
} {
  const types = new Map<string, ValueType>();
  const values = new Map<string, Value>();
  const inputs = new Set(program.map.fields.map(({ name }) => name));
  for (const name of items.length > 0 ? OF_ITEMS.keys() : []) {
    if (inputs.has(name)) continue;
    types.set(name, 'any');
    values.set(name, []);
  }
  for (const name of items) types.set(name, 'any');
  for (const block of blocks) {
    for (const [name, type] of boundTypesOf(program, block)) {
      types.set(name, type);
      values.delete(name);
    }
  }
  return { types, values };
}

/** What actions pass when they lead to a task, be it beyond their limit. */
function argumentsTo(task: string, tasks: Block['tasks']): readonly Argument[] {
  const actions = tasks.flatMap(actionsOf);
  return actions
    .filter(({ target, limit }) => target === task || limit?.then === task)
    .flatMap(({ args }) => args);
}

function flagTypeOf(type: ValueType): FlagField['type'] {
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  if (type === 'integer') return 'number';
  if (typeof type === 'string') return 'any';
  if (type.kind === 'list') return 'array';
  return type.kind === 'object' ? 'object' : 'any';
}
