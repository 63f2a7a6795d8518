import { expect, test } from 'vitest';
import { NOTHING_LIVE, seeEvent, seeProgress, type LiveState } from '../../../src/cli/live/live-state.ts';
import type { RunEvent, RunEventData, RunEventType } from '../../../src/model/run-event.ts';

function event<T extends RunEventType>(type: T, data: Partial<RunEventData[T]>, visit = 1): RunEvent {
  const address = { block: [], task: 'Act', visit };
  return { seq: 1, id: 'id', at: '', type, address, causedBy: null, data } as unknown as RunEvent;
}

const STARTED = event('task.started', { task: 'Act', execution: 4 }, 2);
const TURN = event('agent.started', { task: 'Act' });

function after(...events: readonly RunEvent[]): LiveState {
  return events.reduce((state, each, index) => seeEvent(state, each, index * 1000), NOTHING_LIVE);
}

test('a task is known by its start, and each process started for it is an attempt', () => {
  const state = after(event('run.started', {}), STARTED, TURN, TURN);
  expect(state).toMatchObject({ runSince: 0, task: { execution: 4, visit: 2, attempt: 2, since: 1000 } });
});

test('figures are those of the turns that have ended, over all tasks', () => {
  const end = event('agent.finished', { costUsd: 0.5, tokens: 100 });
  const unknown = event('agent.finished', { costUsd: null, tokens: null });
  const done = event('task.finished', { task: 'Act' });
  expect(after(STARTED, end, done, STARTED, end)).toMatchObject({
    costUsd: 1,
    tokens: 200,
    costIsPartial: false,
  });
  expect(after(STARTED, end, unknown)).toMatchObject({ costUsd: 0.5, costIsPartial: true });
});

test.each(['task.finished', 'task.failed', 'run.paused', 'run.finished'] as const)('%s ends it', (type) => {
  expect(after(STARTED, event(type, {})).task).toBeUndefined();
});

test('of a text its last line that says something is kept, of a tool call its name and input', () => {
  const state = after(STARTED, TURN);
  const doing = (progress: Parameters<typeof seeProgress>[1]) => seeProgress(state, progress).task?.doing;
  expect(doing({ kind: 'text', text: 'First.\nThen this.\n  \n' })).toBe('Then this.');
  expect(doing({ kind: 'tool', tool: 'Bash', input: 'npm test' })).toBe('> Bash npm test');
  expect(doing({ kind: 'retry', reason: 'rate limit' })).toBe('rate limit');
  expect(doing({ kind: 'ready', version: undefined, model: undefined })).toBeUndefined();
  expect(seeProgress(NOTHING_LIVE, { kind: 'text', text: 'late' })).toBe(NOTHING_LIVE);
});
