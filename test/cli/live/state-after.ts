import { createLiveState, seeEvent, type LiveState } from '../../../src/cli/live/live-state.ts';
import { events, type Told } from '../../helpers/told-events.ts';

/** The state after events, each a second after the one before it, from 0. */
export function stateAfter(...told: readonly Told[]): LiveState {
  const state = createLiveState();
  for (const [index, event] of events(...told).entries()) seeEvent(state, event, index * 1000);
  return state;
}
