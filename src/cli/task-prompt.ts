import type { ClaudeTask } from '../model/block.ts';
import type { Field, Scalar } from '../model/field.ts';
import type { Channel } from '../prompt/action-section.ts';
import type { Program } from '../run/program.ts';
import { renderTask } from '../run/render-task.ts';
import { closest } from '../util/closest.ts';
import { toOneLine } from './format.ts';
import { fieldsOfTask } from './task-args.ts';
import { UsageError } from './usage-error.ts';

/** The id of a run that is none: what a template reads as `run.id`. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** What a prompt is to be rendered with. `values` are inputs of the map, `args` the task's alone. */
export interface PromptRequest {
  readonly program: Program;
  readonly task: ClaudeTask;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly args: Readonly<Record<string, string>>;
  readonly visit: number;
  readonly channel: Channel;
  readonly branch: string;
  readonly workRoot: string;
}

/** The prompt that a run with these inputs would send, to the byte. Errors: throws {@link UsageError}. */
export function renderPromptOf(request: PromptRequest): string {
  const { program, task, values, args, visit, channel, branch, workRoot } = request;
  const context = {
    program,
    state: { started: { fields: values } },
    settings: { channel, run: { id: NO_RUN, branch, root: workRoot } },
  };
  const rendered = renderTask(context, { address: { block: [], visit }, args }, task);
  if ('problem' in rendered) throw new UsageError(`Task "${task.name}": ${rendered.problem}`);
  return rendered.text;
}

/** Finds a task that has a prompt. Errors: throws {@link UsageError} with the near miss, and with all names. */
export function findPromptedTask({ map }: Program, name: string | undefined): ClaudeTask {
  const prompted = map.block.tasks.filter((task) => task.type === 'claude');
  const found = map.block.tasks.find((task) => task.name === name);
  if (found?.type === 'claude') return found;
  const names = prompted.map((task) => task.name);
  const list = `The tasks with a prompt are ${names.slice(0, 50).map(quoted).join(', ')}.`;
  if (name === undefined) throw new UsageError('No task is named.', { help: list });
  if (found !== undefined)
    throw new UsageError(`Task ${quoted(name)} is an end: it has no prompt.`, { help: list });
  const near = closest(name, names);
  const guess = near === undefined ? '' : `Did you mean ${quoted(near)}?\n  `;
  throw new UsageError(`The map has no task ${quoted(name)}.`, { help: `${guess}${list}` });
}

/**
 * What a task can be given on the command line: the map's inputs, what the task declares, and what actions pass
 * to it without a declaration.
 */
export function fieldsOfPrompt(program: Program, task: ClaudeTask): readonly Field[] {
  const { fields, block } = program.map;
  const known = new Map(fieldsOfTask(program, task).map((field) => [field.name, field]));
  for (const each of block.tasks) {
    for (const { target, limit, args } of each.type === 'claude' ? each.actions : []) {
      if (target !== task.name && limit?.then !== task.name) continue;
      for (const { name } of args) {
        if (!known.has(name)) known.set(name, { name, type: 'string', description: '', required: false });
      }
    }
  }
  // Of an input the map says the type and whether it must be there, as for a run.
  for (const field of fields) known.set(field.name, field);
  return [...known.values()];
}

function quoted(name: string): string {
  return `"${toOneLine(name)}"`;
}
