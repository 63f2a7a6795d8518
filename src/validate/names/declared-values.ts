import type { Field, Param, ValueDeclaration } from '../../model/field.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { fieldsOf, isPrompted } from '../../model/tasks.ts';
import { tasksOf } from '../blocks/blocks.ts';

/** A declaration of a value in the map. Shape: `owner` is what a message calls it. */
export interface DeclaredValue {
  readonly node: ValueDeclaration;
  readonly owner: string;
}

/** Everything in a map that declares a value: inputs, parameters, and what people are asked for. */
export function declaredValuesOf(map: WorkflowMap): readonly DeclaredValue[] {
  const inTask = (nodes: readonly (Field | Param)[], kind: string, task: string) =>
    nodes.flatMap((node) =>
      'kind' in node && node.kind === 'literal'
        ? []
        : [{ node, owner: `${kind} "${node.name}" of task "${task}"` }],
    );
  return [
    ...map.fields.map((node) => ({ node, owner: `field "${node.name}"` })),
    ...tasksOf(map)
      .filter(isPrompted)
      .flatMap((task) => [
        ...inTask(task.params, 'parameter', task.name),
        ...inTask(fieldsOf(task), 'field', task.name),
      ]),
  ];
}
