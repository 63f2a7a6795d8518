import { expect, test } from 'vitest';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { pickExecution } from '../../../src/cli/views/pick-execution.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import { events, type ShortEvent } from '../../helpers/short-events.ts';

const worked = (place: string): readonly ShortEvent[] => [
  ['task.started', place],
  ['agent.started', place, { session: 's' }],
  ['task.finished', place, { action: 'Done' }],
];

const ALL = runViewOf(
  events(
    ...worked('Plan'),
    ...worked('Plan#2'),
    ['task.started', 'Review'],
    ['branch.started', 'Review', { key: 'a' }],
    ['branch.started', 'Review', { key: 'b' }],
    ...worked('Review/a: Look'),
    ...worked('Review/b: Look'),
    ...worked('Review/b: Check'),
    ...worked('Review/b: Plan'),
    ['task.started', 'Decide'],
  ),
).executions;

function picked(task?: string): string {
  try {
    const { number } = pickExecution(ALL, task, 'map/slip-001');
    return String(number);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return `${thrown.message} ${thrown.help ?? ''}`;
  }
}

test('a task is found where the progress of the run says that it is, and a near name is told', () => {
  const all = runViewOf(
    events(
      ['task.started', 'Build'],
      ['item.started', 'Build', { key: 'ST-001' }],
      ['task.started', 'Build/ST-001: Run'],
      ['workflow.started', 'Build/ST-001: Run'],
      ...worked('Build/ST-001 Run/map: Act'),
      ['task.started', 'Gates'],
      ['workflow.started', 'Gates'],
      ...worked('Gates/map: Test'),
    ),
  ).executions;
  const number = (task: string): number => pickExecution(all, task, 'map/slip-001').number;
  expect(['Build/ST-001: Act', 'Build/ST-001/Act', 'Build/ST-001/Run/map: Act'].map(number)).toEqual([
    3, 3, 3,
  ]);
  expect([number('Gates: Test'), number('Gates/map/Test')]).toEqual([5, 5]);
  expect(() => number('Build/ST-002: Act')).toThrow(UsageError);
  expect(() => number('act')).toThrow(
    expect.objectContaining({ help: expect.stringMatching(/^Did you mean "Act"\?/) }),
  );
});

test('without a name the last execution that somebody worked on is meant', () => {
  expect(picked()).toBe('7');
});

test('a task is named by its place, with its visit, or by its number', () => {
  expect([picked('Review/a/Look'), picked('Review/b/Look'), picked('Plan/1'), picked('4')]).toEqual([
    '4',
    '5',
    '1',
    '4',
  ]);
});

test('a bare name means the map itself, else the only place that has it', () => {
  expect([picked('Plan'), picked('Check')]).toEqual(['2', '6']);
});

test('a name in several places is listed with all of them, and an unknown one with what there is', () => {
  expect(picked('Look')).toBe('"Look" is a task in 2 places. Name one of "Review/a/Look", "Review/b/Look".');
  expect(picked('Decide')).toBe(
    'map/slip-001 has no log of "Decide". There are logs of "Plan", "Review/a/Look", "Review/b/Look", "Review/b/Check", "Review/b/Plan".',
  );
  expect(() => pickExecution([], undefined, 'map/slip-001')).toThrow(
    'Nothing in map/slip-001 has a log yet.',
  );
});
