import { describe, expect, test } from 'vitest';
import { executionJson } from '../../../src/cli/views/execution-summary.ts';
import type { RunOnDisk } from '../../../src/report/run-on-disk.ts';
import { openQuestionsOf } from '../../../src/report/open-questions.ts';
import { summaryOf } from '../../../src/report/run-summary.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { events, type ShortEvent } from '../../helpers/short-events.ts';

const START: ShortEvent = [
  'run.started',
  '',
  { map: { path: 'a.json', digest: '' }, agent: 'claude', fields: { id: 'ST-1' } },
];
const turn = (place: string, data: object = {}): readonly ShortEvent[] => [
  ['agent.started', place, { session: 's' }],
  ['agent.finished', place, { costUsd: 0.5, tokens: 10, ...data }],
];

function onDisk(reported: readonly ShortEvent[], more: Partial<RunOnDisk> = {}): RunOnDisk {
  const all = events(...reported);
  const run = { name: 'a/slip-001', folder: '/a/slip-001', path: 'a/slip-001/', started: undefined };
  const view = runViewOf(all);
  return {
    run,
    view,
    questions: openQuestionsOf(view),
    pid: undefined,
    unreadBytes: 0,
    totalsFault: undefined,
    ...more,
  };
}

const summary = (reported: readonly ShortEvent[], more: Partial<RunOnDisk> = {}) =>
  summaryOf(onDisk(reported, more));

const NONE = {
  run: 'a/slip-001',
  map: '',
  simulation: false,
  fields: {},
  start: '',
  status: 'interrupted',
  message: 'the wfmap that drove it is gone',
  at: null,
  end: null,
  outcome: null,
  result: null,
  activeMs: 0,
  steps: 0,
  costUsd: 0,
  costIsPartial: false,
  tokens: 0,
  unreadBytes: 0,
  questions: [],
  wall: null,
  violations: [],
  unwatched: null,
  refusedAnswers: 0,
};

describe('the summary of a run', () => {
  test('of which nothing could be read says so', () => {
    expect(summary([], { unreadBytes: 7 })).toEqual({ ...NONE, unreadBytes: 7 });
  });

  test('has how it began, where it is and its figures', () => {
    const reported: readonly ShortEvent[] = [
      START,
      ['task.started', 'Plan'],
      ...turn('Plan'),
      ['task.finished', 'Plan', { action: 'Go' }],
      ['task.started', 'Decide'],
      ['task.finished', 'Decide', { action: 'Go' }],
      ['task.started', 'Both/a: Look#2', { resumes: 3 }],
      ...turn('Both/a: Look#2'),
    ];
    expect(summary(reported, { pid: 12 })).toEqual({
      ...NONE,
      map: 'a.json',
      fields: { id: 'ST-1' },
      start: '2026-01-01T00:00:01.000Z',
      status: 'running',
      message: 'driven by process 12',
      at: 'Both/a/Look',
      activeMs: 2000,
      steps: 1,
      costUsd: 1,
      tokens: 20,
    });
  });

  test('is at the question that it waits for, though another branch has ended since, unless it pauses for another reason', () => {
    const reported: readonly ShortEvent[] = [
      START,
      ['task.started', 'Both'],
      ['branch.started', 'Both', { key: 'a' }],
      ['branch.started', 'Both', { key: 'b' }],
      ['task.started', 'Both/b: Ask'],
      ['human.asked', 'Both/b: Ask', { choices: [] }],
      ['task.started', 'Both/a: Done'],
      ['task.finished', 'Both/a: Done', { action: null }],
    ];
    const pausedFor = (reason: string): ShortEvent => ['run.paused', '', { reason, message: '' }];
    expect(summary(reported, { pid: 12 }).at).toBe('Both/b/Ask');
    expect(summary([...reported, pausedFor('human')]).at).toBe('Both/b/Ask');
    expect(summary([...reported, pausedFor('limit')]).at).toBe('Both/a/Done');
  });

  test('of a simulation says that it is one', () => {
    const [, , data = {}] = START;
    expect(summary([['run.started', '', { ...data, agent: 'scripted' }]]).simulation).toBe(true);
  });

  test.each<[string, readonly ShortEvent[], boolean]>([
    ['a turn goes on', [['agent.started', 'Plan']], true],
    ['a turn told no cost', turn('Plan', { costUsd: null }), true],
    ['all turns told one', turn('Plan'), false],
    ['there was no turn', [], false],
  ])('where %s says whether its cost is the whole', (_, reported, isPartial) => {
    expect(summary([START, ['task.started', 'Plan'], ...reported]).costIsPartial).toBe(isPartial);
  });

  test.each<[string, readonly ShortEvent[], object]>([
    [
      'paused',
      [['run.paused', '', { reason: 'human', message: 'A question is open.' }]],
      { status: 'paused', message: 'A question is open.', end: null },
    ],
    [
      'completed',
      [['run.finished', '', { failed: false, outcome: 'Done', result: { a: 1 } }]],
      {
        status: 'completed',
        message: null,
        end: '2026-01-01T00:00:02.000Z',
        outcome: 'Done',
        result: { a: 1 },
      },
    ],
    [
      'failed',
      [['run.finished', '', { failed: true, outcome: 'Bad', result: null }]],
      { status: 'failed', message: null, outcome: 'Bad', result: null },
    ],
  ])('that is %s says so, whoever drives it', (_, reported, expected) => {
    expect(summary([START, ...reported])).toMatchObject(expected);
    expect(summary([START, ...reported], { pid: 3 })).toMatchObject(expected);
  });

  test('counts the answers that were refused, and has the questions that are open', () => {
    const asked: ShortEvent = ['human.asked', 'Ask', { text: 'Good?', choices: [] }];
    const reported: readonly ShortEvent[] = [
      START,
      ['task.started', 'Ask'],
      asked,
      ['human.refused', ''],
      ['human.refused', ''],
    ];
    const { questions, refusedAnswers } = summary(reported);
    expect([questions.map(({ start }) => start), refusedAnswers]).toEqual([[2], 2]);
  });
});

