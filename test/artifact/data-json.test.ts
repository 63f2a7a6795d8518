import { describe, expect, test } from 'vitest';
import { dataJsonOf, type DataJson } from '../../src/artifact/data-json.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import type { Address } from '../../src/model/address.ts';
import { eventLine, timeOf, type ShortEvent } from './short-events.ts';

const PLACE = { mapPath: 'maps/do-map.json', directoryPath: '.wfmap/runs/do/slip-001' };

function dataJsonFrom(...reported: readonly ShortEvent[]): DataJson {
  return dataJsonOf(runViewOf(eventLine(reported)), PLACE);
}

/** The events of one execution, up to and including its agent's start. */
function working(task: string, execution: number, address?: Address): readonly ShortEvent[] {
  return [
    { type: 'task.started', task, data: { execution }, address },
    { type: 'prompt.rendered', task, address },
    { type: 'agent.started', task, address },
  ];
}

function chosen(task: string, action: string): readonly ShortEvent[] {
  return [
    { type: 'agent.finished', task, data: { outcome: 'answered', denials: [] } },
    { type: 'action.chosen', task, data: { action } },
    { type: 'task.finished', task, data: { action } },
  ];
}

const START: ShortEvent = { type: 'run.started', data: { fields: { storyId: '37', fast: true } } };

