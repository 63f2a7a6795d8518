import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RunEvent, RunEventData, RunEventType } from '../../../src/model/run-event.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { randomOf, retryDelayMs } from '../../../src/run/decide/retry-delay.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { answered, failed, interrupted, puppetAgent, rejected } from '../../helpers/puppet-agent.ts';
import { manualClock, mapOf, programOf, resume, start, testHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../../journal/crashing-file-system.ts';

const program = programOf(
  mapOf(block(claude('Work', action('Go', 'Done'), action('Stay', 'Work')), end('Done'))),
);

let fs: CrashingFileSystem;
beforeEach(() => {
  fs = createCrashingFileSystem();
});

const hostOf = (agent: ReturnType<typeof puppetAgent>, more = {}) => testHost(fs, '/project', agent, more);

function dataOf<T extends RunEventType>(events: readonly RunEvent[], type: T): RunEventData[T][] {
  return events.flatMap((event) => (event.type === type ? [event.data as RunEventData[T]] : []));
}

test('a refused tool call is recorded on a short line, without the half of a secret', async () => {
  const denials = [{ tool: 'Bash', input: `${'x'.repeat(190)} s3cret-s3cret-s3cret`, rule: 'Bash' }];
  const host = hostOf(puppetAgent(answered('Go', { denials })), {
    mask: createMask(['s3cret-s3cret-s3cret']),
  });
  await start(host, program);
  expect(dataOf(host.events, 'agent.finished')[0]?.denials).toEqual([
    { tool: 'Bash', input: `${'x'.repeat(190)} [masked]`, rule: 'Bash' },
  ]);
  const long = [{ tool: 'Write', input: 'y'.repeat(300), rule: 'Write' }];
  const other = hostOf(puppetAgent(answered('Go', { denials: long })));
  await start(other, program);
  expect(dataOf(other.events, 'agent.finished')[0]?.denials[0]?.input).toBe(`${'y'.repeat(199)}…`);
});

test('a long reply is cut only once its secrets are hidden', async () => {
  const secret = 's3cret-s3cret-s3cret';
  const text = `${'x'.repeat(1_000_000 - 10)}${secret}`;
  const agent = puppetAgent(rejected(text), { ...answered('Go'), text } as ReturnType<typeof answered>);
  const host = hostOf(agent, { mask: createMask([secret]) });
  await start(host, program);
  const [refused] = dataOf(host.events, 'action.rejected');
  expect(refused?.text.slice(-10)).toBe('xx[masked]');
  expect(JSON.stringify(host.events)).not.toContain('s3c');
});

describe('a reply that is no answer', () => {
  test('is asked for again once; the second fails the task, and both replies are kept', async () => {
    const agent = puppetAgent(rejected('First.'), rejected('Second.'));
    const host = hostOf(agent);
    const { state } = await start(host, program);
    expect(agent.turns.map(({ session }) => session.continues)).toEqual([false, true]);
    expect(agent.turns[1]?.session.id).toBe(agent.turns[0]?.session.id);
    expect(agent.turns[1]?.prompt).toMatch(/It names no action\.[^]*- Go\n- Stay\n/);
    expect(dataOf(host.events, 'action.rejected').map(({ text }) => text)).toEqual(['First.', 'Second.']);
    expect(dataOf(host.events, 'task.failed')).toEqual([
      {
        task: 'Work',
        reason: 'It names no action.',
        fault: 'reply',
        target: null,
        result: null,
        action: null,
      },
    ]);
    expect(state.paused).toEqual({
      reason: 'failed',
      exitCode: 6,
      message: 'Task "Work" failed: It names no action.',
    });
  });

  test('is kept up to a million characters, never half of one', async () => {
    const agent = puppetAgent(rejected(`${'x'.repeat(999_999)}\u{1F600}`), answered('Go'));
    const host = hostOf(agent);
    await start(host, program);
    expect(dataOf(host.events, 'action.rejected')[0]?.text).toBe('x'.repeat(999_999));
  });

  test('has one repair for the whole execution, whatever comes between', async () => {
    const agent = puppetAgent(rejected(), failed('transport'), rejected());
    const { state } = await start(hostOf(agent), program);
    expect([agent.turns.length, state.paused?.exitCode]).toEqual([3, 6]);
  });

  test('leaves the tries for faults of the transport as they are', async () => {
    const agent = puppetAgent(failed('transport'), rejected(), failed('transport'), answered('Go'));
    const { state } = await start(hostOf(agent), program);
    expect(state.finished?.task).toBe('Done');
  });

  test('has a repair again on the next visit of its task', async () => {
    const agent = puppetAgent(rejected(), answered('Stay'), rejected(), answered('Go'));
    const { state } = await start(hostOf(agent), program);
    expect(state.finished?.task).toBe('Done');
  });

  test('from a session that is gone has the prompt sent anew', async () => {
    const agent = puppetAgent(rejected('?', { sessionKnown: false }), answered('Go'));
    await start(hostOf(agent), program);
    const [first, second] = agent.turns;
    expect(second?.prompt).toBe(first?.prompt);
    expect(second?.session).not.toEqual(first?.session);
    expect(second?.session.continues).toBe(false);
  });
});

describe('a fault of the transport', () => {
  test('is tried again twice, then fails the task', async () => {
    const clock = manualClock();
    const agent = puppetAgent(failed('transport'), failed('transport'), failed('transport'));
    const { state } = await start(hostOf(agent, { clock }), program);
    expect([agent.turns.length, clock.slept.length, state.paused?.exitCode]).toEqual([3, 2, 6]);
  });

  test('is waited for longer each time, at most a minute, a half of it by chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(), fc.nat(), (retry, seed, place) => {
        const now = retryDelayMs(retry, randomOf(seed, place));
        const next = retryDelayMs(retry + 1, randomOf(seed, place + 1));
        const full = Math.min(60_000, 1000 * 2 ** (retry - 1));
        expect(now).toBeGreaterThanOrEqual(full / 2);
        expect(now).toBeLessThanOrEqual(full);
        if (full < 60_000) expect(next).toBeGreaterThanOrEqual(Math.min(now, 30_000));
      }),
    );
  });

  test('is waited for by the seed alone, and differently by each', async () => {
    const waits = async (seed: number): Promise<number[]> => {
      const clock = manualClock();
      const agent = puppetAgent(failed('transport'), failed('transport'), answered('Go'));
      await start(hostOf(agent, { clock }), program, { seed });
      return clock.slept;
    };
    expect(await waits(7)).toEqual(await waits(7));
    expect(await waits(7)).not.toEqual(await waits(8));
  });

  test('may come with what the user can do, which is told', async () => {
    const agent = puppetAgent({ ...failed('permanent'), help: 'Log in.' } as ReturnType<typeof failed>);
    const { state } = await start(hostOf(agent), program);
    expect(state.paused?.message).toBe('Task "Work" failed: It broke. Log in.');
  });
});

