import { beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import type { Answer } from '../../src/agent/human/asker.ts';
import type { AnswerBox } from '../../src/journal/answer-box.ts';
import type { RunEventData, RunEventType } from '../../src/model/run-event.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { broken, exited, GIVER, memoryBox, puppetShell, questionIn } from '../helpers/performers.ts';
import { answered, failed, puppetAgent, rejected } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { decide, human, parallel, shell, when } from '../helpers/tasks.ts';
import { turnedClock, type TurnedClock } from '../helpers/turned-clock.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';

const RUN_DIRECTORY = {
  folder: '/project/.wfmap/runs/test/slip-001',
  path: '.wfmap/runs/test/slip-001/',
  name: 'test/slip-001',
};

let fs: CrashingFileSystem;
let clock: TurnedClock;
let box: AnswerBox;
beforeEach(() => {
  fs = createCrashingFileSystem();
  clock = turnedClock();
  box = memoryBox();
});

const hostOf = (agent: Agent, more: Partial<RunHost> = {}): TestHost =>
  testHost(fs, '/project', agent, { clock, answerBox: () => box, ...more });

function dataOf<T extends RunEventType>({ events }: TestHost, type: T): RunEventData[T][] {
  return events.flatMap((event) => (event.type === type ? [event.data as RunEventData[T]] : []));
}

const two = programOf(mapOf(block(claude('A', action('Go', 'B')), claude('B', action('Go', 'Z')), end('Z'))));
const nothing = (): void => undefined;
const pausedOf = ({ paused }: RunState) => [paused?.reason, paused?.exitCode];

describe('a limit of tokens', () => {
  test('stops before the next turn, and goes on when it is raised', async () => {
    const host = hostOf(puppetAgent(answered('Go', { tokens: 700 })));
    const { state } = await start(host, two, { limits: { tokens: 700 } });
    expect(state.paused).toEqual({
      reason: 'limit',
      message: 'The limit of 700 tokens is reached (700 used).',
      exitCode: 5,
    });
    const raised = await resume(hostOf(puppetAgent(answered('Go', { tokens: 50 }))), two, RUN_DIRECTORY, {
      limits: (current) => ({ ...current, tokens: 800 }),
    });
    expect([raised.finished?.task, raised.tokens]).toEqual(['Z', 750]);
  });

  test('leaves the repair of a reply for later', async () => {
    const agent = puppetAgent(rejected('?', { tokens: 900 }));
    const { state } = await start(hostOf(agent), two, { limits: { tokens: 700 } });
    expect([agent.turns.length, ...pausedOf(state)]).toEqual([1, 'limit', 5]);
  });
});

describe('a limit of time', () => {
  const limits = { durationMs: 60_000 };

  test('stops the agent when it is reached, and goes on in its session when it is raised', async () => {
    const agent = puppetAgent('hold');
    const run = start(hostOf(agent), two, { limits });
    await agent.asked(1);
    await clock.pass(59_999);
    expect(agent.turns[0]?.calls).toEqual([]);
    await clock.pass(1);
    expect(agent.turns[0]?.calls[0]).toBe('stop');
    const { state } = await run;
    expect(state.paused).toEqual({
      reason: 'limit',
      message: 'The time limit of 60 s is reached (60 s of work).',
      exitCode: 5,
    });
    const later = puppetAgent(answered('Go'), answered('Go'));
    const raised = await resume(hostOf(later), two, RUN_DIRECTORY, {
      limits: (current) => ({ ...current, durationMs: 120_000 }),
    });
    expect(later.turns[0]?.session).toEqual({ id: agent.turns[0]?.session.id, continues: true });
    expect([raised.finished?.task, raised.activeMs]).toEqual(['Z', 60_000]);
  });

  test('that is not raised pauses the run again, before anybody is started', async () => {
    const agent = puppetAgent('hold');
    const run = start(hostOf(agent), two, { limits });
    await agent.asked(1);
    await clock.pass(60_000);
    await run;
    const later = puppetAgent();
    expect(pausedOf(await resume(hostOf(later), two, RUN_DIRECTORY))).toEqual(['limit', 5]);
    expect(later.turns).toEqual([]);
  });

  test('is told once to an agent that takes its time to end', async () => {
    const inner = puppetAgent('hold');
    let stops = 0;
    const stubborn: Agent = {
      ...inner,
      start: (request) => ({ ...inner.start(request), stop: () => (stops += 1) }),
    };
    const run = start(hostOf(stubborn), two, { limits });
    await inner.asked(1);
    await clock.pass(64_000);
    expect(stops).toBe(1);
    inner.turns[0]?.reply(answered('Go'));
    const { state } = await run;
    expect([...pausedOf(state), state.steps]).toEqual(['limit', 5, 1]);
  });

  test('is named together with any other that the run has reached by then', async () => {
    const { state } = await start(hostOf(puppetAgent(answered('Go'))), two, { limits: { steps: 1 } });
    expect(state.paused?.message).toBe('The limit of 1 steps is reached (1 taken).');
    const host = hostOf(puppetAgent());
    const { paused, reached } = await resume(host, two, RUN_DIRECTORY, {
      limits: (current) => ({ ...current, durationMs: 0 }),
    });
    expect(paused?.message).toBe(
      'The limit of 1 steps is reached (1 taken). The time limit of 0 s is reached (0 s of work).',
    );
    expect(reached.map(({ limit }) => limit)).toEqual(['steps', 'durationMs']);
    expect(dataOf(host, 'limit.reached')).toEqual(reached);
  });

  test('stops a command, of which somebody is asked then', async () => {
    const deploy = programOf(mapOf(block(shell('Deploy', ['deploy'], action('Go', 'Z')), end('Z'))));
    const runner = puppetShell('hold');
    const run = start(hostOf(puppetAgent(), { shell: runner }), deploy, { limits });
    await runner.reached(1);
    await clock.pass(60_000);
    expect(runner.asked[0]?.calls[0]).toBe('stop');
    expect(pausedOf((await run).state)).toEqual(['limit', 5]);
    const state = await resume(hostOf(puppetAgent()), deploy, RUN_DIRECTORY, {
      limits: (current) => ({ ...current, durationMs: null }),
    });
    expect(pausedOf(state)).toEqual(['human', 4]);
  });

  test('lets no further try be made, of an agent or a command', async () => {
    const test = { ...shell('Test', ['test'], action('Go', 'Z')), idempotent: true };
    const program = programOf(mapOf(block(test, end('Z'))));
    const runner = puppetShell('hold');
    // It ends by itself at the very moment at which it is told to.
    const late = {
      start: (request: Parameters<typeof runner.start>[0]) => ({ ...runner.start(request), stop: nothing }),
    };
    const run = start(hostOf(puppetAgent(), { shell: late }), program, { limits });
    await runner.reached(1);
    await clock.pass(60_000);
    runner.asked[0]?.reply(broken('transport'));
    await clock.pass(5_000);
    expect(pausedOf((await run).state)).toEqual(['limit', 5]);
    expect(runner.asked).toHaveLength(1);
    fs = createCrashingFileSystem();
    const agent = puppetAgent('hold');
    const other = start(
      hostOf({ ...agent, start: (request) => ({ ...agent.start(request), stop: nothing }) }),
      two,
      { limits },
    );
    await agent.asked(1);
    await clock.pass(60_000);
    agent.turns[0]?.reply(failed('transport'));
    await clock.pass(5_000);
    expect(pausedOf((await other).state)).toEqual(['limit', 5]);
    expect(agent.turns).toHaveLength(1);
  });

  test('does not count the time in which only a person is waited for', async () => {
    const program = programOf(
      mapOf(block(human('Approve', action('Yes', 'A')), claude('A', action('Go', 'Z')), end('Z'))),
    );
    const given = Promise.withResolvers<Answer | undefined>();
    const agent = puppetAgent('hold');
    const asker = { ask: () => given.promise };
    const run = start(hostOf(agent, { asker }), program, { limits });
    await clock.pass(100_000);
    given.resolve({ action: 'Yes', fields: {}, via: 'terminal' });
    await agent.asked(1);
    await clock.pass(10_000);
    agent.turns[0]?.reply(answered('Go'));
    const { state } = await run;
    expect([state.finished?.task, state.activeMs]).toEqual(['Z', 10_000]);
  });

  test('does not count the time in which nobody drove the run', async () => {
    const agent = puppetAgent('hold');
    const stop = new AbortController();
    const run = start(hostOf(agent, { stop: stop.signal }), two, { limits });
    await agent.asked(1);
    await clock.pass(10_000);
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    await run;
    await clock.pass(1_000_000);
    const state = await resume(hostOf(puppetAgent(answered('Go'), answered('Go'))), two, RUN_DIRECTORY);
    expect([state.finished?.task, state.activeMs]).toEqual(['Z', 10_000]);
  });
});

describe('the budget of a task', () => {
  const program = programOf(
    mapOf(block({ ...claude('A', action('Again', 'A'), action('Go', 'Z')), budgetUsd: 0.5 }, end('Z'))),
  );

  test('is what a process gets while the run has more', async () => {
    const agent = puppetAgent(
      answered('Again', { costUsd: 0.4 }),
      answered('Again', { costUsd: 0.4 }),
      answered('Go'),
    );
    await start(hostOf(agent), program, { limits: { costUsd: 1 } });
    expect(agent.turns.map(({ budgetUsd }) => Number(budgetUsd?.toFixed(6)))).toEqual([0.5, 0.5, 0.2]);
  });

  test('is charged where no figure is given', async () => {
    const agent = puppetAgent(answered('Go', { costUsd: undefined }));
    const { state } = await start(hostOf(agent), program, { limits: { costUsd: 1 } });
    expect(state.costUsd).toBe(0.5);
  });
});

describe('a limit of cost that agents side by side share', () => {
  const each = block(claude('Look', action('Go', 'Z')), end('Z'));
  const program = programOf(
    mapOf(block(parallel('Both', { a: each, b: each }, action('Go', 'Z')), end('Z'))),
  );

  test('is reached by one that uses up its share, which is no fault of its task', async () => {
    const spent = failed('permanent', { costUsd: 0.51 });
    const agent = puppetAgent(spent, answered('Go', { costUsd: 0.1 }));
    const host = hostOf(agent);
    const { state } = await start(host, program, { limits: { costUsd: 1 } });
    expect(agent.turns.map(({ budgetUsd }) => budgetUsd)).toEqual([0.5, 0.5]);
    expect(state.paused).toEqual({
      reason: 'limit',
      message: 'The cost limit of $1 leaves too little for an agent ($0.61 spent).',
      exitCode: 5,
    });
    expect(dataOf(host, 'task.failed')).toEqual([]);
    const later = puppetAgent(answered('Go', { costUsd: 0.2 }));
    const raised = await resume(hostOf(later), program, RUN_DIRECTORY, {
      limits: (current) => ({ ...current, costUsd: 2 }),
    });
    expect([later.turns.length, raised.finished?.task]).toEqual([1, 'Z']);
  });

  test('is not what stops one whose task allows no more than that', async () => {
    const own = block({ ...claude('Look', action('Go', 'Z')), budgetUsd: 0.2 }, end('Z'));
    const small = programOf(mapOf(block(parallel('Both', { a: own, b: own }, action('Go', 'Z')), end('Z'))));
    const agent = puppetAgent(failed('permanent', { costUsd: 0.21 }), answered('Go', { costUsd: 0.1 }));
    const { state } = await start(hostOf(agent), small, { limits: { costUsd: 1 } });
    expect(pausedOf(state)).toEqual(['failed', 6]);
  });
});

describe("the limit of an agent's subscription", () => {
  const until = '2026-01-01T05:00:00.000Z';
  const limited = failed('limit', { resetsAt: until });

  test('pauses the run, which says when it ends', async () => {
    const host = hostOf(puppetAgent(limited));
    const { state } = await start(host, two);
    expect(state.paused).toEqual({
      reason: 'limit',
      message: `The limit of the agent's subscription is reached. It resets at ${until}.`,
      exitCode: 5,
    });
    expect(dataOf(host, 'limit.reached')).toEqual([{ limit: 'subscription', max: null, used: null, until }]);
  });

  test('is slept through to the moment where that is wanted, and the session goes on', async () => {
    const agent = puppetAgent(limited, answered('Go'), answered('Go'));
    const run = start(hostOf(agent, { waitsForLimits: true }), two);
    await agent.asked(1);
    await clock.pass(5 * 3_600_000 - 1);
    expect(agent.turns).toHaveLength(1);
    await clock.pass(1);
    expect(agent.turns[1]?.session).toEqual({ id: agent.turns[0]?.session.id, continues: true });
    expect((await run).state.finished?.task).toBe('Z');
    expect(clock.slept).toEqual([5 * 3_600_000]);
  });

  test('that has gone by leaves no trace in why the run pauses later', async () => {
    const program = programOf(
      mapOf(block(claude('A', action('Go', 'Ask')), human('Ask', action('Yes', 'Z')), end('Z'))),
    );
    const run = start(hostOf(puppetAgent(limited, answered('Go')), { waitsForLimits: true }), program);
    await clock.pass(5 * 3_600_000);
    expect(pausedOf((await run).state)).toEqual(['human', 4]);
  });

  test('is no work: the time that is slept through does not count', async () => {
    const agent = puppetAgent(limited, answered('Go'), answered('Go'));
    const run = start(hostOf(agent, { waitsForLimits: true }), two, { limits: { durationMs: 60_000 } });
    await clock.pass(5 * 3_600_000);
    const { state } = await run;
    expect([state.finished?.task, state.activeMs]).toEqual(['Z', 0]);
  });

  test('is not slept through by a run that is stopped meanwhile', async () => {
    const stop = new AbortController();
    const agent = puppetAgent(limited);
    const run = start(hostOf(agent, { waitsForLimits: true, stop: stop.signal }), two);
    await clock.pass(1000);
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    const { state } = await run;
    expect([...pausedOf(state), agent.turns.length]).toEqual(['interrupted', 130, 1]);
    const later = puppetAgent(answered('Go'), answered('Go'));
    expect((await resume(hostOf(later), two, RUN_DIRECTORY)).finished?.task).toBe('Z');
    expect(later.turns[0]?.session).toEqual({ id: agent.turns[0]?.session.id, continues: true });
  });

  test('costs no try', async () => {
    const agent = puppetAgent(
      limited,
      limited,
      limited,
      limited,
      failed('transport'),
      failed('transport'),
      answered('Go'),
      answered('Go'),
    );
    const run = start(hostOf(agent, { waitsForLimits: true }), two);
    await clock.pass(6 * 3_600_000);
    expect((await run).state.finished?.task).toBe('Z');
  });
});

describe('entries of a task beyond its maximum', () => {
  const program = programOf(
    mapOf(
      block(
        { ...claude('A', action('Again', 'A'), action('Go', 'Z')), maxVisits: { max: 2, then: 'Help' } },
        {
          ...human('Help', { ...action('Continue', 'A'), resets: [{ name: 'A' }] }, action('Stop', 'Z')),
        },
        end('Z'),
      ),
    ),
  );
  const again = answered('Again');

  test('lead elsewhere; going back with --from counts as an entry, and is let in', async () => {
    const { state } = await start(hostOf(puppetAgent(again, again)), program);
    expect([[...state.open.values()][0]?.task.name, ...pausedOf(state)]).toEqual(['Help', 'human', 4]);
    const host = hostOf(puppetAgent(again));
    const sent = await resume(host, program, RUN_DIRECTORY, { from: 'A' });
    expect(dataOf(host, 'task.started').map(({ task }) => task)).toEqual(['A', 'Help']);
    expect(pausedOf(sent)).toEqual(['human', 4]);
  });

  test('are counted anew after an escalation that resets them', async () => {
    const { state } = await start(hostOf(puppetAgent(again, again)), program);
    box.claim(questionIn(state), { action: 'Continue', fields: {}, sender: GIVER });
    const host = hostOf(puppetAgent(again, again));
    const reset = await resume(host, program, RUN_DIRECTORY);
    expect(dataOf(host, 'task.started').map(({ task }) => task)).toEqual(['A', 'A', 'Help']);
    expect(pausedOf(reset)).toEqual(['human', 4]);
  });

  test('are not counted again by a run that is cut off in one', async () => {
    const agent = puppetAgent(again, 'hold');
    const stop = new AbortController();
    const run = start(hostOf(agent, { stop: stop.signal }), program);
    await agent.asked(2);
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    await run;
    const host = hostOf(puppetAgent(again));
    expect(pausedOf(await resume(host, program, RUN_DIRECTORY))).toEqual(['human', 4]);
    expect(dataOf(host, 'task.started').map(({ task }) => task)).toEqual(['A', 'Help']);
  });
});

describe('decisions that go round without any work', () => {
  const spinning = (onError: string | undefined) =>
    programOf(
      mapOf(
        block(
          { ...decide('Spin', {}, when('visits > 0', action('Again', 'Spin')), action('Out', 'Z')), onError },
          end('Z'),
        ),
      ),
    );

  test.each([undefined, 'Spin', 'Z'])(
    'end the run with exit code 6, with onError %s too',
    async (onError) => {
      const { state } = await start(hostOf(puppetAgent()), spinning(onError));
      expect(pausedOf(state)).toEqual(['failed', 6]);
      expect(state.paused?.message).toContain('1000 decisions in a row');
      expect([...state.blocks.values()][0]?.visits.get('Spin')).toBe(1001);
    },
  );
});

test('a result of a command and its repetition are no turns: a budget that is spent still lets a command end', async () => {
  const program = programOf(
    mapOf(block(claude('A', action('Go', 'Test')), shell('Test', ['test'], action('Go', 'Z')), end('Z'))),
  );
  const agent = puppetAgent(answered('Go', { costUsd: 2 }));
  const shellHere = puppetShell(exited(0));
  const { state } = await start(hostOf(agent, { shell: shellHere }), program, { limits: { costUsd: 1 } });
  expect([...pausedOf(state), shellHere.asked.length]).toEqual(['limit', 5, 0]);
  const raised = await resume(hostOf(agent, { shell: shellHere }), program, RUN_DIRECTORY, {
    limits: (current) => ({ ...current, costUsd: 3 }),
  });
  expect(raised.finished?.task).toBe('Z');
});
