import { beforeEach, describe, expect, test } from 'vitest';
import type { SessionSource } from '../../src/model/block.ts';
import type { RunEventData } from '../../src/model/run-event.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { answered, failed, interrupted, puppetAgent, type PuppetAgent } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import {
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const RUN_DIRECTORY = {
  folder: '/project/.wfmap/runs/test/slip-001',
  path: '.wfmap/runs/test/slip-001/',
  name: 'test/slip-001',
};

let fs: CrashingFileSystem;
let hosts = 0;
beforeEach(() => {
  fs = createCrashingFileSystem();
  hosts = 0;
});

/** Hosts of one disk give ids that differ, as those of different processes do. */
function hostOf(agent: PuppetAgent, more: Partial<RunHost> = {}): TestHost {
  hosts += 1;
  const own = hosts;
  let ids = 0;
  return testHost(fs, '/project', agent, { newId: () => `id-${own}-${(ids += 1)}`, ...more });
}

/** Work and review in turns, each in the session that is said. */
const turns = (work: SessionSource, review: SessionSource) =>
  programOf(
    mapOf(
      block(
        { ...claude('Work', action('Next', 'Review')), session: work },
        { ...claude('Review', action('Rework', 'Work'), action('Accept', 'Done')), session: review },
        end('Done'),
      ),
    ),
  );
const NEW = { kind: 'new' } as const;
const CONTINUE = { kind: 'continue' } as const;

const sessionsOf = ({ turns: asked }: PuppetAgent) => asked.map(({ session }) => session);
const startedIn = ({
  events,
}: TestHost): Pick<RunEventData['agent.started'], 'task' | 'continues' | 'forks'>[] =>
  events.flatMap(({ type, data }) =>
    type === 'agent.started' ? [{ task: data.task, continues: data.continues, forks: data.forks }] : [],
  );
const lost = failed('transport', { sessionKnown: false });

describe('a task that continues its own session', () => {
  const program = turns(CONTINUE, NEW);

  test('begins a new one on its first visit, and goes on in it on every later one, with its prompt', async () => {
    const agent = puppetAgent(
      answered('Next'),
      answered('Rework'),
      answered('Next'),
      answered('Rework'),
      answered('Next'),
      answered('Accept'),
    );
    await start(hostOf(agent), program);
    const [first, review, second, again, third] = sessionsOf(agent);
    expect(first?.continues).toBe(false);
    expect([second, third]).toEqual([
      { id: first?.id, continues: true },
      { id: first?.id, continues: true },
    ]);
    expect(review?.id).not.toBe(again?.id);
    expect(agent.turns[2]?.prompt).toContain('Do Work.');
  });

  test('goes on in it after the run was taken up elsewhere', async () => {
    const first = puppetAgent(answered('Next'), interrupted());
    await start(hostOf(first), program);
    const agent = puppetAgent(answered('Rework'), answered('Next'), answered('Accept'));
    await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(agent.turns[1]?.session).toEqual({ id: first.turns[0]?.session.id, continues: true });
  });

  test('begins anew where the agent no longer knows it, which is journaled and costs no try', async () => {
    const agent = puppetAgent(
      answered('Next'),
      answered('Rework'),
      lost,
      answered('Next'),
      answered('Rework'),
      answered('Next'),
      answered('Accept'),
    );
    const host = hostOf(agent);
    const { state } = await start(host, program);
    expect(state.finished?.task).toBe('Done');
    const work = agent.turns.filter(({ task }) => task === 'Work').map(({ session }) => session);
    expect(work.map(({ continues }) => continues)).toEqual([false, true, false, true]);
    expect(work[1]?.id).toBe(work[0]?.id);
    expect(work[3]?.id).toBe(work[2]?.id);
    expect(startedIn(host).filter(({ task }) => task === 'Work')).toHaveLength(4);
  });
});

describe('a task that continues the session of another', () => {
  const program = turns(NEW, { kind: 'of', task: 'Work' });

  test('goes on in the one of its last execution', async () => {
    const agent = puppetAgent(answered('Next'), answered('Rework'), answered('Next'), answered('Accept'));
    await start(hostOf(agent), program);
    const [first, one, second, two] = sessionsOf(agent);
    expect([one, two]).toEqual([
      { id: first?.id, continues: true },
      { id: second?.id, continues: true },
    ]);
    expect(second?.id).not.toBe(first?.id);
  });

  test('goes on in the same one after an interruption, with fixed words', async () => {
    const first = puppetAgent(answered('Next'), interrupted());
    await start(hostOf(first), program);
    const agent = puppetAgent(answered('Accept'));
    await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(agent.turns[0]?.session).toEqual({ id: first.turns[0]?.session.id, continues: true });
    expect(agent.turns[0]?.prompt).toMatch(/^You were interrupted/);
  });
});

describe('a task that forks the session of another', () => {
  const program = turns(NEW, { kind: 'fork', task: 'Work' });

  test('works in a copy of its own each time', async () => {
    const agent = puppetAgent(answered('Next'), answered('Rework'), answered('Next'), answered('Accept'));
    const host = hostOf(agent);
    await start(host, program);
    const [first, one, second, two] = sessionsOf(agent);
    expect([one?.forks, two?.forks]).toEqual([first?.id, second?.id]);
    expect(new Set([first?.id, one?.id, second?.id, two?.id]).size).toBe(4);
    expect(startedIn(host)[1]).toEqual({ task: 'Review', continues: false, forks: first?.id });
  });

  test('goes on in its copy after an interruption', async () => {
    const first = puppetAgent(answered('Next'), interrupted());
    await start(hostOf(first), program);
    const agent = puppetAgent(answered('Accept'));
    await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(agent.turns[0]?.session).toEqual({ id: first.turns[1]?.session.id, continues: true });
  });

  test('copies it again where it was cut off before the copy was there', async () => {
    const first = puppetAgent(answered('Next'), 'hold');
    const run = start(hostOf(first), program);
    await first.asked(2);
    fs.cutAt(0);
    first.turns[1]?.reply(interrupted());
    await expect(run).rejects.toBeInstanceOf(PowerCut);
    fs = fs.crash(() => 'lost');
    const agent = puppetAgent(lost, answered('Accept'));
    const state = await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(state.finished?.task).toBe('Done');
    expect(agent.turns[0]?.session).toEqual({ id: first.turns[1]?.session.id, continues: true });
    expect(agent.turns[1]?.session).toMatchObject({ continues: false, forks: first.turns[0]?.session.id });
    expect(agent.turns[1]?.prompt).toContain('Do Review.');
  });

  test('begins anew where the original is not known any more, and does not try for ever', async () => {
    const agent = puppetAgent(answered('Next'), lost, lost, answered('Accept'));
    const { state } = await start(hostOf(agent), program);
    expect(state.finished?.task).toBe('Done');
    expect(agent.turns.at(-1)?.session).toEqual({ id: expect.any(String), continues: false });
  });
});

describe('a task that is sent back to with --from', () => {
  test('begins in a new session', async () => {
    const program = turns(NEW, NEW);
    const first = puppetAgent(answered('Next'), interrupted());
    await start(hostOf(first), program);
    const agent = puppetAgent(answered('Next'), answered('Accept'));
    await resume(hostOf(agent), program, RUN_DIRECTORY, { from: 'Work' });
    expect(agent.turns[0]?.session.continues).toBe(false);
    expect(sessionsOf(first).map(({ id }) => id)).not.toContain(agent.turns[0]?.session.id);
  });
});
