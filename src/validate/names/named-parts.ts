import type { Task } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { actionsOf, assignmentsOf, fieldsOf, paramsOf } from '../../model/tasks.ts';
import { tasksOf } from '../blocks/blocks.ts';

/** A part of a map that has a name, and what a message calls such parts. */
export interface NamedPart {
  readonly kind: 'field' | 'task' | 'parameter' | 'action' | 'branch' | 'bound name';
  readonly node: { readonly name: string };
}

/** Everything in a map that has a name, in source order. */
export function namedPartsOf(map: WorkflowMap): readonly NamedPart[] {
  return [
    ...map.fields.map((node) => ({ kind: 'field' as const, node })),
    ...tasksOf(map).flatMap((task): readonly NamedPart[] => [
      { kind: 'task', node: task },
      ...ownPartsOf(task),
      ...actionsOf(task).map((node) => ({ kind: 'action' as const, node })),
    ]),
  ];
}

/** What only tasks of some types have. */
function ownPartsOf(task: Task): readonly NamedPart[] {
  const named = (kind: NamedPart['kind'], nodes: readonly NamedPart['node'][]) =>
    nodes.map((node): NamedPart => ({ kind, node }));
  return [
    ...named('parameter', paramsOf(task)),
    ...named('field', fieldsOf(task)),
    ...named('bound name', assignmentsOf(task)),
    ...named('branch', 'branches' in task ? task.branches : []),
  ];
}
