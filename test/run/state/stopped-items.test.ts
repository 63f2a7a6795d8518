import { expect, test } from 'vitest';
import type { ForeachTask } from '../../../src/model/block.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { mapOf, programOf, resume, start } from '../../helpers/run-host.ts';
import { foreach, parallel, when } from '../../helpers/tasks.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';
import { courseOf } from '../course.ts';
import { answersOf } from '../answers.ts';
import { hostFor } from '../nested-host.ts';
import { performersOf } from '../scripted-performers.ts';

const body = block(claude('Look', action('Go', 'End')), end('End'));
const each = foreach('Each', "['a', 'b', 'c', 'd', 'e']", body, action('Go', 'Done'));
const programWith = (more: Partial<ForeachTask>) =>
  programOf(mapOf(block({ ...each, key: { text: 'item' }, ...more }, end('Done'))));

const fails = [{ fail: 'permanent' }];

/** How many items had a task under way at the same time, at most. */
function mostAtOnce(events: readonly RunEvent[]): number {
  const open = new Set<string>();
  let most = 0;
  for (const { type, address } of events) {
    const place = JSON.stringify(address.block);
    if (address.task !== 'Look') continue;
    if (type === 'task.started') open.add(place);
    if (type === 'task.finished' || type === 'task.failed') open.delete(place);
    most = Math.max(most, open.size);
  }
  return most;
}

test.each([1, 2, 3])(
  'where the others go on, items that failed for good are all that is left, and gone on with: %d at once',
  async (concurrency) => {
    const fs = createCrashingFileSystem();
    const program = programWith({ concurrency, onItemFailure: 'continue' });
    const first = answersOf({ 'Each/b: Look': fails, 'Each/d: Look': fails, Look: ['Go'] });
    const host = hostFor(fs, performersOf(first));
    const { state, directory } = await start(host, program);
    expect(state.paused?.reason).toBe('failed');
    const over = courseOf(host.events).filter((line) => line.includes('-> End'));
    expect(over.map((line) => line.slice(0, 11)).toSorted()).toEqual([
      'item Each/a',
      'item Each/c',
      'item Each/e',
    ]);
    const again = hostFor(fs, performersOf(answersOf({ Look: ['Go'] })));
    const resumed = await resume(again, program, directory);
    expect(resumed.finished?.outcome).toBe('Done');
    const started = again.events.flatMap(({ type, address }) =>
      type === 'task.started' && address.task === 'Look' ? [address.block[0]?.key] : [],
    );
    expect(started).toEqual(['b', 'd']);
    expect(mostAtOnce(again.events)).toBeLessThanOrEqual(concurrency);
    expect(mostAtOnce(host.events)).toBeLessThanOrEqual(concurrency);
  },
);

test('where the first failure ends all, an item that failed for good keeps its place', async () => {
  const program = programWith({ concurrency: 1, onItemFailure: 'stop' });
  const host = hostFor(
    createCrashingFileSystem(),
    performersOf(answersOf({ 'Each/b: Look': fails, Look: ['Go'] })),
  );
  await start(host, program);
  expect(courseOf(host.events).filter((line) => line.startsWith('item Each/c'))).toEqual([]);
});

test('items that failed for good are gone on with before any other starts', async () => {
  const fs = createCrashingFileSystem();
  const program = programWith({ concurrency: 1, onItemFailure: 'continue' });
  const stop = new AbortController();
  const agents = performersOf(answersOf({ 'Each/a: Look': fails, 'Each/b: Look': fails, Look: ['Go'] }));
  const host = { ...hostFor(fs, agents), stop: stop.signal };
  // Stopped by a person once the second has failed and the third has its place.
  const onEvent = (event: RunEvent): void => {
    host.onEvent(event);
    const {
      block: [step],
    } = event.address;
    if (event.type === 'task.failed' && step?.key === 'b') stop.abort({ message: 'Stopped.', exitCode: 130 });
  };
  const { directory } = await start({ ...host, onEvent }, program);
  const again = hostFor(fs, performersOf(answersOf({ Look: ['Go'] })));
  const resumed = await resume(again, program, directory);
  expect(resumed.finished?.outcome).toBe('Done');
  const started = again.events.flatMap(({ type, address }) =>
    type === 'task.started' && address.task === 'Look' ? [address.block[0]?.key] : [],
  );
  expect(started).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(mostAtOnce(again.events)).toBe(1);
});

test('an item that stays as it failed holds up no other when the run is gone on with', async () => {
  const fs = createCrashingFileSystem();
  const both = parallel(
    'Both',
    { one: block(claude('Look', action('Go', 'End')), end('End')) },
    when("item != 'a'", action('Go', 'End')),
  );
  const inner = foreach('Each', "['a', 'b', 'c', 'd']", block(both, end('End')), action('Go', 'Done'));
  const program = programOf(
    mapOf(block({ ...inner, key: { text: 'item' }, concurrency: 1, onItemFailure: 'continue' }, end('Done'))),
  );
  const stop = new AbortController();
  const host = { ...hostFor(fs, performersOf(answersOf({ Look: ['Go'] }))), stop: stop.signal };
  // Stopped by a person once the first has failed and the second has its place.
  const onEvent = (event: RunEvent): void => {
    host.onEvent(event);
    if (event.type === 'task.failed') stop.abort({ message: 'Stopped.', exitCode: 130 });
  };
  const { directory } = await start({ ...host, onEvent }, program);
  const again = hostFor(fs, performersOf(answersOf({ Look: ['Go'] })));
  const resumed = await resume(again, program, directory);
  expect(resumed.paused?.reason).toBe('failed');
  const over = courseOf(again.events).filter((line) => line.startsWith('item ') && line.includes('-> End'));
  expect(over.map((line) => line.slice(5, 11))).toEqual(['Each/b', 'Each/c', 'Each/d']);
});
