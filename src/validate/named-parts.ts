import type { WorkflowMap } from '../model/map.ts';

/** A part of a map that has a name, and what a message calls such parts. */
export interface NamedPart {
  readonly kind: 'field' | 'task' | 'parameter' | 'action';
  readonly node: { readonly name: string };
}

/** Everything in a map that has a name, in source order. */
export function namedPartsOf(map: WorkflowMap): readonly NamedPart[] {
  return [
    ...map.fields.map((node) => ({ kind: 'field' as const, node })),
    ...map.block.tasks.flatMap((task): readonly NamedPart[] => [
      { kind: 'task', node: task },
      ...(task.type === 'end' ? [] : task.params).map((node) => ({ kind: 'parameter' as const, node })),
      ...(task.type === 'end' ? [] : task.actions).map((node) => ({ kind: 'action' as const, node })),
    ]),
  ];
}