describe('an agent that ends because the limit of cost is spent', () => {
  const limits = { steps: undefined, costUsd: 1 };

  test('leaves its task open, and the run paused by the limit', async () => {
    const agent = puppetAgent(failed('permanent', { costUsd: 1.2 }));
    const { state, directory } = await start(hostOf(agent), program, { limits });
    expect(state.paused).toMatchObject({ reason: 'limit', exitCode: 5 });
    const next = puppetAgent(answered('Go', { costUsd: 0.1 }));
    const resumed = await resume(hostOf(next), program, directory, {
      limits: (current) => ({ ...current, costUsd: 5 }),
    });
    expect(resumed.finished?.task).toBe('Done');
    expect(next.turns[0]?.session).toMatchObject({ continues: true });
  });

  test('does not lead where onError would', async () => {
    const work = { ...claude('Work', action('Go', 'Done')), onError: 'Done' };
    const agent = puppetAgent(failed('permanent', { costUsd: 1 }));
    const { state } = await start(hostOf(agent), programOf(mapOf(block(work, end('Done')))), { limits });
    expect(state.paused?.exitCode).toBe(5);
  });
});

describe('a session that the agent does not know', () => {
  test('is begun anew at once, and costs no try', async () => {
    const { directory } = await start(hostOf(puppetAgent(interrupted())), program);
    const clock = manualClock();
    const agent = puppetAgent(
      failed('transport', { sessionKnown: false }),
      failed('transport'),
      failed('transport'),
      answered('Go'),
    );
    const state = await resume(hostOf(agent, { clock }), program, directory);
    expect(state.finished?.task).toBe('Done');
    expect(clock.slept).toHaveLength(2);
    expect(agent.turns.map(({ session }) => session.continues)).toEqual([true, false, true, true]);
    expect(agent.turns[1]?.prompt).toContain('Do Work.');
  });

  test('is no reason to try for ever', async () => {
    const lost = failed('transport', { sessionKnown: false });
    const agent = puppetAgent(...Array.from({ length: 20 }, () => lost));
    const { state } = await start(hostOf(agent), program);
    expect([agent.turns.length, state.paused?.exitCode]).toEqual([3, 6]);
  });
});

describe('what a task says at its end', () => {
  test('is its result, up to a million characters, never half of one', async () => {
    const text = `${'x'.repeat(999_999)}\u{1F600}`;
    const agent = puppetAgent({ ...answered('Go'), text } as ReturnType<typeof answered>);
    const host = hostOf(agent);
    await start(host, program);
    expect(dataOf(host.events, 'task.finished')[0]?.result).toEqual({ text: 'x'.repeat(999_999) });
  });
});
