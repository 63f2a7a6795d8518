import { expect, test } from 'vitest';
import { countersOf } from '../../src/compile/counters.ts';
import { destinationsOf, destinationsOfEntry } from '../../src/compile/destinations.ts';
import { xstateJson, xstateModule } from '../../src/compile/xstate-module.ts';
import type { Block } from '../../src/model/block.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { decide, foreach, human, parallel, shell, when } from '../helpers/tasks.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/compile`;

const again = { ...action('Again', 'Work'), limit: { max: 2, then: 'Ask' }, resets: [{ name: 'Ask' }] };
const EVERYTHING: Block = block(
  {
    ...claude('Work', { ...again, choose: 'it is not done' }, action('Done', 'Check 1.5')),
    description: 'Does the work',
    onError: 'Ask',
    maxVisits: { max: 3, then: 'Ask' },
  },
  shell(
    'Check 1.5',
    ['npm', 'test'],
    when('result.exitCode == 0', action('Good', 'Both')),
    action('Bad', 'Work'),
  ),
  parallel('Both', { one: block(end('End')) }, action('Go', 'Each')),
  foreach('Each', 'items', block(end('End')), action('Go', 'Set')),
  { ...decide('Set', { x: '1' }, action('Go', 'Nothing')), onError: 'End' },
  claude('Nothing'),
  {
    ...human(
      'Ask',
      { ...action('Retry', 'Work'), resets: [{ name: 'Again' }, { name: 'Work' }] },
      action('Stop', 'Over'),
    ),
    maxVisits: { max: 2, then: 'Over' },
  },
  { ...end('End'), description: 'All is well' },
  end('Over', true),
);

test('the machine of a block stands as data, with what may happen how often', async () => {
  await expect(xstateJson(EVERYTHING)).toMatchFileSnapshot(`${GOLDENS}/everything.txt`);
});

test('the module of a block is the machine behind what its names mean', async () => {
  const text = xstateModule(block(claude('A', action('Go', 'Z')), end('Z')), 'What it  is\n for */ here');
  await expect(text).toMatchFileSnapshot(`${GOLDENS}/module.txt`);
});

test('counters are named by position, and are known by the names of tasks and of actions', () => {
  const counters = countersOf(EVERYTHING);
  const [work, , , , , nothing, ask] = EVERYTHING.tasks;
  if (!work || work.type === 'end' || !nothing || !ask || ask.type === 'end') throw new Error('no tasks');
  const [first, second] = work.actions;
  const [retry, stop] = ask.actions;
  if (!first || !second || !retry || !stop) throw new Error('no actions');
  expect(counters.ofTask(work)).toEqual({ key: '0', max: 3 });
  expect(counters.ofTask(nothing)).toBeUndefined();
  expect(counters.ofTask(ask)).toEqual({ key: '6', max: 2 });
  expect(counters.ofAction(first)).toEqual({ key: '0.0', max: 2 });
  expect(counters.ofAction(second)).toBeUndefined();
  expect(counters.resetBy(first)).toEqual(['6']);
  expect(counters.resetBy(retry)).toEqual(['0.0', '0']);
  expect(counters.resetBy(stop)).toEqual([]);
  expect(counters.taskNamed('Work')).toBe(work);
  expect(counters.taskNamed('Nobody')).toBeUndefined();
  expect(countersOf(EVERYTHING)).toBe(counters);
});

test('all tasks and actions of one name begin anew together', () => {
  const limited = (target: string) => ({ ...action('Go', target), limit: { max: 1, then: 'Z' } });
  const both = block(
    claude('A', limited('B')),
    claude('B', limited('A'), { ...action('Back', 'A'), resets: [{ name: 'Go' }, { name: 'Nobody' }] }),
    end('Z'),
  );
  const [, b] = both.tasks;
  const back = b?.type === 'end' ? undefined : b?.actions[1];
  expect(back && countersOf(both).resetBy(back)).toEqual(['0.0', '1.0']);
});

test('ways lead to a task while there is room, then on, and end where bounds lead round', () => {
  const bounded = (name: string, then: string) => ({ ...claude(name), maxVisits: { max: 1, then } });
  const round = block(bounded('A', 'B'), bounded('B', 'A'), end('Z'));
  const [room0, room1] = [
    { key: '0', max: 1 },
    { key: '1', max: 1 },
  ];
  expect(destinationsOfEntry(round, 'A')).toEqual([
    { target: 'A', rooms: [room0], counts: ['0'], resets: [] },
    { target: 'B', rooms: [room1], counts: ['1'], resets: [] },
    { target: 'A', rooms: [], counts: [], resets: [] },
  ]);
  expect(destinationsOfEntry(round, 'Z')).toEqual([{ target: 'Z', rooms: [], counts: [], resets: [] }]);
  expect(destinationsOfEntry(round, 'Nobody')).toEqual([
    { target: 'Nobody', rooms: [], counts: [], resets: [] },
  ]);
});

test('an action that begins a counter anew has room where it leads; where its limit leads, it begins nothing anew', () => {
  const go = { ...action('Go', 'B'), limit: { max: 2, then: 'Z' }, resets: [{ name: 'B' }] };
  const blocks = block(claude('A', go), { ...claude('B'), maxVisits: { max: 1, then: 'Z' } }, end('Z'));
  const limit = { key: '0.0', max: 2 };
  expect(destinationsOf(blocks, go)).toEqual([
    { target: 'B', rooms: [limit], counts: ['0.0', '1'], resets: ['1'] },
    { target: 'Z', rooms: [limit], counts: ['0.0'], resets: ['1'] },
    { target: 'Z', rooms: [], counts: [], resets: [] },
  ]);
});
