import { createLiveState, seeEvent, type LiveState } from '../../../src/cli/live/live-state.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { events, type ShortEvent } from '../../helpers/short-events.ts';

/** The state after events, each a second after the one before it, from 0. */
export function stateAfter(...reported: readonly ShortEvent[]): LiveState {
  return stateWith(...events(...reported));
}

export function stateWith(...all: readonly RunEvent[]): LiveState {
  const view = createRunView();
  const state = createLiveState(view);
  for (const [index, event] of all.entries()) {
    seeEvent(state, event, applyEvent(view, event), index * 1000);
  }
  return state;
}
