import { describe, expect, test } from 'vitest';
import { followMapRun } from '../../../../src/framework/map/follow/follow-map-run.ts';
import type { CheckRun } from '../../../../src/framework/map/follow/map-run.ts';
import type { MapNotes, TaskNote } from '../../../../src/framework/map/follow/task-notes.ts';
import { applyEvent } from '../../../../src/view/apply-event.ts';
import { createRunView } from '../../../../src/view/run-view.ts';
import { events, type ShortEvent } from '../../../helpers/short-events.ts';

const note = (recipe: string | undefined): TaskNote => ({
  step: undefined,
  recipe,
  role: undefined,
  as: undefined,
  hasSubtasks: false,
  isHuman: false,
  isRoute: false,
  isWork: false,
});

const notesOf = (
  tasks: Readonly<Record<string, string | undefined>>,
  maps: MapNotes['maps'] = new Map(),
): MapNotes => ({
  tasks: new Map(Object.entries(tasks).map(([name, recipe]) => [name, note(recipe)])),
  maps,
});
const CHECKS = { Build: 'build', Test: 'tests', Lint: 'lint', Own: 'own', Plan: undefined };

/** What became of each check of a run. */
function checksOf(
  reported: readonly ShortEvent[],
  notes = notesOf(CHECKS),
  project = { build: 'make', test: '', lint: 'make lint' },
) {
  const view = createRunView();
  const follower = followMapRun(notes, view);
  const all = events(['run.started', '', { run: 'r', fields: {}, project }], ...reported);
  for (const event of all) follower.apply(event, applyEvent(view, event));
  return Object.fromEntries(
    Array.from(follower.run.checks, ([name, { status, text, durationMs }]: [string, CheckRun]) => [
      name,
      `${status} ${durationMs}: ${text}`,
    ]),
  );
}

const made = (place: string, command: readonly string[], data: object): readonly ShortEvent[] => [
  ['task.started', place],
  ['shell.started', place, { command }],
  ['shell.finished', place, { durationMs: 7, ...data }],
];
const MAKE = ['make', 'all'];
const OVER: ShortEvent = ['run.finished', '', { outcome: null, failed: false, result: null }];

describe('the checks of a run', () => {
  test('that has not begun one are none, and those behind the first are not come to', () => {
    expect(checksOf([['task.started', 'Plan']])).toEqual({});
    expect(checksOf([...made('Plan', MAKE, { exitCode: 0 })])).toEqual({});
    const waiting = 'skipped 0: the run has not come to it';
    expect(checksOf(made('Build', MAKE, { exitCode: 0 }))).toEqual({
      build: 'pass 7: make all: exit code 0',
      tests: waiting,
      lint: waiting,
      own: waiting,
    });
  });

  test('that is over were skipped for a reason', () => {
    expect(checksOf([...made('Build', MAKE, { exitCode: 0 }), OVER])).toEqual({
      build: 'pass 7: make all: exit code 0',
      tests: 'skipped 0: the project names no command for it',
      lint: 'skipped 0: the map passed it by',
      own: 'skipped 0: the map passed it by',
    });
    expect(checksOf([...made('Test', MAKE, { exitCode: 2 }), OVER])).toEqual({
      tests: 'fail 7: make all: exit code 2',
      build: 'skipped 0: "tests" failed',
      lint: 'skipped 0: "tests" failed',
      own: 'skipped 0: "tests" failed',
    });
    expect(checksOf([OVER])).toMatchObject({ lint: 'skipped 0: the map passed it by' });
  });

  test('of a command without an exit code say why, where that is known', () => {
    expect(checksOf(made('Lint', MAKE, { exitCode: null, reason: 'it took longer than 5 s' }))).toMatchObject(
      {
        lint: 'fail 7: make all: it took longer than 5 s',
      },
    );
    expect(checksOf(made('Lint', MAKE, { exitCode: null }))).toMatchObject({
      lint: 'fail 7: make all: it did not come to an end',
    });
  });

  test('of a command that was interrupted are not made yet', () => {
    expect(checksOf(made('Lint', MAKE, { exitCode: 0, outcome: 'interrupted' }))).toMatchObject({
      lint: 'skipped 0: the run has not come to it',
    });
  });

  test.each([
    [['npm', 'test'], 'npm test'],
    [['sh', '-c', ' npm test '], 'npm test'],
    [['sh', '-c', '(npm test) 2>&1'], 'npm test'],
    [['sh', '-c', '(npm test)  2>&1 '], 'npm test'],
    [['sh', '-c', '(npm test) 2>&1; x'], '(npm test) 2>&1; x'],
    [['sh', '-c', 'x (npm test) 2>&1'], 'x (npm test) 2>&1'],
    [['sh', '-c'], 'sh -c'],
    [['sh', '-e', 'x'], 'sh -e x'],
    [['bash', '-c', 'x'], 'bash -c x'],
  ])('call the command %j %s', (command, shown) => {
    expect(checksOf(made('Lint', command, { exitCode: 0 }))).toMatchObject({
      lint: `pass 7: ${shown}: exit code 0`,
    });
  });

  test('of a map that is run are over with it, and made anew when it is run again', () => {
    const notes = notesOf({ Check: undefined }, new Map([['gates.json', notesOf(CHECKS)]]));
    const inMap = (visit: number, ...reported: readonly ShortEvent[]): readonly ShortEvent[] => [
      ['task.started', `Check#${visit}`],
      ['workflow.started', `Check#${visit}`, { map: 'gates.json', slip: null, fields: {} }],
      ...reported,
      ['workflow.finished', `Check#${visit}`, { outcome: 'x', failed: false, result: null }],
    ];
    const first = inMap(1, ...made('Check/map: Build', MAKE, { exitCode: 0 }));
    expect(checksOf(first, notes)).toMatchObject({
      build: 'pass 7: make all: exit code 0',
      lint: 'skipped 0: the map passed it by',
    });
    const second = inMap(2, ...made('Check#2/map: Lint', MAKE, { exitCode: 1 }));
    expect(checksOf([...first, ...second], notes)).toMatchObject({
      lint: 'fail 7: make all: exit code 1',
      build: 'skipped 0: "lint" failed',
    });
  });

  test('of a map that nothing is known of are not over with it', () => {
    const reported: readonly ShortEvent[] = [
      ...made('Build', MAKE, { exitCode: 0 }),
      ['task.started', 'Ship'],
      ['workflow.started', 'Ship', { map: 'other.json', slip: null, fields: {} }],
      ['workflow.finished', 'Ship', { outcome: 'x', failed: false, result: null }],
    ];
    expect(checksOf(reported)).toMatchObject({ lint: 'skipped 0: the run has not come to it' });
  });

  test('are forgotten by a run that goes back to a task', () => {
    const reported: readonly ShortEvent[] = [
      ...made('Build', MAKE, { exitCode: 3 }),
      ['run.paused', '', { reason: 'failed' }],
      ['run.resumed', '', { from: 'Lint' }],
      ...made('Lint', MAKE, { exitCode: 0 }),
      OVER,
    ];
    expect(checksOf(reported)).toMatchObject({
      lint: 'pass 7: make all: exit code 0',
      build: 'skipped 0: the map passed it by',
    });
  });
});
