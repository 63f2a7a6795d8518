import { describe, expect, test } from 'vitest';
import { createProgressLines } from '../../../src/cli/progress/progress-lines.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import { addressOf, events, items, type ShortEvent } from '../../helpers/short-events.ts';

/** The lines of a run, with how each is painted and where its first part ends. */
function lines(...reported: readonly ShortEvent[]): string {
  const view = createRunView();
  const { linesOf } = createProgressLines(view);
  const all = events(...reported).flatMap((event) => linesOf(event, applyEvent(view, event)));
  return all.map(({ format, head, rest }) => `${String(format).padEnd(6)}|${head}|${rest}\n`).join('');
}

const GOOD = { outcome: 'End', result: null, failed: false };
const bad = (result: unknown) => ({ outcome: 'Bad\u001b[2J', result, failed: true });
const denied = (rule: string | null) => ({ tool: 'Bash', input: 'rm -r\nx', rule });
const UNRULED = (['effects', 'no-narrow-rule'] as const).map((why) => ({ ...denied(null), why }));
const OURS = { pid: 12, command: 'sleep\n9', isOurs: true };
const THEIRS = { pid: 13, command: 'vim', isOurs: false };

const answered = (data: object): ShortEvent => [
  'human.answered',
  'Plan',
  { action: 'Yes', via: 'answer', ...data },
];
const sender = (more: object = {}) => ({ pid: 7, isGone: false, terminal: 'pts/3', ...more });
const turn = (data: object, purpose = 'prompt'): readonly ShortEvent[] => [
  ['agent.started', 'Plan', { purpose, session: 's' }],
  ['agent.finished', 'Plan', data],
];

const within = (...reported: readonly ShortEvent[]): readonly ShortEvent[] => [
  ['task.started', 'Build'],
  ['items.listed', 'Build', items('a', 'b', 'c', 'd', 'e', 'f')],
  ...reported,
];
const inPlan = (...reported: readonly ShortEvent[]): readonly ShortEvent[] => [
  ['task.started', 'Plan'],
  ...reported,
];

