import { describe, expect, test } from 'vitest';
import {
  attemptOf,
  createLiveState,
  doingOf,
  seeProgress,
  sinceOf,
  type LiveState,
} from '../../../src/cli/live/live-state.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { createRunView, type BlockView } from '../../../src/view/run-view.ts';
import { addressOf, events, items, type ShortEvent } from '../../helpers/short-events.ts';
import { stateAfter } from './state-after.ts';

const ACT: ShortEvent = ['task.started', 'Act#2'];
const TURN: ShortEvent = ['agent.started', 'Act#2'];

const REVIEW: readonly ShortEvent[] = [
  ['task.started', 'Review'],
  ['branch.started', 'Review', { key: 'a' }],
  ['branch.started', 'Review', { key: 'b' }],
  ['task.started', 'Review/a: Look'],
  ['task.started', 'Review/b: Look'],
];

const ITEMS: readonly ShortEvent[] = [
  ['task.started', 'Build'],
  ['items.listed', 'Build', items('o', 'x', 'y', 'z', 'w')],
  ['item.kept', 'Build', { key: 'o' }],
  ['item.started', 'Build', { key: 'x' }],
  ['item.started', 'Build', { key: 'y' }],
  ['task.started', 'Build/x: Code'],
  ['task.started', 'Build/y: Code'],
];

const insideOf = ({ view }: LiveState): readonly BlockView[] => [
  ...(view.root.current?.children?.underWay ?? []),
];

const childrenOf = (state: LiveState) => {
  const { kind, list, counts, failed } = state.view.root.current!.children!;
  const running = insideOf(state).map(({ key }) => key);
  return { kind, total: list.length, kept: counts.kept, skipped: counts.skipped, failed, running };
};

describe('a task', () => {
  test('is known by its start, and each process started for it is an attempt', () => {
    const state = stateAfter(['run.started', ''], ACT, TURN, TURN);
    const { current } = state.view.root;
    expect(state).toMatchObject({ runSince: 0, view: { atWork: 1 } });
    expect(current).toMatchObject({ number: 1, visit: 2 });
    expect([attemptOf(current!), sinceOf(state, current!)]).toEqual([2, 1000]);
  });

  test.each(['task.finished', 'task.failed', 'human.asked'] as const)('is not at work after %s', (type) => {
    expect(stateAfter(ACT, [type, 'Act#2']).view.atWork).toBe(0);
  });

  test('is at work again when a person lets its command be run again', () => {
    const asked: readonly ShortEvent[] = [ACT, ['human.asked', 'Act#2'], ['human.answered', 'Act#2']];
    expect(stateAfter(...asked).view.atWork).toBe(1);
  });

  test('keeps of a text the last line that says something, of a tool call its name and input', () => {
    const doing = (progress: Parameters<typeof seeProgress>[2]) => {
      const state = stateAfter(ACT, TURN);
      seeProgress(state, addressOf('Act#2'), progress);
      return doingOf(state, state.view.root.current!);
    };
    expect(doing({ kind: 'text', text: 'First.\nThen this.\n  \n' })).toBe('Then this.');
    expect(doing({ kind: 'tool', tool: 'Bash', input: 'npm test' })).toBe('> Bash npm test');
    expect(doing({ kind: 'retry', reason: 'rate limit' })).toBe('rate limit');
    expect(doing({ kind: 'ready', version: undefined, model: undefined })).toBe('waiting for the agent');
  });

  test('that is over takes no more of what its agent says', () => {
    const state = createLiveState(createRunView());
    seeProgress(state, addressOf('Act'), { kind: 'text', text: 'late' });
    expect(state.view).toMatchObject({ atWork: 0, root: { current: undefined } });
  });
});

