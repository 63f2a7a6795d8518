import type { RunState } from '../../src/run/state/run-state.ts';

/** A state as data, its machines by what they remember, its blocks by where they are. */
export function summaryOf(state: RunState) {
  const { blocks, movable, open, ...rest } = state;
  return {
    ...rest,
    movable: new Set(Array.from(movable, ({ path }) => path)),
    open: Array.from(open.values(), ({ children, ...task }) => ({
      ...task,
      parts: children && { ...children, schedule: undefined, next: children.schedule?.next() },
    })),
    blocks: [...blocks].map(
      ([key, { machine: _machine, tasks: _tasks, program: _program, ...instance }]) => ({
        ...instance,
        key,
        snapshot: {
          value: instance.snapshot.value,
          context: instance.snapshot.context,
          status: instance.snapshot.status,
        },
      }),
    ),
  };
}
