import { expect, test } from 'vitest';
import { createProgressLines } from '../../src/cli/progress/progress-lines.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import { totalsOf } from '../../src/view/run-totals.ts';
import { createRunView, type RunView } from '../../src/view/run-view.ts';
import { events, type ShortEvent } from '../helpers/short-events.ts';
import { tries } from '../helpers/tries.ts';
import { expectOfForgetfulViews } from './forgetful-runs.ts';

/** What is said of events, one by one, and what the view then adds up to. */
function followerOf(view: RunView) {
  const lines = createProgressLines(view);
  return (event: RunEvent) => {
    const said = lines.linesOf(event, applyEvent(view, event)).map(({ head, rest }) => head + rest);
    const { status, atWork, activeMs, working } = view;
    return { said, totals: totalsOf(view), status, atWork, activeMs, working: new Set(working) };
  };
}

test('a view that forgets what has ended says and adds up to the same, after every event', () =>
  expectOfForgetfulViews(tries(200, 40), (all, few) => {
    const [whole, brief] = [followerOf(all), followerOf(few)];
    return (event) => expect(brief(event)).toEqual(whole(event));
  }));

const items = (count: number): readonly ShortEvent[] => [
  ['task.started', 'Build'],
  ['items.listed', 'Build', { items: Array.from({ length: count }, (_, n) => ({ key: `${n}`, value: n })) }],
  ...Array.from({ length: count }, (_, n): readonly ShortEvent[] => [
    ['item.started', 'Build', { key: `${n}` }],
    ['task.started', `Build/${n}: Work`],
    ['agent.started', `Build/${n}: Work`, { purpose: 'prompt' }],
    ['task.finished', `Build/${n}: Work`, { action: 'Done' }],
    ['item.finished', 'Build', { key: `${n}`, outcome: 'Done', failed: false }],
  ]).flat(),
  ['task.finished', 'Build', { action: 'Next' }],
];

test('a view that forgets holds what is under way, and of the rest a number that does not grow', () => {
  const view = createRunView({ keepsEnded: 10 });
  for (const event of events(...Array.from({ length: 20 }, () => items(30)).flat())) applyEvent(view, event);
  expect(view.steps).toBe(20 * 31);
  expect(view.executions.length).toBeLessThan(15);
  expect(view.root.executions.length).toBeLessThan(15);
  expect(view.blocks.size).toBeLessThan(2 * 31);
});

test('a map that the second task of an item runs is still called by that task', () => {
  const reported: readonly ShortEvent[] = [
    ['task.started', 'Build'],
    ['items.listed', 'Build', { items: [{ key: 'a', value: 1 }] }],
    ['item.started', 'Build', { key: 'a' }],
    // As many as are under way have to be over before any is dropped.
    ...Array.from({ length: 9 }, (_, visit): readonly ShortEvent[] => [
      ['task.started', `Build/a: Work#${visit + 1}`],
      ['task.finished', `Build/a: Work#${visit + 1}`, { action: 'Done' }],
    ]).flat(),
    ['task.started', 'Build/a: Check'],
    ['workflow.started', 'Build/a: Check', { map: 'check.json', slip: null }],
    ['task.started', 'Build/a Check/map: Look'],
    ['task.failed', 'Build/a Check/map: Look', { reason: 'no', target: null }],
  ];
  const [whole, brief] = [followerOf(createRunView()), followerOf(createRunView({ keepsEnded: 0 }))];
  const all = events(...reported);
  expect(all.map((event) => brief(event).said)).toEqual(all.map((event) => whole(event).said));
});
