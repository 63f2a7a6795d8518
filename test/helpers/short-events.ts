import type { Address, BlockStep } from '../../src/model/address.ts';
import type { RunEvent, RunEventData, RunEventType } from '../../src/model/run-event.ts';

/** An event in short: its type, where it is (`Both/a Build/x: Look`, `Look#2`), and its data. */
export type ShortEvent = readonly [type: RunEventType, place: string, data?: object];

/** What events have where a test says nothing else. */
const DEFAULTS: { readonly [T in RunEventType]?: Partial<RunEventData[T]> } = {
  'task.started': { resumes: null, args: {} },
  'agent.finished': {
    outcome: 'answered',
    durationMs: 0,
    costUsd: 0,
    tokens: 0,
    denials: [],
    reason: null,
    fault: null,
  },
  'shell.finished': { outcome: 'exited', exitCode: 0, durationMs: 0 },
  'task.finished': { action: null },
  'task.failed': { reason: '', target: '' },
};

/** The data of `items.listed`: keys, with those of the items that they wait for. */
export function items(...keys: readonly (string | readonly [key: string, ...after: string[]])[]) {
  return {
    items: keys
      .map((each) => (typeof each === 'string' ? [each] : each))
      .map(([key, ...after]) => ({ key, after, value: null, exclusive: null })),
  };
}

/** Events in full, one second apart. */
export function events(...reported: readonly ShortEvent[]): readonly RunEvent[] {
  let executions = 0;
  return reported.map(([type, place, data], index) => {
    const address = addressOf(place);
    if (type === 'task.started') executions += 1;
    const more = type === 'task.started' ? { execution: executions } : {};
    return {
      seq: index + 1,
      id: `${index + 1}`,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index + 1)).toISOString(),
      type,
      address,
      causedBy: null,
      data: {
        ...(address.task === undefined ? {} : { task: address.task }),
        ...DEFAULTS[type],
        ...more,
        ...data,
      },
    } as unknown as RunEvent;
  });
}

/** `Both/a Build/x: Look#2` as an address. */
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
