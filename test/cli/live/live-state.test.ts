import { describe, expect, test } from 'vitest';
import {
  createLiveStateAfter,
  createLiveState,
  seeProgress,
  type LiveState,
} from '../../../src/cli/live/live-state.ts';
import { addressOf, events, type Told } from '../../helpers/told-events.ts';
import { stateAfter } from './state-after.ts';

const ACT: Told = ['task.started', 'Act#2'];
const TURN: Told = ['agent.started', 'Act#2'];

const REVIEW: readonly Told[] = [
  ['task.started', 'Review'],
  ['branch.started', 'Review', { key: 'a' }],
  ['branch.started', 'Review', { key: 'b' }],
  ['task.started', 'Review/a: Look'],
  ['task.started', 'Review/b: Look'],
];

const ITEMS: readonly Told[] = [
  ['task.started', 'Build'],
  ['items.listed', 'Build', { items: [{}, {}, {}, {}, {}] }],
  ['item.kept', 'Build', { key: 'o' }],
  ['item.started', 'Build', { key: 'x' }],
  ['item.started', 'Build', { key: 'y' }],
  ['task.started', 'Build/x: Code'],
  ['task.started', 'Build/y: Code'],
];

const partsOf = ({ root }: LiveState) => {
  const { running, ...counts } = root.task?.parts ?? { running: new Map() };
  return { ...counts, running: [...running.keys()] };
};

describe('a task', () => {
  test('is known by its start, and each process started for it is an attempt', () => {
    const state = stateAfter(['run.started', ''], ACT, TURN, TURN);
    expect(state).toMatchObject({
      runSince: 0,
      atWork: 1,
      root: { task: { execution: 1, visit: 2, attempt: 2, since: 1000 } },
    });
  });

  test.each(['task.finished', 'task.failed', 'human.asked'] as const)('is not at work after %s', (type) => {
    expect(stateAfter(ACT, [type, 'Act#2']).atWork).toBe(0);
  });

  test('is at work again when a person lets its command be run again', () => {
    const asked: readonly Told[] = [ACT, ['human.asked', 'Act#2'], ['human.answered', 'Act#2']];
    expect(stateAfter(...asked).atWork).toBe(1);
  });

  test('keeps of a text the last line that says something, of a tool call its name and input', () => {
    const doing = (progress: Parameters<typeof seeProgress>[2]) => {
      const state = stateAfter(ACT, TURN);
      seeProgress(state, addressOf('Act#2'), progress);
      return state.root.task?.doing;
    };
    expect(doing({ kind: 'text', text: 'First.\nThen this.\n  \n' })).toBe('Then this.');
    expect(doing({ kind: 'tool', tool: 'Bash', input: 'npm test' })).toBe('> Bash npm test');
    expect(doing({ kind: 'retry', reason: 'rate limit' })).toBe('rate limit');
    expect(doing({ kind: 'ready', version: undefined, model: undefined })).toBeUndefined();
  });

  test('that is over takes no more of what its agent says', () => {
    const state = createLiveState();
    seeProgress(state, addressOf('Act'), { kind: 'text', text: 'late' });
    expect(state).toMatchObject({ atWork: 0, root: { task: undefined } });
  });
});

test('figures are those of the turns that have ended, over all tasks, cancelled ones too', () => {
  const end = (costUsd: number | null, place = 'Act#2'): Told => [
    'agent.finished',
    place,
    { costUsd, tokens: costUsd === null ? null : 100 },
  ];
  const done: Told = ['task.finished', 'Act#2'];
  expect(stateAfter(ACT, end(0.5), done, ACT, end(0.5))).toMatchObject({
    costUsd: 1,
    tokens: 200,
    costIsPartial: false,
    root: { task: { costUsd: 0.5 } },
  });
  expect(stateAfter(ACT, end(0.5), end(null))).toMatchObject({ costUsd: 0.5, costIsPartial: true });
  expect(stateAfter(ACT, end(0.25, 'Gone/a: Look')).costUsd).toBe(0.25);
});

test.each(['run.paused', 'run.finished'] as const)('%s lets it rest, and going on wakes it', (type) => {
  const told: readonly Told[] = [...REVIEW, [type, '']];
  expect(stateAfter(...told).isResting).toBe(true);
  expect(stateAfter(...told, ['run.resumed', '', { from: null }]).isResting).toBe(false);
});

describe('blocks inside of tasks', () => {
  test('have each a task of its own; the one around is not at work itself', () => {
    const state = stateAfter(...REVIEW);
    expect(state.atWork).toBe(2);
    seeProgress(state, addressOf('Review/b: Look'), { kind: 'text', text: 'mine' });
    const doing = [...(state.root.task?.parts?.running.values() ?? [])].map(({ task }) => task?.doing);
    expect(doing).toEqual([undefined, 'mine']);
  });

  test('are counted by how they ended', () => {
    const told: readonly Told[] = [
      ...ITEMS,
      ['item.finished', 'Build', { key: 'x', failed: true }],
      ['item.skipped', 'Build', { key: 'z' }],
    ];
    expect(partsOf(stateAfter(...told))).toEqual({
      kind: 'items',
      total: 5,
      done: 1,
      failed: 1,
      leftOut: 1,
      running: ['y'],
    });
    expect(stateAfter(...told).atWork).toBe(1);
  });

  test('that are cancelled take all that went on in them along', () => {
    const inner: readonly Told[] = [
      ['branch.started', 'Review/a: Deep', { key: 'k' }],
      ['task.started', 'Review/a Deep/k: In'],
    ];
    const told: readonly Told[] = [
      ...REVIEW,
      ['task.finished', 'Review/a: Look'],
      ['task.started', 'Review/a: Deep'],
      ...inner,
    ];
    expect(stateAfter(...told).atWork).toBe(2);
    const state = stateAfter(...told, ['branch.cancelled', 'Review', { key: 'a' }]);
    expect(state.atWork).toBe(1);
    expect(partsOf(state)).toMatchObject({ leftOut: 1, running: ['b'] });
  });

  test('are left when the run goes back to a task', () => {
    expect(stateAfter(...REVIEW, ['run.resumed', '', { from: 'Plan' }])).toMatchObject({
      atWork: 0,
      root: { task: undefined },
    });
  });

  test('of a run that goes on are still there, with their questions, and nobody at work', () => {
    const past = events(...ITEMS, ['human.asked', 'Build/y: Code'], ['run.paused', '']);
    const state = createLiveStateAfter(past);
    expect(state).toMatchObject({ runSince: undefined, atWork: 0 });
    expect(partsOf(state)).toMatchObject({ total: 5, done: 1, running: ['x', 'y'] });
    const blocks = [...(state.root.task?.parts?.running.values() ?? [])];
    expect(blocks.map(({ task }) => task?.isAsking)).toEqual([undefined, true]);
  });

  test('cost the same however many there are', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `${n}`);
    const state = stateAfter(
      ['task.started', 'Build'],
      ['items.listed', 'Build', { items: keys }],
      ...keys.map((key): Told => ['item.started', 'Build', { key }]),
      ...keys.map((key): Told => ['task.started', `Build/${key}: Code`]),
      ...keys.slice(1).map((key): Told => ['item.finished', 'Build', { key, failed: false }]),
    );
    expect([state.atWork, partsOf(state).running]).toEqual([1, ['0']]);
  });
});
