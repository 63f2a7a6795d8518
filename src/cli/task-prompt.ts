import { join } from 'node:path';
import { artifactFolderOf } from '../artifact/artifact-folder.ts';
import type { ValueType } from '../expression/value.ts';
import type { Argument } from '../model/action.ts';
import type { Block, Task } from '../model/block.ts';
import type { ProjectInsight } from '../model/project-insight.ts';
import type { Value } from '../model/value.ts';
import type { Channel } from '../prompt/action-section.ts';
import { noBoundNames } from '../run/bound-names.ts';
import type { Program } from '../run/program.ts';
import { renderTask } from '../run/render-task.ts';
import { closest } from '../util/closest.ts';
import { plainField, type FlagField } from './flag-field.ts';
import { toOneLine } from './format.ts';
import { fieldsOfTask, isPrompted, type PromptedTask } from './task-args.ts';
import { UsageError } from './usage-error.ts';

/** The id of a run that is none: what a template reads as `run.id`. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** What a prompt is to be rendered with. `values` are inputs of the map, `args` the task's alone and bound names. */
export interface PromptRequest {
  readonly program: Program;
  readonly task: PromptedTask;
  readonly values: Readonly<Record<string, Value>>;
  readonly args: Readonly<Record<string, Value>>;
  readonly visit: number;
  readonly channel: Channel;
  readonly branch: string;
  readonly workRoot: string;
  readonly project: ProjectInsight;
}

/** The prompt that a run with these inputs would send, to the byte. Errors: throws {@link UsageError}. */
export function renderPromptOf(request: PromptRequest): string {
  const { program, task, values, args, visit, channel, branch, workRoot, project } = request;
  const run = { id: NO_RUN, branch, root: workRoot, artifacts: join(workRoot, artifactFolderOf(branch)) };
  const context = {
    program,
    fields: values,
    settings: { channel, run },
    project,
    bound: noBoundNames(program, program.map.block),
  };
  const rendered = renderTask(context, { address: { block: [], visit }, args }, task);
  if ('problem' in rendered) {
    const missing = [...context.bound.types.keys()].filter((name) => !Object.hasOwn(args, name));
    const help = `What tasks before it find out can be given, as JSON: ${missing.map((name) => `--${name}=…`).join(' ')}`;
    throw new UsageError(`Task "${task.name}": ${rendered.problem}`, missing.length === 0 ? {} : { help });
  }
  return rendered.text;
}

/** Finds a task that has a prompt. Errors: throws {@link UsageError} with the near miss, and with all names. */
export function findPromptedTask({ map }: Program, name: string | undefined): PromptedTask {
  const prompted = map.block.tasks.filter(isPrompted);
  const found = map.block.tasks.find((task) => task.name === name);
  if (found && isPrompted(found)) return found;
  const names = prompted.map((task) => task.name);
  const list = `The tasks with a prompt are ${names.slice(0, 50).map(quoted).join(', ')}.`;
  if (name === undefined) throw new UsageError('No task is named.', { help: list });
  if (found !== undefined)
    throw new UsageError(`Task ${quoted(name)} is ${whatIs(found)}: it has no prompt.`, { help: list });
  const near = closest(name, names);
  const guess = near === undefined ? '' : `Did you mean ${quoted(near)}?\n  `;
  throw new UsageError(`The map has no task ${quoted(name)}.`, { help: `${guess}${list}` });
}

/**
 * What a task can be given on the command line: the map's inputs, what the task declares, the names that are bound around it,
 * and what actions pass to it without a declaration.
 */
export function fieldsOfPrompt(program: Program, task: PromptedTask): readonly FlagField[] {
  const { fields, block } = program.map;
  const known = new Map(fieldsOfTask(program, task).map((field) => [field.name, field]));
  for (const [name, type] of noBoundNames(program, block).types) {
    if (!known.has(name))
      known.set(name, plainField(name, flagTypeOf(type), 'What a task before it has found out'));
  }
  for (const { name, kind } of argumentsTo(task.name, block)) {
    if (!known.has(name)) known.set(name, plainField(name, kind === 'text' ? 'string' : 'any'));
  }
  // Of an input the map says the type and whether it must be there, as for a run.
  for (const field of fields) known.set(field.name, field);
  return [...known.values()];
}

/** What actions pass when they lead to a task, be it beyond their limit. */
function argumentsTo(task: string, { tasks }: Block): readonly Argument[] {
  const actions = tasks.flatMap((each) => (each.type === 'end' ? [] : each.actions));
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

function whatIs({ type }: Task): string {
  return type === 'end' ? 'an end' : `of type "${type}"`;
}

function quoted(name: string): string {
  return `"${toOneLine(name)}"`;
}