describe('the summary of an execution', () => {
  const DENIAL = { tool: 'Bash', input: 'npm test', rule: 'Bash(npm test)' };
  const only = (reported: readonly ShortEvent[], isGone = false) =>
    runViewOf(events(START, ...reported)).executions.map((each) => executionJson(each, isGone))[0];

  test('has all that is known of it', () => {
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Both/a: Plan#2', { resumes: 1 }],
      ['agent.started', 'Both/a: Plan#2', { session: 's-9' }],
      ['call.asked', 'Both/a: Plan#2', { call: 'c', tool: 'Bash', input: { command: 'npm ci' }, rule: null }],
      ['call.answered', 'Both/a: Plan#2', { call: 'c', allow: 'once', reason: '' }],
      [
        'agent.finished',
        'Both/a: Plan#2',
        { costUsd: null, denials: [DENIAL, DENIAL], survivors: [{}], durationMs: 5 },
      ],
      ['shell.started', 'Both/a: Plan#2'],
      ['shell.finished', 'Both/a: Plan#2', { exitCode: 4 }],
      ['task.finished', 'Both/a: Plan#2', { action: 'Go' }],
    ];
    expect(only(reported)).toEqual({
      number: 1,
      task: 'Plan',
      visit: 2,
      address: { block: [{ task: 'Both', key: 'a', activation: 1 }], task: 'Plan', visit: 2 },
      slip: null,
      resumes: true,
      start: '2026-01-01T00:00:02.000Z',
      end: '2026-01-01T00:00:09.000Z',
      action: 'Go',
      error: null,
      exitCode: 4,
      isAsking: false,
      answeredBy: null,
      isStep: true,
      costUsd: 0,
      turns: 1,
      commands: 1,
      turnsWithoutCost: 1,
      session: 's-9',
      messages: [],
      askedCalls: [
        { id: 'c', tool: 'Bash', input: { command: 'npm ci' }, rule: null, allow: 'once', reason: '' },
      ],
      denials: [DENIAL, DENIAL],
      survivors: 1,
      parts: null,
    });
  });

  test('has the blocks inside of it', () => {
    const reported: readonly ShortEvent[] = [
      ['task.started', 'Both'],
      ['branch.started', 'Both', { key: 'a' }],
      ['branch.finished', 'Both', { key: 'a', outcome: 'End', failed: true, result: null }],
    ];
    expect(only(reported)).toMatchObject({
      parts: [
        {
          kind: 'branch',
          key: 'a',
          status: 'finished',
          outcome: 'End',
          failed: true,
          reason: null,
          waitsFor: [],
        },
      ],
    });
  });

  const START_OF: ShortEvent = ['task.started', 'Plan'];
  test.for<[string, readonly ShortEvent[], boolean, string | null, string | null]>([
    ['goes on', [START_OF], false, null, null],
    ['was left by a process that is gone', [START_OF], true, 'interrupted', null],
    ['waits for a person, and nobody drives the run', [START_OF, ['human.asked', 'Plan']], true, null, null],
    [
      'has blocks inside, and nobody drives the run',
      [START_OF, ['branch.started', 'Plan', { key: 'a' }]],
      true,
      null,
      null,
    ],
    [
      'was cut off',
      [START_OF, ['shell.finished', 'Plan', { outcome: 'interrupted' }]],
      false,
      'interrupted',
      null,
    ],
    [
      'ended, and nobody drives the run',
      [START_OF, ['task.finished', 'Plan', { action: 'Go' }]],
      true,
      null,
      'Go',
    ],
    ['failed', [START_OF, ['task.failed', 'Plan', { reason: 'No.' }]], false, 'No.', null],
    [
      'has chosen an action and goes on',
      [START_OF, ['action.chosen', 'Plan', { action: 'Go' }]],
      false,
      null,
      null,
    ],
  ])('that %s says how', ([, reported, isGone, error, action]) => {
    expect(only(reported, isGone)).toMatchObject({ error, action });
  });

  test('says who answered it', () => {
    const sender = { pid: 7, isGone: false, terminal: 'pts/3' };
    const answered = (data: object): readonly ShortEvent[] => [
      START_OF,
      ['human.asked', 'Plan'],
      ['human.answered', 'Plan', data],
    ];
    expect(only(answered({ sender, origin: 'seen' }))).toMatchObject({ answeredBy: 'by process 7 on pts/3' });
    expect(only(answered({}))).toMatchObject({ answeredBy: null });
  });
});