const SAID: readonly (readonly [what: string, reported: readonly ShortEvent[]])[] = [
  ['a task that did nothing', inPlan(['task.finished', 'Plan', { action: 'Go' }])],
  ['the end of the map', inPlan(['task.finished', 'Plan', { action: null }])],
  [
    'a second visit',
    [
      ['task.started', 'Plan#2'],
      ['agent.started', 'Plan#2', { purpose: 'prompt' }],
    ],
  ],
  [
    'a visit that is resumed',
    [
      ['task.started', 'Plan#2', { resumes: 3 }],
      ['agent.started', 'Plan#2', { purpose: 'resume' }],
    ],
  ],
  ['an action that is chosen before anything is said', inPlan(['action.chosen', 'Plan', { action: 'Go' }])],
  ['a turn that asks again', inPlan(...turn({ reason: 'no action', fault: 'reply' }, 'repair'))],
  ['a turn that is tried again', inPlan(...turn({ reason: 'overloaded\n', fault: 'transport' }, 'retry'))],
  [
    'a turn that cannot go on',
    inPlan(...turn({ reason: 'no key', fault: 'permanent' }), ['task.failed', 'Plan', { reason: 'no key' }]),
  ],
  ['a turn at its limit', inPlan(...turn({ reason: 'limit', fault: 'limit' }))],
  [
    'a failure that its turn has told',
    inPlan(...turn({ reason: 'broken', fault: 'transport' }), ['task.failed', 'Plan', { reason: 'broken' }]),
  ],
  [
    'a failure that its turn has not told',
    inPlan(...turn({ reason: 'x', fault: 'transport' }), ['task.failed', 'Plan', { reason: 'No.\nNo.' }]),
  ],
  [
    'calls that were refused',
    inPlan(...turn({ denials: [denied(null), denied('Bash'), denied('Bash(rm:*)'), ...UNRULED] })),
  ],
  [
    'calls that a person judges',
    inPlan(
      ['agent.started', 'Plan', { purpose: 'prompt', session: 's' }],
      ...(['once', 'task', 'never'] as const).flatMap((allow): readonly ShortEvent[] => [
        [
          'call.asked',
          'Plan',
          { call: allow, tool: 'Bash', input: { command: 'npm\nci' }, rule: 'Bash(npm ci)' },
        ],
        ['call.answered', 'Plan', { call: allow, allow, reason: '' }],
      ]),
      ['agent.finished', 'Plan', { denials: [{ tool: 'Bash', input: 'npm ci', rule: null, why: 'person' }] }],
    ),
  ],
  [
    'messages to an agent at work, and what was none',
    inPlan(
      ['agent.started', 'Plan', { purpose: 'prompt', session: 's' }],
      ['message.sent', 'Plan', { message: 'm', text: 'Use\nit\u001b[2J', origin: 'seen', sender: sender() }],
      [
        'message.sent',
        'Plan',
        { message: 'n', text: 'Go on', origin: 'claimed', sender: sender({ terminal: null }), client: 'ed' },
      ],
      ['message.refused', 'Plan', { task: 'Plan', file: 'f', reason: 'why', kept: 'messages/refused/f' }],
      ['message.refused', 'Plan', { task: null, file: 'f', reason: 'why', kept: null }],
    ),
  ],
  ['processes that are left of a turn', inPlan(...turn({ survivors: [OURS, THEIRS] }))],
  [
    'a command, and what it left',
    inPlan(
      ['shell.started', 'Plan', { command: ['npm', 'test', '--', 'x'] }],
      ['shell.finished', 'Plan', { exitCode: 2, durationMs: 61_000, survivors: [THEIRS] }],
      ['task.finished', 'Plan', { action: 'Bad' }],
    ),
  ],
  [
    'commands for the shell, and such as only resemble them',
    inPlan(
      ['shell.started', 'Plan', { command: ['sh', '-c', 'a && b'] }],
      ['shell.started', 'Plan', { command: ['sh', '-c', 'a', 'b'] }],
      ['shell.started', 'Plan', { command: ['sh', '-e', 'a'] }],
      ['shell.started', 'Plan', { command: ['bash', '-c', 'a'] }],
      ['shell.started', 'Plan', { command: ['x'.repeat(101)] }],
      ['shell.started', 'Plan', { command: ['x'.repeat(100)] }],
    ),
  ],
  [
    'a command that was killed',
    inPlan(['shell.started', 'Plan', { command: ['x'] }], ['shell.finished', 'Plan', { exitCode: null }]),
  ],
  [
    'a question, and each way to be answered',
    inPlan(
      ['human.asked', 'Plan', { choices: [{ name: 'Yes' }, { name: 'No\n' }] }],
      answered({ via: 'terminal' }),
      answered({ via: 'scripted' }),
      answered({}),
      answered({ sender: null, origin: 'seen' }),
      answered({ sender: null, origin: 'claimed' }),
      answered({ sender: sender(), origin: 'seen' }),
      answered({ sender: sender({ terminal: null }), origin: 'claimed' }),
      answered({ sender: sender({ isGone: true }), origin: 'claimed' }),
      answered({ sender: sender({ pid: process.pid, terminal: null }) }),
      answered({ proof: { key: 'SHA256:0123456789abcdef', signature: '', head: '' }, origin: 'signed' }),
    ),
  ],
  [
    'answers that were refused',
    [
      [
        'human.refused',
        '',
        { task: null, file: 'stray\n.json', reason: 'it is not JSON', kept: 'answers/refused/x' },
      ],
      ['human.refused', '', { task: 'Plan', file: 'x', reason: 'it is not JSON', kept: null }],
    ],
  ],
  [
    'limits',
    [
      ['limit.reached', '', { limit: 'subscription', max: null, used: null, until: null }],
      [
        'limit.reached',
        '',
        { limit: 'subscription', max: null, used: null, until: '2026-01-01T05:00:00.000Z' },
      ],
      ['limit.reached', '', { limit: 'steps', max: 5, used: 5, until: null }],
    ],
  ],
  [
    'how items end',
    within(
      ['item.finished', 'Build', { key: 'a', ...GOOD }],
      ['item.finished', 'Build', { key: 'b', ...bad(null) }],
      ['item.finished', 'Build', { key: 'c', ...bad({ reason: 'No\nkey.' }) }],
      ['item.finished', 'Build', { key: 'd', ...bad({ reason: ' ', note: 'x' }) }],
      ['item.finished', 'Build', { key: 'e', ...bad({ reason: 5 }) }],
      ['item.finished', 'Build', { key: 'f', ...bad({ reason: 'x'.repeat(301) }) }],
    ),
  ],
  [
    'items that did not run',
    within(
      ['item.kept', 'Build', { key: 'a' }],
      ['item.skipped', 'Build', { key: 'b', reason: 'It waits.\n' }],
    ),
  ],
  [
    'worktrees',
    within(
      ['worktree.planned', 'Build', { key: 'a', path: 'trees/a', branch: 'work-a' }],
      ['worktree.conflicted', 'Build', { key: 'a', paths: ['1', '2', '3', '4', '5'] }],
      ['worktree.conflicted', 'Build', { key: 'a', paths: ['1', '2', '3', '4', '5', '6', '7'] }],
      ['worktree.kept', 'Build', { key: 'a', reason: 'It has changes.' }],
      ['worktree.failed', 'Build', { key: 'a', reason: 'No space.\n' }],
    ),
  ],
  [
    'maps that tasks run',
    [
      ['task.started', 'Ship'],
      ['workflow.started', 'Ship', { map: 'a.json', slip: null }],
      ['workflow.finished', 'Ship', bad({ reason: 'No.' })],
      ['task.started', 'Ship#2'],
      ['workflow.started', 'Ship#2', { map: 'a.json', slip: 'slips/a\n/' }],
      ['workflow.finished', 'Ship#2', GOOD],
    ],
  ],
  [
    'what nobody knows the task of',
    [
      ['items.listed', 'Gone', items('a')],
      ['item.finished', 'Gone', { key: 'a', ...GOOD }],
      ['workflow.started', 'Gone', { map: 'a.json', slip: null }],
      ['workflow.finished', 'Gone', GOOD],
      ['shell.started', 'Gone', { command: ['x'] }],
      ['shell.started', 'Both/a: Gone', { command: ['x'] }],
      ['task.failed', 'Gone', { reason: 'No.' }],
    ],
  ],
  [
    'branches within branches, on a second visit',
    [
      ['task.started', 'Both#2'],
      ['branch.started', 'Both#2', { key: 'a' }],
      ['task.started', 'Both#2/a: In'],
      ['branch.started', 'Both#2/a: In', { key: 'x' }],
      ['task.started', 'Both#2/a In/x: Look#3'],
      ['agent.started', 'Both#2/a In/x: Look#3', { purpose: 'retry' }],
      ['branch.finished', 'Both#2/a: In', { key: 'x', ...GOOD }],
      ['branch.cancelled', 'Both#2', { key: 'a' }],
    ],
  ],
  [
    'long reasons',
    inPlan(...turn({ reason: 'x'.repeat(501), fault: 'transport' }), [
      'task.failed',
      'Plan',
      { reason: 'y'.repeat(501) },
    ]),
  ],
];

