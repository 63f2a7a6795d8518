import type { RunState } from '../../src/run/run-state.ts';

/** A state as data, its machines by what they remember. */
export function summaryOf(state: RunState) {
  const { blocks, ...rest } = state;
  return {
    ...rest,
    blocks: [...blocks].map(([key, { snapshot, visits, nextArgs, open }]) => ({
      key,
      value: snapshot.value,
      context: snapshot.context,
      status: snapshot.status,
      visits,
      nextArgs,
      open,
    })),
  };
}
