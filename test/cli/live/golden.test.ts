import { describe, expect, test } from 'vitest';
import { liveLines } from '../../../src/cli/live/live-lines.ts';
import { doingOf, seeProgress, sinceOf, type LiveState } from '../../../src/cli/live/live-state.ts';
import { clockOf, cutPlace, figuresOf } from '../../../src/cli/live/live-words.ts';
import type { AgentProgress } from '../../../src/agent/agent.ts';
import { addressOf, items, type ShortEvent } from '../../helpers/short-events.ts';
import { stateAfter } from './state-after.ts';

const FIXTURES = '../../fixtures/cli';

/** Widths at which the view may be another one, with those beside them. */
const WIDTHS = [
  1, 2, 5, 8, 9, 12, 15, 18, 20, 23, 26, 29, 30, 31, 35, 39, 40, 41, 45, 50, 55, 59, 60, 61, 70, 79, 80, 81,
  90, 100, 120,
];

function shownAt(
  state: LiveState,
  frames: readonly { width: number; rows: number; isSimulation?: boolean }[],
): string {
  return frames
    .map((frame) => {
      const lines = liveLines(state, 60_000, frame).map(({ head, rest }) => `${head}|${rest}`);
      const what = `${frame.width} x ${frame.rows}${frame.isSimulation === true ? ', simulation' : ''}`;
      return [`-- ${what}`, ...lines, ''].join('\n');
    })
    .join('');
}

const atWidths = (state: LiveState): string =>
  shownAt(
    state,
    WIDTHS.map((width) => ({ width, rows: 24 })),
  );

const LONE: readonly ShortEvent[] = [
  ['run.started', ''],
  ['task.started', 'Check Code Complete#2'],
  ['agent.started', 'Check Code Complete#2'],
  ['agent.finished', 'Check Code Complete#2', { costUsd: 1.5, tokens: 12_340 }],
  ['agent.started', 'Check Code Complete#2'],
];

const TREE: readonly ShortEvent[] = [
  ['run.started', ''],
  ['task.started', 'Build'],
  ['items.listed', 'Build', items('login', 'logout', 'reset', 'a', 'b', 'c', 'd', 'e')],
  ...['login', 'logout', 'reset', 'a'].map((key): ShortEvent => ['item.started', 'Build', { key }]),
  ['item.kept', 'Build', { key: 'b' }],
  ['item.skipped', 'Build', { key: 'c' }],
  ['item.finished', 'Build', { key: 'd', failed: true }],
  ['task.started', 'Build/login: Code'],
  ['agent.started', 'Build/login: Code'],
  ['agent.finished', 'Build/login: Code', { costUsd: 0.02, tokens: 1200 }],
  ['shell.started', 'Build/login: Code'],
  ['task.started', 'Build/logout: Review'],
  ['branch.started', 'Build/logout: Review', { key: 'impact' }],
  ['branch.started', 'Build/logout: Review', { key: 'monitor' }],
  ['branch.started', 'Build/logout: Review', { key: 'late' }],
  ['branch.cancelled', 'Build/logout: Review', { key: 'late' }],
  ['task.started', 'Build/logout Review/impact: Look at all of it#3'],
  ['agent.started', 'Build/logout Review/impact: Look at all of it#3'],
  ['task.started', 'Build/logout Review/monitor: Check'],
  ['task.started', 'Build/reset: Approve'],
  ['human.asked', 'Build/reset: Approve'],
  ['task.started', 'Build/a: Run'],
  ['workflow.started', 'Build/a: Run', { map: 'm', slip: null }],
  ['task.started', 'Build/a Run/map: Act'],
  ['agent.started', 'Build/a Run/map: Act'],
];

describe('the live view', () => {
  test('of one task is just so at each width', async () => {
    const state = stateAfter(...LONE);
    seeProgress(state, addressOf('Check Code Complete#2'), {
      kind: 'tool',
      tool: 'Bash',
      input: 'npm test -- --reporter=dot',
    });
    await expect(atWidths(state)).toMatchFileSnapshot(`${FIXTURES}/live-lone.txt`);
  });

  test('of many tasks is just so at each width', async () => {
    await expect(atWidths(stateAfter(...TREE))).toMatchFileSnapshot(`${FIXTURES}/live-tree.txt`);
  });

  test('of many tasks is just so at each height', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    const many: readonly ShortEvent[] = [
      ['run.started', ''],
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.map((key): ShortEvent => ['item.started', 'Build', { key }]),
      ...keys.slice(0, 5).flatMap((key): readonly ShortEvent[] => [
        ['task.started', `Build/${key}: Review`],
        ['branch.started', `Build/${key}: Review`, { key: 'x' }],
        ['task.started', `Build/${key} Review/x: Look`],
        ['agent.started', `Build/${key} Review/x: Look`],
      ]),
      ...keys.slice(5, 10).flatMap((key): readonly ShortEvent[] => [
        ['task.started', `Build/${key}: Ask`],
        ['human.asked', `Build/${key}: Ask`],
      ]),
      ...keys.slice(10).map((key): ShortEvent => ['task.started', `Build/${key}: Code`]),
    ];
    const frames = [1, 2, 3, 4, 6, 8, 9, 10, 15, 16, 17, 18, 20, 24, 40].map((rows) => ({ width: 60, rows }));
    await expect(shownAt(stateAfter(...many), frames)).toMatchFileSnapshot(`${FIXTURES}/live-heights.txt`);
  });

  test('of a simulation begins each line with a mark, a shorter one where it is narrow', async () => {
    const frames = [39, 40, 92, 93].map((width) => ({ width, rows: 24, isSimulation: true }));
    const text = shownAt(stateAfter(...LONE), frames) + shownAt(stateAfter(...TREE), frames);
    await expect(text).toMatchFileSnapshot(`${FIXTURES}/live-simulation.txt`);
  });

  test('shows tasks that only wait for a place where no other has begun', () => {
    const waiting = stateAfter(
      ['run.started', ''],
      ['task.started', 'Both'],
      ['branch.started', 'Both', { key: 'a' }],
      ['task.started', 'Both/a: Look'],
    );
    expect(shownAt(waiting, [{ width: 80, rows: 24 }])).toBe(
      '-- 80 x 24\n[2] Both/a  Look|  57 s  waiting for the agent\nBoth: |0 of 1 done, 1 running\n|run 1m 00s, $0.00, 0 tokens\n',
    );
  });
});

