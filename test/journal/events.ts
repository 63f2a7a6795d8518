import type { RunEvent } from '../../src/model/run-event.ts';
import { ROOT_ADDRESS } from '../../src/model/address.ts';

/** A small event of the given number; `note` makes its text longer. */
export function eventOf(seq: number, note = ''): RunEvent {
  const task = `Task ${seq}`;
  return {
    seq,
    id: `event-${seq}`,
    at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString(),
    type: 'task.finished',
    address: { block: [], task, visit: 1 },
    causedBy: seq === 1 ? null : seq - 1,
    data: { task, action: null, result: { text: note }, outcome: null, bindings: {}, args: {} },
  };
}

/** Events numbered from `first`. */
export function batchOf(first: number, count: number, note = ''): readonly RunEvent[] {
  return Array.from({ length: count }, (_, index) => eventOf(first + index, note));
}

/** The first record of a run. */
export function startOf(at = '2026-01-01T00:00:00.000Z', digest = '0'.repeat(64)): RunEvent {
  return {
    seq: 1,
    id: `run-${at}`,
    at,
    type: 'run.started',
    address: ROOT_ADDRESS,
    causedBy: null,
    data: {
      version: 1,
      wfmap: '0.1.0',
      run: `run-${at}`,
      map: { path: 'do-map.json', digest },
      templates: {},
      fields: { storyId: '37' },
      agent: 'scripted',
      allowedTools: [],
      seed: 1,
      limits: { steps: null, costUsd: null, tokens: null, durationMs: null },
      git: null,
    },
  };
}
