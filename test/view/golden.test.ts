import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { applyEvent, runViewOf } from '../../src/view/apply-event.ts';
import { createRunView } from '../../src/view/run-view.ts';
import { events, items, type ShortEvent } from '../helpers/short-events.ts';
import { viewReport } from './view-report.ts';

const START: ShortEvent = [
  'run.started',
  '',
  { map: { path: 'a.json' }, settings: { agent: 'x' }, fields: {} },
];
const turn = (place: string, data: object = {}): readonly ShortEvent[] => [
  ['agent.started', place, { purpose: 'prompt', session: 's-1' }],
  ['agent.finished', place, { durationMs: 1200, costUsd: 0.25, tokens: 100, ...data }],
];
const asked = (place: string): readonly ShortEvent[] => [
  ['task.started', place],
  ['human.asked', place, { about: 'task', text: 'Good?', choices: [], deadline: null }],
];

const BRANCHES: readonly ShortEvent[] = [
  START,
  ['task.started', 'Both'],
  ['branch.started', 'Both', { key: 'a' }],
  ['branch.started', 'Both', { key: 'b' }],
  ['task.started', 'Both/a: Look'],
  ['agent.started', 'Both/a: Look', { session: 's-2' }],
  ...asked('Both/b: Ask'),
];

const ITEMS: readonly ShortEvent[] = [
  START,
  ['task.started', 'Build'],
  ['items.listed', 'Build', items('x', ['y', 'x'], 'z', 'k')],
  ['item.kept', 'Build', { key: 'k' }],
  ['item.started', 'Build', { key: 'x' }],
  ['task.started', 'Build/x: Run'],
  ['workflow.started', 'Build/x: Run', { map: 'm.json', slip: 'slips/m/' }],
  ['task.started', 'Build/x Run/map: Act'],
  ['shell.started', 'Build/x Run/map: Act', { command: ['x'] }],
];

const FAILED = { outcome: 'Bad', failed: true, result: null };
const GOOD = { outcome: 'End', failed: false, result: null };

/** What is asked of git, or is said by something else. */
const UNSEEN = [
  'worktree.made',
  'worktree.opened',
  'workspace.read',
  'worktree.left',
  'worktree.committed',
  'worktree.merged',
  'worktree.conflicted',
  'worktree.removed',
  'worktree.kept',
  'worktree.failed',
  'action.rejected',
  'limit.reached',
] as const;

