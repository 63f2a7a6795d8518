import { beforeEach, describe, expect, test } from 'vitest';
import type { ForeachTask } from '../../../src/model/block.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import type { Value } from '../../../src/model/value.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import { GIVER, memoryBox } from '../../helpers/performers.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { answered, failed, puppetAgent, type PuppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../../helpers/run-host.ts';
import { decide, ending, foreach, human, parallel, when } from '../../helpers/tasks.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../../journal/crashing-file-system.ts';
import { courseOf } from '../course.ts';

let fs: CrashingFileSystem;
beforeEach(() => (fs = createCrashingFileSystem()));

const hostOf = (agent: PuppetAgent, more: Partial<RunHost> = {}): TestHost =>
  testHost(fs, '/project', agent, { concurrency: 8, ...more });

const look = (name: string, result: string, isFailed = false) =>
  block(claude(`Look ${name}`, action('Done', 'End')), ending('End', result, isFailed));

const resultOf = (events: readonly RunEvent[], task: string): Value | undefined =>
  events.findLast((event) => event.type === 'task.finished' && event.data.task === task)?.data[
    'result' as never
  ];

const agentFor = (count: number): PuppetAgent =>
  puppetAgent(...Array.from({ length: count }, () => answered('Done')));

describe('branches', () => {
  const program = programOf(
    mapOf(
      block(
        {
          ...parallel('Review', { a: look('a', '1'), b: look('b', "'two'") }, action('Go', 'Done')),
          as: 'review',
        },
        ending('Done', 'review.b.result'),
      ),
    ),
  );

  test('run side by side; the task goes on when all are over, with their ends as its result', async () => {
    const host = hostOf(agentFor(2));
    const { state } = await start(host, program);
    expect(courseOf(host.events)).toEqual([
      'start Review',
      'branch Review/a',
      'branch Review/b',
      'Review/a: start Look a',
      'Review/b: start Look b',
      'Review/a: choose Done by agent',
      'Review/a: finish Look a result {"text":"Done."}',
      'Review/a: start End',
      'branch Review/a -> End result 1',
      'Review/b: choose Done by agent',
      'Review/b: finish Look b result {"text":"Done."}',
      'Review/b: start End',
      'branch Review/b -> End result "two"',
      'choose Go by guard',
      'finish Review result {"a":{"outcome":"End","result":1},"b":{"outcome":"End","result":"two"}}',
      'start Done',
      'end Done outcome Done result "two"',
    ]);
    expect(state.blocks.size).toBe(1);
  });

  test('have their results in the order of the map, whichever ends first', async () => {
    const agent = puppetAgent('hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, program);
    await agent.asked(2);
    agent.turns[1]?.reply(answered('Done'));
    agent.turns[0]?.reply(answered('Done'));
    await run;
    expect(Object.keys(resultOf(host.events, 'Review') as object)).toEqual(['a', 'b']);
  });

  test('wait for a place when there are more than may be at work', async () => {
    const agent = puppetAgent('hold', 'hold');
    const run = start(hostOf(agent, { concurrency: 1 }), program);
    await agent.asked(1);
    expect(agent.turns).toHaveLength(1);
    agent.turns[0]?.reply(answered('Done'));
    await agent.asked(2);
    agent.turns[1]?.reply(answered('Done'));
    expect((await run).state.finished?.result).toBe('two');
  });

  test('share what the run may cost', async () => {
    const agent = puppetAgent('hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, program, { limits: { costUsd: 3 } });
    await agent.asked(2);
    expect(agent.turns.map(({ budgetUsd }) => budgetUsd)).toEqual([1.5, 1.5]);
    for (const turn of agent.turns) turn.reply(answered('Done', { costUsd: 0.5 }));
    expect((await run).state.costUsd).toBe(1);
  });

  test('see the names around them as they were, and keep their own to themselves', async () => {
    const inner = block(decide('Set', { x: 'x + 1' }, action('Go', 'End')), ending('End', 'x'));
    const outer = programOf(
      mapOf(
        block(
          decide('Begin', { x: '10' }, action('Go', 'Both')),
          parallel('Both', { a: inner, b: inner }, action('Go', 'Done')),
          ending('Done', 'x'),
        ),
      ),
    );
    const host = hostOf(agentFor(0));
    const { state } = await start(host, outer);
    expect(resultOf(host.events, 'Both')).toEqual({
      a: { outcome: 'End', result: 11 },
      b: { outcome: 'End', result: 11 },
    });
    expect(state.finished?.result).toBe(10);
  });

  test('that fail leave their siblings to finish; the run pauses there and goes on there', async () => {
    const host = hostOf(puppetAgent(failed('permanent'), answered('Done')));
    const { state, directory } = await start(host, program);
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    expect(courseOf(host.events)).toContain('branch Review/b -> End result "two"');
    const again = hostOf(agentFor(1));
    expect((await resume(again, program, directory)).finished?.result).toBe('two');
    expect(courseOf(again.events)).toContain('Review/a: go on with Look a');
  });

  test('of which enough have ended well end the others, whose late answers count only for their cost', async () => {
    const quorum = programOf(
      mapOf(
        block(
          {
            ...parallel(
              'Any',
              { a: look('a', '1'), b: look('b', '2'), c: look('c', '3') },
              action('Go', 'Done'),
            ),
            atLeast: 2,
          },
          end('Done'),
        ),
      ),
    );
    const agent = puppetAgent('hold', 'hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, quorum);
    await agent.asked(3);
    agent.turns[2]?.reply(answered('Done', { costUsd: 1 }));
    agent.turns[0]?.reply(answered('Done', { costUsd: 1 }));
    const { state } = await run;
    expect(agent.turns[1]?.calls).toContain('stop');
    expect(resultOf(host.events, 'Any')).toEqual({
      a: { outcome: 'End', result: 1 },
      b: { outcome: 'cancelled', result: null, reason: 'The other branches had decided the join.' },
      c: { outcome: 'End', result: 3 },
    });
    expect(courseOf(host.events).filter((line) => line.startsWith('cancel'))).toEqual(['cancel Any/b']);
    expect(state.finished?.task).toBe('Done');
  });

  test('that can no longer be enough end the join at once', async () => {
    const quorum = programOf(
      mapOf(
        block(
          {
            ...parallel(
              'Any',
              { a: look('a', '1', true), b: look('b', '2') },
              when('branches.a.outcome == "End"', action('Go', 'Done')),
              action('Else', 'Other'),
            ),
            atLeast: 2,
          },
          end('Done'),
          end('Other'),
        ),
      ),
    );
    const agent = puppetAgent('hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, quorum);
    await agent.asked(2);
    agent.turns[0]?.reply(answered('Done'));
    expect((await run).state.finished?.task).toBe('Done');
    expect(courseOf(host.events)).toContain('cancel Any/b');
  });

  test('may wait for people, all of whom are told of, and answered one by one', async () => {
    const ask = (name: string) => block(human(`Ask ${name}`, action('Yes', 'End')), end('End'));
    const people = programOf(
      mapOf(block(parallel('Both', { a: ask('a'), b: ask('b') }, action('Go', 'Done')), end('Done'))),
    );
    const host = hostOf(agentFor(0));
    const { state, directory } = await start(host, people);
    expect(state.paused).toMatchObject({
      exitCode: 4,
      message: 'Tasks "Ask a", "Ask b" wait for an answer.',
    });
    const starts = [...state.open.values()]
      .filter(({ question }) => question !== undefined)
      .map((open) => open.start);
    const answers = (start: number) => {
      const box = memoryBox();
      const nonce = state.open.get(start)?.question?.nonce;
      box.claim({ start, nonce }, { action: 'Yes', fields: {}, sender: GIVER });
      return { answerBox: () => box };
    };
    expect((await resume(hostOf(agentFor(0), answers(starts[1]!)), people, directory)).paused?.message).toBe(
      'Task "Ask a" waits for an answer.',
    );
    expect((await resume(hostOf(agentFor(0), answers(starts[0]!)), people, directory)).finished?.task).toBe(
      'Done',
    );
  });
});

describe('items', () => {
  const each = (more: Partial<ForeachTask>, body = look('one', 'item')) =>
    programOf(
      mapOf(
        block(
          decide(
            'Begin',
            { list: "[{'id': 'a', 'after': []}, {'id': 'b', 'after': ['a']}, {'id': 'c', 'after': []}]" },
            action('Go', 'Each'),
          ),
          { ...foreach('Each', 'list', body, action('Go', 'Done')), key: { text: 'item.id' }, ...more },
          end('Done'),
        ),
      ),
    );

  test('run each its own block, and give their results in item order', async () => {
    const agent = puppetAgent('hold', 'hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, each({}, look('one', 'item.id')));
    await agent.asked(3);
    for (const turn of agent.turns.toReversed()) turn.reply(answered('Done'));
    await run;
    expect(resultOf(host.events, 'Each')).toEqual([
      { key: 'a', outcome: 'End', result: 'a' },
      { key: 'b', outcome: 'End', result: 'b' },
      { key: 'c', outcome: 'End', result: 'c' },
    ]);
  });

  test('start in order, as many at once as may, and after those they wait for', async () => {
    const agent = puppetAgent('hold', 'hold', 'hold');
    const host = hostOf(agent);
    const run = start(host, each({ after: { text: 'item.after' }, concurrency: 2 }));
    await agent.asked(2);
    expect(courseOf(host.events).filter((line) => line.startsWith('item'))).toEqual([
      'items Each: a, b, c',
      'item Each/a',
      'item Each/c',
    ]);
    agent.turns[0]?.reply(answered('Done'));
    await agent.asked(3);
    agent.turns[1]?.reply(answered('Done'));
    agent.turns[2]?.reply(answered('Done'));
    expect((await run).state.finished?.task).toBe('Done');
  });

  test('that fail stop the rest, or only what waits for them', async () => {
    const bad = block(
      claude('Try', action('Done', 'Sort')),
      decide('Sort', {}, when("item.id == 'a'", action('Bad', 'Bad')), action('Good', 'Good')),
      end('Bad', true),
      end('Good'),
    );
    const outcomes = async (more: Partial<ForeachTask>) => {
      fs = createCrashingFileSystem();
      const host = hostOf(agentFor(3));
      await start(host, each({ after: { text: 'item.after' }, concurrency: 1, ...more }, bad));
      return (resultOf(host.events, 'Each') as readonly { outcome: string }[]).map(({ outcome }) => outcome);
    };
    expect(await outcomes({ onItemFailure: 'stop' })).toEqual(['Bad', 'skipped', 'skipped']);
    expect(await outcomes({ onItemFailure: 'continue' })).toEqual(['Bad', 'skipped', 'Good']);
  });

  test('that are not a list, come twice, or wait for a stranger or for each other fail the task before any starts', async () => {
    const reasonOf = async (more: Partial<ForeachTask>) => {
      fs = createCrashingFileSystem();
      const agent = agentFor(0);
      const { state } = await start(hostOf(agent), each(more));
      expect(agent.turns).toHaveLength(0);
      return state.paused?.message.replace('Task "Each" failed: ', '');
    };
    expect(await reasonOf({ items: { text: '5' } })).toBe('The items are not a list, but 5.');
    expect(await reasonOf({ key: { text: "'same'" } })).toBe('Two items have the key "same".');
    expect(await reasonOf({ after: { text: "['x']" } })).toBe('Item "a" waits for "x", which is no item.');
    expect(await reasonOf({ after: { text: '[item.id]' } })).toMatch(
      /^These items wait for each other.*"a", "b", "c"\.$/,
    );
  });

  test('of an empty list are over at once', async () => {
    const host = hostOf(agentFor(0));
    expect((await start(host, each({ items: { text: '[]' } }))).state.finished?.task).toBe('Done');
    expect(resultOf(host.events, 'Each')).toEqual([]);
  });

  test('keep their result when the task is entered again with the same value (carry)', async () => {
    const program = programOf(
      mapOf(
        block(
          decide('Begin', { list: "[{'id': 'a', 'n': 1}, {'id': 'b', 'n': visits}]" }, action('Go', 'Each')),
          {
            ...foreach('Each', 'list', look('one', 'item.n'), action('Go', 'Round')),
            key: { text: 'item.id' },
            carry: true,
            as: 'all',
          },
          decide('Round', {}, when('visits < 2', action('Again', 'Begin')), action('Done', 'Done')),
          ending('Done', 'all'),
        ),
      ),
    );
    const agent = agentFor(3);
    const { state } = await start(hostOf(agent), program);
    expect(agent.turns).toHaveLength(3);
    expect(state.finished?.result).toEqual([
      { key: 'a', outcome: 'End', result: 1 },
      { key: 'b', outcome: 'End', result: 2 },
    ]);
  });

  test('nest three deep', async () => {
    const inner = block(foreach('In', 'item', look('x', 'item'), action('Go', 'End')), ending('End', 'item'));
    const program = programOf(
      mapOf(
        block(
          parallel(
            'Top',
            {
              one: block(
                { ...foreach('Mid', '[[1, 2], [3]]', inner, action('Go', 'End')), as: 'mid' },
                ending('End', 'mid'),
              ),
            },
            action('Go', 'Done'),
          ),
          end('Done'),
        ),
      ),
    );
    const agent = agentFor(3);
    const host = hostOf(agent);
    const { state } = await start(host, program);
    expect([agent.turns.length, state.finished?.task]).toEqual([3, 'Done']);
    expect(courseOf(host.events)).toContain('Top/one Mid/1 In/0: start Look x');
  });
});

test('what is set aside for agents at work is no limit that is reached: others wait for what they leave', async () => {
  const program = programOf(
    mapOf(
      block(
        parallel(
          'Both',
          {
            b: block(human('Ask', action('Yes', 'Look')), claude('Look', action('Done', 'End')), end('End')),
            a: look('a', '1'),
          },
          action('Go', 'Done'),
        ),
        end('Done'),
      ),
    ),
  );
  const agent = puppetAgent('hold', 'hold');
  const asker = { ask: () => Promise.resolve({ action: 'Yes', fields: {}, via: 'terminal' } as const) };
  const run = start(hostOf(agent, { asker }), program, { limits: { costUsd: 2 } });
  await agent.asked(1);
  await new Promise(setImmediate);
  expect(agent.turns).toHaveLength(1);
  agent.turns[0]?.reply(answered('Done', { costUsd: 0.5 }));
  await agent.asked(2);
  expect(agent.turns[1]?.budgetUsd).toBe(1.5);
  agent.turns[1]?.reply(answered('Done', { costUsd: 0.5 }));
  expect((await run).state.finished?.task).toBe('Done');
});
