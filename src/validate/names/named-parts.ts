import type { Task } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
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
      ...(task.type === 'end' ? [] : task.actions).map((node) => ({ kind: 'action' as const, node })),
    ]),
  ];
}

/** What only tasks of one type have. */
function ownPartsOf(task: Task): readonly NamedPart[] {
  const named = (kind: NamedPart['kind'], nodes: readonly NamedPart['node'][]) =>
    nodes.map((node): NamedPart => ({ kind, node }));
  if (task.type === 'claude') return named('parameter', task.params);
  if (task.type === 'human') return [...named('parameter', task.params), ...named('field', task.fields)];
  if (task.type === 'decide') return named('bound name', task.set);
  return task.type === 'parallel' ? named('branch', task.branches) : [];
}
