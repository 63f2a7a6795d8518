import type { Task } from '../../model/block.ts';
import type { ValueDeclaration } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { isPrompted, paramsOf, roleOf } from '../../model/tasks.ts';
import { typeOfValue } from '../../prompt/values/coerce.ts';
import type { TemplateParameter } from '../../prompt/parse/template.ts';
import { currentTaskOf } from '../../run/state/block-instance.ts';
import type { Program } from '../../run/program/program.ts';
import type { RunState } from '../../run/state/run-state.ts';
import { readFieldFlags } from './field-flags.ts';
import { plainField, type FlagField } from './flag-field.ts';
import { flagFaults } from './flag-faults.ts';
import { flagNames } from './run-flags.ts';
import { UsageError } from '../io/usage-error.ts';

const RESUME_FLAGS = [...flagNames(), 'from', 'from-checkpoint', 'accept-changes', 'as-started'];

/**
 * Reads one-time arguments of the task that a run goes on with, spelled as the fields of a map are for `run`.
 *
 * Shape: values of the declared types; `from` names the task where it is not the one that the run stopped at.
 * Errors: throws {@link UsageError} for a name that the task does not know, or a value that does not fit.
 */
export function readTaskArgs(
  tokens: readonly string[],
  program: Program,
  readState: () => RunState,
  from: string | undefined,
): Readonly<Record<string, Value>> {
  if (tokens.length === 0) return {};
  const [root] = readState().blocks.values();
  const task = from === undefined ? root && currentTaskOf(root) : root?.tasks.get(from);
  if (task === undefined || task.type === 'end') {
    const [first = ''] = tokens;
    if (first.startsWith('--')) throw flagFaults.unknown(first.replace(/=.*/s, ''), 'resume', RESUME_FLAGS);
    throw new UsageError(`"${first}" belongs to no flag, and no task is left to take it.`);
  }
  return readFieldFlags(tokens, fieldsOfTask(program, task), RESUME_FLAGS, {
    name: `task "${task.name}"`,
    schemaOf: (source) => program.schemas.get(source),
  });
}

/** All names that somebody declares for a task. The nearest declaration says the type. */
export function fieldsOfTask(program: Program, task: Task): readonly FlagField[] {
  const fields = new Map<string, FlagField>();
  const add = (declared: Declared): void => {
    const { name, type, schema } = declared;
    const description = declared.description ?? fields.get(name)?.description ?? '';
    fields.set(name, { ...plainField(name, type, description), enum: declared.enum, schema });
  };
  for (const each of [...parametersOf(program, task), ...program.map.fields]) add(each);
  for (const each of paramsOf(task)) {
    if (each.kind === 'definition') add(each);
    else fields.set(each.name, literalField(each.name, each.value, fields.get(each.name)?.description));
  }
  return [...fields.values()];
}

/** What front matter declares for a task: that of its role, then that of its template. */
function parametersOf({ templates, roles }: Program, task: Task): readonly TemplateParameter[] {
  if (!isPrompted(task)) return [];
  const named = roleOf(task);
  const role = named && roles.get(named.name);
  return [...(role?.parameters ?? []), ...(templates.get(task.prompt)?.parameters ?? [])];
}

type Declared = Pick<ValueDeclaration, 'type' | 'enum' | 'schema'> & {
  readonly name: string;
  readonly description: string | undefined;
};

function literalField(name: string, value: Value, description: string | undefined): FlagField {
  return plainField(name, typeOfValue(value) ?? 'string', description);
}
