import type { Action } from './action.ts';
import type { Task } from './block.ts';
import type { ValueDeclaration } from './field.ts';
import type { WorkflowMap } from './map.ts';

/**
 * Whether a map says nothing that the original format of maps could not say.
 *
 * That is: tasks of type `claude` with a prompt, parameters and actions, and ends; actions with `target`, `choose` and
 * arguments as a text; inputs and parameters that are a string, a number or a boolean. Descriptions and `$schema` do not
 * count. Both forms of a map are judged alike. A field that is new to the format makes a map that says it no original one.
 */
export function isOriginalMap(map: WorkflowMap): boolean {
  const { fields, block, limits, needsWall, keepsBranch, properties, artifacts } = map;
  return (
    fields.every(isOriginalValue) &&
    saysOnly(limits, {}) &&
    !needsWall &&
    !keepsBranch &&
    properties.length + artifacts.length === 0 &&
    block.tasks.every(isOriginalTask)
  );
}

function isOriginalTask(task: Task): boolean {
  if (task.type === 'end')
    return saysOnly(task, { ...task, outcome: task.name, result: undefined, failed: false });
  if (task.type !== 'claude') return false;
  const { type, name, description, prompt, params, actions, retry, session } = task;
  const original = { type, name, description, prompt, params, actions, retry, session };
  return (
    saysOnly(task, { ...original, mayCommit: false, protocol: 'action', appendActions: true }) &&
    saysOnly(retry, {}) &&
    session.kind === 'new' &&
    params.every((param) => param.kind === 'literal' || isOriginalValue(param)) &&
    actions.every(isOriginalAction)
  );
}

function isOriginalAction(action: Action): boolean {
  const { name, target, args, choose, resets } = action;
  return (
    saysOnly(action, { name, target, args, choose, resets }) &&
    resets.length === 0 &&
    args.every(({ kind }) => kind === 'text')
  );
}

function isOriginalValue({ type, default: standard, enum: allowed, schema }: ValueDeclaration): boolean {
  return (
    (type === 'string' || type === 'number' || type === 'boolean') &&
    saysOnly({ standard, allowed, schema }, {})
  );
}

/** Whether all that an object says is what another one says. */
function saysOnly(said: object, expected: object): boolean {
  const known = new Map<string, unknown>(Object.entries(expected));
  return Object.entries(said).every(([name, value]) => value === known.get(name));
}