/** Runs, each up to a moment at which the view must be just so. */
const STATES: readonly (readonly [what: string, reported: readonly ShortEvent[]])[] = [
  ['nothing', []],
  ['a run that has begun', [START]],
  [
    'a task with a prompt, two turns, of which one told no cost, and an action',
    [
      START,
      ['task.started', 'Plan#2'],
      ['prompt.rendered', 'Plan#2'],
      ...turn('Plan#2'),
      ...turn('Plan#2', {
        costUsd: null,
        tokens: null,
        fault: 'transport',
        reason: 'overloaded',
        denials: [{ tool: 'Bash', input: 'x', rule: null }],
        survivors: [{ pid: 1 }, { pid: 2 }],
      }),
      ['action.rejected', 'Plan#2'],
      ['action.chosen', 'Plan#2', { action: 'Go' }],
    ],
  ],
  ['a turn that goes on', [START, ['task.started', 'Plan'], ['agent.started', 'Plan', { session: 's-3' }]]],
  ['a turn that was cut off', [START, ['task.started', 'Plan'], ...turn('Plan', { outcome: 'interrupted' })]],
  ['a turn of a task that nobody knows', [START, ...turn('Gone/a: Look', { costUsd: null })]],
  [
    'a command that ran twice and left a process',
    [
      START,
      ['task.started', 'Test'],
      ['shell.started', 'Test'],
      ['shell.finished', 'Test', { exitCode: 3, durationMs: 900, survivors: [{ pid: 1 }] }],
      ['shell.started', 'Test'],
      ['shell.finished', 'Test', { exitCode: 0, durationMs: 100 }],
      ['task.finished', 'Test', { action: 'Pass' }],
    ],
  ],
  [
    'a command that was cut off',
    [
      START,
      ['task.started', 'Test'],
      ['shell.started', 'Test'],
      ['shell.finished', 'Test', { exitCode: null, durationMs: 5, outcome: 'interrupted' }],
    ],
  ],
  [
    'a task that failed for good',
    [START, ['task.started', 'Plan'], ['task.failed', 'Plan', { reason: 'No.', target: null }]],
  ],
  ['a task that asks', [START, ...asked('Ask')]],
  [
    'a task that was answered',
    [START, ...asked('Ask'), ['human.answered', 'Ask', { action: 'Yes', via: 'answer', fields: {} }]],
  ],
  [
    'a task that failed while it asked',
    [START, ...asked('Ask'), ['task.failed', 'Ask', { reason: 'Late.', target: 'Plan' }]],
  ],
  [
    'two that ask, the first once more',
    [START, ...asked('Ask'), ...asked('Ask#2'), ['human.asked', 'Ask', { about: 'rerun', text: 'Again?' }]],
  ],
  [
    'an answer that was refused',
    [START, ['human.refused', '', { task: null, file: 'x', reason: 'no', kept: null }]],
  ],
  ['a task that starts anew', [START, ...asked('Ask'), ['task.started', 'Ask', { resumes: 2 }]]],
  ['branches, one at work and one that asks', BRANCHES],
  ['a branch that is cancelled while it asks', [...BRANCHES, ['branch.cancelled', 'Both', { key: 'b' }]]],
  [
    'a branch that is cancelled at work, and what its turn still costs',
    [
      ...BRANCHES,
      ['branch.cancelled', 'Both', { key: 'a' }],
      ['agent.finished', 'Both/a: Look', { costUsd: 0.5, tokens: 7, outcome: 'interrupted' }],
    ],
  ],
  [
    'branches that are over',
    [
      ...BRANCHES,
      ['branch.finished', 'Both', { key: 'a', ...FAILED }],
      ['branch.finished', 'Both', { key: 'b', ...GOOD }],
      ['task.finished', 'Both', { action: null }],
    ],
  ],
  [
    'branches that are interrupted',
    [...BRANCHES, ['run.paused', '', { reason: 'interrupted', message: 'm' }]],
  ],
  ['branches that wait for people', [...BRANCHES, ['run.paused', '', { reason: 'human', message: 'm' }]]],
  [
    'branches that go on',
    [...BRANCHES, ['run.paused', '', { reason: 'human' }], ['run.resumed', '', { from: null }]],
  ],
  [
    'branches that are left for another task',
    [
      ...BRANCHES,
      ['run.paused', '', { reason: 'failed' }],
      ['run.resumed', '', { from: 'Plan', sources: { map: { path: 'b.json' } }, settings: { agent: 'y' } }],
    ],
  ],
  ['items, of which one runs a map', ITEMS],
  [
    'items that are over',
    [
      ...ITEMS,
      ['shell.finished', 'Build/x Run/map: Act', { exitCode: 0 }],
      ['workflow.finished', 'Build/x: Run', GOOD],
      ['task.finished', 'Build/x: Run', { action: 'Done' }],
      ['item.finished', 'Build', { key: 'x', ...FAILED }],
      ['item.skipped', 'Build', { key: 'y', reason: 'It waits for "x".' }],
      ['item.started', 'Build', { key: 'late' }],
    ],
  ],
  [
    'a map in an item in which a task failed for good',
    [...ITEMS, ['task.failed', 'Build/x Run/map: Act', { reason: 'No key.', target: null }]],
  ],
  [
    'the same, once a task of it starts again',
    [
      ...ITEMS,
      ['task.failed', 'Build/x Run/map: Act', { reason: 'No key.', target: null }],
      ['run.paused', '', { reason: 'failed' }],
      ['run.resumed', '', { from: null }],
      ['task.started', 'Build/x Run/map: Act', { resumes: 8 }],
    ],
  ],
  ['items that are left for another task', [...ITEMS, ['run.resumed', '', { from: 'Plan' }]]],
  ['a run that is over while somebody is asked', [START, ...asked('Ask'), ['run.finished', '', GOOD]]],
  [
    'a worktree, and all that is asked of git',
    [
      START,
      ['worktree.planned', '', { key: 'a', path: 'p', branch: 'b' }],
      ...UNSEEN.map((type): ShortEvent => [type, '']),
    ],
  ],
  [
    'items that nothing listed',
    [
      ['task.started', 'Build'],
      ['item.kept', 'Build', { key: 'x' }],
      ['task.started', 'Build#2'],
      ['item.skipped', 'Build#2', { key: 'y', reason: 'r' }],
      ['task.started', 'Build#3'],
      ['item.finished', 'Build#3', { key: 'z', ...GOOD }],
    ],
  ],
  [
    'a block that nothing told of',
    [START, ['task.started', 'Build/x: Run'], ['task.started', 'Ship/map: Push']],
  ],
];

describe('the view of a run', () => {
  test('is just so in each state', async () => {
    const text = STATES.map(
      ([what, reported]) => `## ${what}\n${viewReport(runViewOf(events(...reported)))}`,
    );
    await expect(text.join('\n')).toMatchFileSnapshot('../fixtures/view/states.txt');
  });

  test('tells of each event which execution it is about, also one that it started or ended', () => {
    const view = createRunView();
    const all = events(
      ...ITEMS,
      ['task.finished', 'Build/x Run/map: Act'],
      ['shell.finished', 'Build/x Run/map: Act'],
    );
    expect(all.map((event) => applyEvent(view, event)?.number)).toEqual([
      undefined,
      1,
      1,
      1,
      1,
      2,
      2,
      3,
      3,
      3,
      undefined,
    ]);
  });

  test('counts the time in which an agent works, and none where the clock was set back', () => {
    const at = (reported: ShortEvent, seconds: number): RunEvent => ({
      ...events(reported)[0]!,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString(),
    });
    const view = runViewOf([
      at(START, 10),
      at(['task.started', 'A'], 12),
      at(['agent.started', 'A', { session: 's' }], 13),
      at(['run.paused', '', { reason: 'human' }], 15),
      at(['run.resumed', '', { from: null }], 1000),
      at(['task.started', 'A#2'], 1001),
      at(['agent.started', 'A#2', { session: 's' }], 1002),
      at(['task.finished', 'A#2'], 900),
      at(['run.resumed', '', { from: null }], 901),
      at(['task.started', 'A#3'], 902),
      at(['human.asked', 'A#3'], 903),
      at(['human.answered', 'A#3'], 1903),
      at(['task.finished', 'A#3'], 1904),
      at(['run.finished', ''], 1999),
    ]);
    // The agent of A until the pause; nobody works while a person is asked.
    expect([view.activeMs, view.lastAt]).toEqual([2000, '2026-01-01T00:33:19.000Z']);
    expect(runViewOf([at(['task.started', 'A'], 5)]).activeMs).toBe(0);
  });
});
