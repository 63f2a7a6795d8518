import { createLiveState, seeEvent, type LiveState } from '../../../src/cli/live/live-state.ts';
import type { Address, BlockStep } from '../../../src/model/address.ts';
import type { RunEvent, RunEventType } from '../../../src/model/run-event.ts';

/** An event in short: its type, where it is (`Both/a Build/x: Look`, `Look#2`), and its data. */
export type Told = readonly [type: RunEventType, place: string, data?: object];

/** Events in full, one second apart. */
export function events(...told: readonly Told[]): readonly RunEvent[] {
  let executions = 0;
  return told.map(([type, place, data], index) => {
    const address = addressOf(place);
    if (type === 'task.started') executions += 1;
    const more = type === 'task.started' ? { execution: executions, resumes: null, args: {} } : {};
    return {
      seq: index + 1,
      id: `${index + 1}`,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index + 1)).toISOString(),
      type,
      address,
      causedBy: null,
      data: { ...(address.task === undefined ? {} : { task: address.task }), ...more, ...data },
    } as unknown as RunEvent;
  });
}

/** The state after events, each a second after the one before it, from 0. */
export function stateAfter(...told: readonly Told[]): LiveState {
  const state = createLiveState();
  for (const [index, event] of events(...told).entries()) seeEvent(state, event, index * 1000);
  return state;
}

export function addressOf(place: string): Address {
  const parts = place.split(': ');
  const name = parts.pop() ?? '';
  const block = (parts[0] ?? '')
    .split(' ')
    .filter((step) => step !== '')
    .map((step): BlockStep => {
      const [task = '', key = ''] = step.split('/');
      const [, bare = '', activation = '1'] = /^(.*?)(?:#(\d+))?$/.exec(task) ?? [];
      return { task: bare, key, activation: Number(activation) };
    });
  if (name === '') return { block };
  const [, task = '', visit = '1'] = /^(.*?)(?:#(\d+))?$/.exec(name) ?? [];
  return { block, task, visit: Number(visit) };
}