describe('the lines of a run', () => {
  test('say of each thing just so much', async () => {
    const text = SAID.map(([what, reported]) => `## ${what}\n${lines(...reported)}`);
    await expect(text.join('\n')).toMatchFileSnapshot('../../fixtures/cli/progress-lines.txt');
  });

  test('of fifty items tell of each, and of one more only how far they are', async () => {
    const reported = (count: number): string => {
      const keys = Array.from({ length: count }, (_, index) => `${index}`);
      return lines(
        ['task.started', 'Build'],
        ['items.listed', 'Build', items(...keys)],
        ...keys.map((key, index): ShortEvent => {
          if (index % 10 === 4) return ['item.skipped', 'Build', { key, reason: 'No.' }];
          if (index % 10 === 7) return ['item.kept', 'Build', { key }];
          return ['item.finished', 'Build', { key, ...(index % 20 === 0 ? bad(null) : GOOD) }];
        }),
        ['task.finished', 'Build', { action: 'Go' }],
        // Once it is over, what is still said of its items is said of each.
        ['worktree.kept', 'Build', { key: '0', reason: 'It has changes.' }],
      );
    };
    await expect(`## 50\n${reported(50)}\n## 51\n${reported(51)}`).toMatchFileSnapshot(
      '../../fixtures/cli/progress-crowds.txt',
    );
  });

  test('of very many items that all went well say nothing beside how far they are', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `${index}`);
    const said = lines(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.slice(0, 3).map((key): ShortEvent => ['item.finished', 'Build', { key, ...GOOD }]),
      ['task.failed', 'Build', { reason: 'No.' }],
      ['worktree.kept', 'Build', { key: '0', reason: 'It has changes.' }],
      ['item.finished', 'Build', { key: '4', ...GOOD }],
    );
    expect(said.split('\n').slice(2)).toEqual([
      'dim   |    Build: 3 of 60 over|',
      'red   |    [1] Build failed|: No.',
      'dim   |    Build/0: its worktree is kept|: It has changes.',
      'green |    Build/4 -> End|',
      '',
    ]);
  });

  test('of items within very many others say nothing', () => {
    const keys = Array.from({ length: 51 }, (_, index) => `${index}`);
    const said = lines(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ['item.started', 'Build', { key: '0' }],
      ['task.started', 'Build/0: Inner'],
      ['items.listed', 'Build/0: Inner', items('x', 'y')],
      ['item.skipped', 'Build/0: Inner', { key: 'x', reason: 'r' }],
      ['item.finished', 'Build/0: Inner', { key: 'y', ...bad(null) }],
      ['worktree.failed', 'Build/0: Inner', { key: 'y', reason: 'No space.' }],
    );
    expect(said).toBe('bold  |[1] Build|\ndim   |    Build: 51 items|\n');
  });

  test('of very many items say twenty failures and warnings, and no more', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `${index}`);
    const said = lines(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.flatMap((key): readonly ShortEvent[] => [
        ['task.started', `Build/${key}: Code`],
        ['agent.finished', `Build/${key}: Code`, { reason: 'overloaded', fault: 'transport' }],
      ]),
    );
    expect(said.split('\n').filter((line) => line.includes('transport fault'))).toHaveLength(20);
  });

  test('of an agent that tries again say why, and of all else that it says nothing', () => {
    const view = createRunView();
    const { linesOfAgent } = createProgressLines(view);
    for (const event of events(['task.started', 'Plan'])) applyEvent(view, event);
    expect(linesOfAgent(addressOf('Plan'), { kind: 'retry', reason: 'rate\nlimit' })).toEqual([
      { format: 'yellow', head: '    rate limit', rest: '' },
    ]);
    expect(linesOfAgent(addressOf('Plan'), { kind: 'text', text: 'x' })).toEqual([]);
    expect(linesOfAgent(addressOf('Plan'), { kind: 'tool', tool: 'Bash', input: 'x' })).toEqual([]);
  });
});