describe('the data.json of a run', () => {
  test('that has just begun has its keys in the order of the seed and no end', () => {
    expect(JSON.stringify(dataJsonFrom(START))).toBe(
      JSON.stringify({
        map: 'maps/do-map.json',
        start: timeOf(1),
        path: '.wfmap/runs/do/slip-001/',
        workslipFields: { storyId: '37', fast: true },
        history: [],
        status: 'running',
      }),
    );
  });

  test('that is finished tells every execution, an end without action and files', () => {
    const directory = dataJsonFrom(
      START,
      ...working('Code Subtask', 1),
      ...chosen('Code Subtask', 'Complete'),
      { type: 'task.started', task: 'Finished', data: { execution: 2 } },
      { type: 'task.finished', task: 'Finished', data: { action: null } },
      { type: 'run.finished', data: { failed: false } },
    );
    expect(JSON.stringify(directory)).toBe(
      JSON.stringify({
        map: 'maps/do-map.json',
        start: timeOf(1),
        end: timeOf(10),
        path: '.wfmap/runs/do/slip-001/',
        workslipFields: { storyId: '37', fast: true },
        history: [
          {
            name: 'Code Subtask',
            start: timeOf(2),
            end: timeOf(7),
            action: 'Complete',
            prompt: 'task-001-code-subtask-prompt.md',
            log: 'task-001-code-subtask.log',
          },
          { name: 'Finished', start: timeOf(8), end: timeOf(9) },
        ],
        status: 'completed',
      }),
    );
  });

  test('that ended at a failed end is failed', () => {
    expect(dataJsonFrom(START, { type: 'run.finished', data: { failed: true } })).toMatchObject({
      status: 'failed',
      end: timeOf(2),
    });
  });

  test('names the files of an execution once there are any', () => {
    const [started, rendered] = working('A', 1);
    expect(dataJsonFrom(START, started!).history).toEqual([{ name: 'A', start: timeOf(2) }]);
    expect(dataJsonFrom(START, started!, rendered!).history[0]).not.toHaveProperty('log');
  });

  test('a terminal task has files and no action', () => {
    const [entry] = dataJsonFrom(START, ...working('Last', 1), {
      type: 'task.finished',
      task: 'Last',
      data: { action: null },
    }).history;
    expect(Object.keys(entry!)).toEqual(['name', 'start', 'end', 'prompt', 'log']);
  });

  test('attempts, repairs and rejections are no entries of their own', () => {
    const again: readonly ShortEvent[] = [
      { type: 'agent.finished', task: 'A', data: { outcome: 'rejected', denials: [] } },
      { type: 'action.rejected', task: 'A' },
      { type: 'agent.started', task: 'A', address: { block: [], task: 'A', visit: 1, attempt: 2 } },
    ];
    const { history } = dataJsonFrom(START, ...working('A', 1), ...again, ...chosen('A', 'Done'));
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({ action: 'Done', log: 'task-001-a.log' });
  });

  test('a failed task keeps the reason, and a paused run says why', () => {
    const failed: readonly ShortEvent[] = [
      START,
      ...working('A', 1),
      { type: 'task.failed', task: 'A', data: { reason: 'no legal action' } },
      { type: 'run.paused', data: { reason: 'failed', message: 'Task "A" failed.' } },
    ];
    expect(dataJsonFrom(...failed)).toMatchObject({
      status: 'paused',
      error: 'Task "A" failed.',
      history: [{ name: 'A', end: timeOf(5), error: 'no legal action' }],
    });
    const resumed = dataJsonFrom(...failed, { type: 'run.resumed' }, ...working('A', 2));
    expect(resumed).toMatchObject({ status: 'running' });
    expect(resumed).not.toHaveProperty('error');
    expect(resumed.history.map((entry) => [entry.error, entry.log])).toEqual([
      ['no legal action', 'task-001-a.log'],
      [undefined, 'task-002-a.log'],
    ]);
  });

  test('an interrupted execution stays, and going on is a new entry', () => {
    const { history, status } = dataJsonFrom(
      START,
      ...working('A', 1),
      { type: 'agent.finished', task: 'A', data: { outcome: 'interrupted', denials: [] } },
      { type: 'run.paused', data: { reason: 'interrupted', message: 'Stopped.' } },
      { type: 'run.resumed' },
      ...working('A', 2),
      ...chosen('A', 'Done'),
    );
    expect(status).toBe('running');
    expect(history).toMatchObject([
      { end: timeOf(5), error: 'interrupted', prompt: 'task-001-a-prompt.md' },
      { action: 'Done', prompt: 'task-002-a-prompt.md' },
    ]);
    expect(history[0]).not.toHaveProperty('action');
    expect(history[1]).not.toHaveProperty('error');
  });

  test('an execution that a killed run left is interrupted at the last sign of life', () => {
    const { history } = dataJsonFrom(START, ...working('A', 1), { type: 'run.resumed' }, ...working('A', 2));
    expect(history).toMatchObject([{ error: 'interrupted', end: timeOf(4) }, { start: timeOf(6) }]);
    expect(history[1]).not.toHaveProperty('error');
  });

  test('a question is over when the run is resumed from another task', () => {
    const { history } = dataJsonFrom(
      START,
      { type: 'task.started', task: 'Ask', data: { execution: 1, task: 'Ask' } },
      { type: 'human.asked', task: 'Ask' },
      { type: 'run.resumed', data: { from: 'A' } },
      ...working('A', 2),
    );
    expect(history).toMatchObject([{ name: 'Ask', error: 'interrupted', end: timeOf(3) }, { name: 'A' }]);
  });

  test('a task with child blocks is resumed in the same execution, and ends in it', () => {
    const inner = { block: [{ task: 'Review', key: 'monitor', activation: 1 }], task: 'A', visit: 1 };
    const review = { block: [], task: 'Review', visit: 1 };
    const begun: ShortEvent[] = [
      START,
      { type: 'task.started', task: 'Review', address: review, data: { execution: 1, task: 'Review' } },
      { type: 'branch.started', task: 'Review', address: review, data: { task: 'Review', key: 'monitor' } },
      ...working('A', 2, inner),
    ];
    const resumed = dataJsonFrom(
      ...begun,
      { type: 'run.resumed', data: { from: null } },
      ...working('A', 3, inner),
    );
    expect(resumed.history.map(({ error }) => error)).toEqual([undefined, 'interrupted', undefined]);
    const { history } = dataJsonFrom(
      ...begun,
      { type: 'run.paused', data: { reason: 'interrupted', message: 'Stopped.' } },
      { type: 'run.resumed', data: { from: null } },
      { type: 'task.finished', task: 'Review', address: review, data: { action: 'Done' } },
    );
    expect(history[0]).toMatchObject({ name: 'Review', action: 'Done', end: timeOf(begun.length + 3) });
    expect(history[0]).not.toHaveProperty('error');
  });

  test('an execution of an inner block has its address, one of the root has none', () => {
    const address = { block: [{ task: 'Review', key: 'monitor', activation: 1 }], task: 'A', visit: 1 };
    const { history } = dataJsonFrom(START, ...working('A', 1), ...working('A', 2, address));
    expect(history.map((entry) => entry.address)).toEqual([undefined, address]);
    expect(history.map((entry) => entry.error)).toEqual([undefined, undefined]);
  });
});