describe('the words of the live view', () => {
  test.each([
    [-5, '0 s'],
    [0, '0 s'],
    [999, '0 s'],
    [1000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1m 00s'],
    [119_999, '1m 59s'],
    [3_600_000, '1h 00m'],
  ])('say of %i ms %s', (ms, text) => {
    expect(clockOf(ms)).toBe(text);
  });

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [9949, '9.9k'],
    [9950, '10k'],
    [999_499, '999k'],
    [999_500, '1.0M'],
    [12_340_000, '12.3M'],
  ])('say of %i tokens %s', (tokens, text) => {
    const state = stateAfter(
      ['run.started', ''],
      ['task.started', 'A'],
      ['agent.finished', 'A', { tokens, costUsd: 0.5 }],
    );
    expect(figuresOf(state, 2000)).toEqual([
      `run 2 s, $0.50, ${text} tokens`,
      `run 2 s $0.50 ${text}`,
      '2 s $0.50',
      '2 s',
    ]);
  });

  test('say that a cost is not the whole, and count from now where the run was not begun here', () => {
    const state = stateAfter(['task.started', 'A'], ['agent.finished', 'A', { tokens: 5, costUsd: null }]);
    expect(figuresOf(state, 99_000)).toEqual([
      'run 0 s, at least $0.00, 5 tokens',
      'run 0 s $0.00+ 5',
      '0 s $0.00+',
      '0 s',
    ]);
  });

  test('cut a place from its beginning, and its last name from its end', () => {
    const names = ['Build/one', 'Run/two', 'Try/three'];
    expect([27, 26, 20, 19, 11, 10, 5, 3, 1, 0].map((room) => cutPlace(names, room))).toEqual([
      'Build/one/Run/two/Try/three',
      '…/Run/two/Try/three',
      '…/Run/two/Try/three',
      '…/Run/two/Try/three',
      '…/Try/three',
      'three',
      'three',
      'th…',
      '…',
      '',
    ]);
    expect(cutPlace([], 5)).toBe('');
  });
});

describe('what a task is doing', () => {
  const begun = (worker: 'agent.started' | 'shell.started'): LiveState =>
    stateAfter(['task.started', 'A'], [worker, 'A']);
  const doing = (state: LiveState): string => doingOf(state, state.view.executions[0]!);
  const says = (state: LiveState, progress: AgentProgress): void =>
    seeProgress(state, addressOf('A'), progress);

  test('is its command or its agent, until that says something', () => {
    expect([doing(begun('agent.started')), doing(begun('shell.started'))]).toEqual([
      'waiting for the agent',
      'running the command',
    ]);
    const state = begun('agent.started');
    says(state, { kind: 'text', text: 'one\ntwo\n\n' });
    expect(doing(state)).toBe('two');
    says(state, { kind: 'text', text: ' \n' });
    expect(doing(state)).toBe('two');
    says(state, { kind: 'ready', version: undefined, model: undefined });
    expect(doing(state)).toBe('two');
  });

  test('is no longer what an earlier attempt said', () => {
    const state = begun('agent.started');
    says(state, { kind: 'retry', reason: 'rate limit' });
    expect(doing(state)).toBe('rate limit');
    const [execution] = state.view.executions;
    execution!.turns += 1;
    expect(doing(state)).toBe('waiting for the agent');
  });

  test('is the end of a long text, and the beginning of a long call', () => {
    const state = begun('agent.started');
    says(state, { kind: 'text', text: `${'x'.repeat(5000)}y` });
    expect(doing(state)).toBe(`${'x'.repeat(3999)}y`);
    says(state, { kind: 'tool', tool: 'Bash', input: `y${'x'.repeat(5000)}` });
    expect(doing(state)).toBe(`> Bash y${'x'.repeat(3999)}`);
  });

  test('keeps since when, where that is known', () => {
    const state = stateAfter(['run.started', ''], ['task.started', 'A'], ['agent.started', 'A']);
    const [execution] = state.view.executions;
    expect(sinceOf(state, execution!)).toBe(1000);
    says(state, { kind: 'text', text: 'x' });
    expect(sinceOf(state, execution!)).toBe(1000);
    state.notes.delete(execution!);
    expect(sinceOf(state, execution!)).toBe(0);
    says(state, { kind: 'text', text: 'x' });
    expect([sinceOf(state, execution!), doing(state)]).toEqual([0, 'x']);
  });
});
