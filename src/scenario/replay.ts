import { isDeepStrictEqual } from 'node:util';
import type { RunEvent } from '../model/run-event.ts';
import { fold } from '../run/state/fold.ts';
import type { Program } from '../run/program/program.ts';
import { createRunState, type RunState } from '../run/state/run-state.ts';

/** Folds a journal anew; `before` sees each event with the state that it comes to. */
export function replay(
  events: readonly RunEvent[],
  program: Program,
  before: (state: RunState, event: RunEvent) => void,
): RunState {
  const state = createRunState();
  for (const event of events) {
    before(state, event);
    fold(state, event, program);
  }
  return state;
}

/** Whether two states know the same, of all that a run goes on from. */
export function knowsTheSame(a: RunState, b: RunState): boolean {
  return isDeepStrictEqual(knownOf(a), knownOf(b));
}

/** A state without its machines and maps, which are the same objects on each side. */
function knownOf({ blocks, open, movable, ...rest }: RunState): unknown {
  return {
    ...rest,
    // Those that wait for a place stand in another order while a run goes on.
    movable: new Set(Array.from(movable, ({ path }) => JSON.stringify(path))),
    open: Array.from(open.values(), ({ children, task, ...each }) => ({
      ...each,
      task: task.name,
      parts: children === undefined ? [] : [...children.byKey],
    })),
    blocks: Array.from(blocks, ([key, each]) => {
      const { machine: _machine, tasks: _tasks, program: _program, block: _block, ...known } = each;
      const { value, status, context } = known.snapshot;
      return { ...known, key, snapshot: { value, status, context } };
    }),
  };
}