test('figures are those of the turns that have ended, over all tasks, cancelled ones too', () => {
  const end = (costUsd: number | null, place = 'Act#2'): ShortEvent => [
    'agent.finished',
    place,
    { costUsd, tokens: costUsd === null ? null : 100 },
  ];
  const done: ShortEvent = ['task.finished', 'Act#2'];
  expect(stateAfter(ACT, end(0.5), done, ACT, end(0.5)).view).toMatchObject({
    costUsd: 1,
    tokens: 200,
    unpricedTurns: 0,
    root: { current: { costUsd: 0.5 } },
  });
  expect(stateAfter(ACT, end(0.5), end(null)).view).toMatchObject({ costUsd: 0.5, unpricedTurns: 1 });
  expect(stateAfter(ACT, end(0.25, 'Gone/a: Look')).view.costUsd).toBe(0.25);
});

test.each(['run.paused', 'run.finished'] as const)('%s lets it rest, and going on wakes it', (type) => {
  const reported: readonly ShortEvent[] = [...REVIEW, [type, '']];
  expect(stateAfter(...reported).isResting).toBe(true);
  expect(stateAfter(...reported, ['run.resumed', '', { from: null }]).isResting).toBe(false);
});

describe('blocks inside of tasks', () => {
  test('have each a task of its own; the one around is not at work itself', () => {
    const state = stateAfter(...REVIEW);
    expect(state.view.atWork).toBe(2);
    seeProgress(state, addressOf('Review/b: Look'), { kind: 'text', text: 'mine' });
    const doing = insideOf(state).map(({ current }) => doingOf(state, current!));
    expect(doing).toEqual(['waiting for the agent', 'mine']);
  });

  test('are counted by how they ended', () => {
    const reported: readonly ShortEvent[] = [
      ...ITEMS,
      ['item.finished', 'Build', { key: 'x', failed: true }],
      ['item.skipped', 'Build', { key: 'z' }],
    ];
    expect(childrenOf(stateAfter(...reported))).toEqual({
      kind: 'item',
      total: 5,
      kept: 1,
      failed: 1,
      skipped: 1,
      running: ['y'],
    });
    expect(stateAfter(...reported).view.atWork).toBe(1);
  });

  test('that are cancelled take all that went on in them along', () => {
    const inner: readonly ShortEvent[] = [
      ['branch.started', 'Review/a: Deep', { key: 'k' }],
      ['task.started', 'Review/a Deep/k: In'],
    ];
    const reported: readonly ShortEvent[] = [
      ...REVIEW,
      ['task.finished', 'Review/a: Look'],
      ['task.started', 'Review/a: Deep'],
      ...inner,
    ];
    expect(stateAfter(...reported).view.atWork).toBe(2);
    const state = stateAfter(...reported, ['branch.cancelled', 'Review', { key: 'a' }]);
    expect(state.view.atWork).toBe(1);
    expect(childrenOf(state)).toMatchObject({ total: 2, running: ['b'] });
  });

  test('are left when the run goes back to a task', () => {
    expect(stateAfter(...REVIEW, ['run.resumed', '', { from: 'Plan' }]).view).toMatchObject({
      atWork: 0,
      root: { current: undefined },
    });
  });

  test('of a run that goes on are still there, with their questions, and nobody at work', () => {
    const past = events(...ITEMS, ['human.asked', 'Build/y: Code'], ['run.paused', '']);
    const state = createLiveState(runViewOf(past));
    expect(state).toMatchObject({ runSince: undefined, isResting: true });
    expect(childrenOf(state)).toMatchObject({ total: 5, kept: 1, running: ['x', 'y'] });
    const resumed = events(...ITEMS, ['human.asked', 'Build/y: Code'], ['run.resumed', '', { from: null }]);
    const after = createLiveState(runViewOf(resumed));
    expect(after.view.atWork).toBe(0);
    expect(insideOf(after).map(({ current }) => current?.isAsking)).toEqual([false, true]);
  });

  test('cost the same however many there are', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `${n}`);
    const state = stateAfter(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.map((key): ShortEvent => ['item.started', 'Build', { key }]),
      ...keys.map((key): ShortEvent => ['task.started', `Build/${key}: Code`]),
      ...keys.slice(1).map((key): ShortEvent => ['item.finished', 'Build', { key, failed: false }]),
    );
    expect([state.view.atWork, childrenOf(state).running]).toEqual([1, ['0']]);
  });
});
