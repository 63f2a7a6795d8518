import type { ClaudeTask } from '../model/block.ts';
import type { Field, ScalarType } from '../model/field.ts';
import type { RunEvent } from '../model/run-event.ts';
import { currentTaskOf } from '../run/block-instance.ts';
import type { Program } from '../run/program.ts';
import { foldAll } from '../run/resume-run.ts';
import { readFieldFlags } from './field-flags.ts';
import { flagNames } from './run-flags.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads one-time arguments of the task that a run goes on with, spelled as the fields of a map are for `run`.
 *
 * Shape: as text; `from` names the task where it is not the one that the run stopped at.
 * Errors: throws {@link UsageError} for a name that the task does not know, or a value that does not fit.
 */
export function readTaskArgs(
  tokens: readonly string[],
  program: Program,
  events: readonly RunEvent[],
  from: string | undefined,
): Readonly<Record<string, string>> {
  if (tokens.length === 0) return {};
  const [root] = foldAll(events, program).blocks.values();
  const task = from === undefined ? root && currentTaskOf(root) : root?.tasks.get(from);
  if (task?.type !== 'claude') {
    throw new UsageError(`"${tokens[0] ?? ''}" belongs to no flag, and no task is left to take it.`);
  }
  const values = readFieldFlags(tokens, fieldsOfTask(program, task), flagNames(), `task "${task.name}"`);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** All names that the prompt of a task knows. The nearest declaration says the type. */
export function fieldsOfTask({ map, templates }: Program, task: ClaudeTask): readonly Field[] {
  const fields = new Map<string, Field>();
  const add = (name: string, type: ScalarType, description: string | undefined): void => {
    const known = fields.get(name)?.description ?? '';
    fields.set(name, { name, type, description: description ?? known, required: false });
  };
  for (const each of templates.get(task.prompt)?.parameters ?? [])
    add(each.name, each.type, each.description);
  for (const each of map.fields) add(each.name, each.type, each.description);
  for (const each of task.params) {
    add(each.name, each.kind === 'literal' ? typeOf(each.value) : each.type, descriptionOf(each));
  }
  return [...fields.values()];
}

function descriptionOf(param: ClaudeTask['params'][number]): string | undefined {
  return param.kind === 'literal' ? undefined : param.description;
}

function typeOf(value: string | number | boolean): ScalarType {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}
