import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentReply } from '../../../src/agent/agent.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { createJournal } from '../../../src/journal/journal.ts';
import { readJournal } from '../../../src/journal/read-journal.ts';
import { ROOT_ADDRESS } from '../../../src/model/address.ts';
import type { Clock } from '../../../src/run/host/clock.ts';
import { drive } from '../../../src/run/drive/drive.ts';
import { nothingAtWork, type LiveRun, type StopReason } from '../../../src/run/live/live-run.ts';
import { proceed } from '../../../src/run/decide/proceed.ts';
import { createRunState, NO_LIMITS } from '../../../src/run/state/run-state.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { answered, failed, interrupted, puppetAgent, type PuppetAgent } from '../../helpers/puppet-agent.ts';
import {
  manualClock,
  mapOf,
  programOf,
  resume,
  start,
  testHost,
  type TestHost,
} from '../../helpers/run-host.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../../journal/crashing-file-system.ts';

const program = programOf(
  mapOf(block(claude('Work', action('Go', 'More')), claude('More', action('Go', 'Done')), end('Done'))),
);
const REASON: StopReason = { message: 'Stopped by SIGINT.', exitCode: 130 };

let fs: CrashingFileSystem;
let stop: AbortController;
let kill: AbortController;
beforeEach(() => {
  fs = createCrashingFileSystem();
  stop = new AbortController();
  kill = new AbortController();
});

function hostOf(agent: PuppetAgent, more: { readonly clock?: Clock } = {}): TestHost {
  return testHost(fs, '/project', agent, { stop: stop.signal, kill: kill.signal, ...more });
}

const typesOf = ({ events }: TestHost): string[] => events.map(({ type }) => type);

/** A clock whose sleep ends only when it is told to. */
function sleeplessClock(): Clock & { readonly asleep: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    ...manualClock(),
    asleep: promise,
    sleep: (_, signal) =>
      new Promise((wake) => {
        signal.addEventListener('abort', () => wake());
        resolve();
      }),
  };
}

describe('a run that is stopped', () => {
  test('ends its agent politely, pauses with the reason, and can be gone on with', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    stop.abort(REASON);
    const { state, directory } = await run;
    expect(agent.turns[0]?.calls[0]).toBe('stop');
    expect(state.paused).toEqual({ reason: 'interrupted', ...REASON });
    stop = new AbortController();
    const resumed = await resume(hostOf(puppetAgent(answered('Go'), answered('Go'))), program, directory);
    expect(resumed.finished?.task).toBe('Done');
  });

  test('keeps an answer that arrives meanwhile, and starts nothing after it', async () => {
    const agent = puppetAgent();
    const host = hostOf(agent);
    const run = start(host, program);
    await agent.asked(1);
    agent.turns[0]?.reply(answered('Go', { costUsd: 3 }));
    stop.abort(REASON);
    const { state, directory } = await run;
    expect(typesOf(host).slice(-4)).toEqual([
      'agent.finished',
      'action.chosen',
      'task.finished',
      'run.paused',
    ]);
    expect([agent.turns.length, state.costUsd]).toEqual([1, 3]);
    stop = new AbortController();
    const later = puppetAgent(answered('Go'));
    const resumed = await resume(hostOf(later), program, directory);
    expect(later.turns.map(({ task }) => task)).toEqual(['More']);
    expect([resumed.finished?.task, resumed.costUsd]).toEqual(['Done', 3]);
  });

  test('pauses at once while it waits between two tries', async () => {
    const clock = sleeplessClock();
    const agent = puppetAgent(failed('transport'));
    const run = start(hostOf(agent, { clock }), program);
    await clock.asleep;
    stop.abort(REASON);
    const { state } = await run;
    expect([agent.turns.length, state.paused?.exitCode]).toEqual([1, 130]);
  });

  test('before it begins starts no second turn', async () => {
    stop.abort(REASON);
    const agent = puppetAgent();
    const { state } = await start(hostOf(agent), program);
    expect(agent.turns.length).toBeLessThanOrEqual(1);
    expect(state.paused?.reason).toBe('interrupted');
  });

  test('tells a task that failed meanwhile as failed', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    agent.turns[0]?.reply(failed('permanent'));
    stop.abort(REASON);
    expect((await run).state.paused?.exitCode).toBe(6);
  });

  test('makes no further try after a fault', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    agent.turns[0]?.reply(failed('transport'));
    stop.abort(REASON);
    const { state } = await run;
    expect([agent.turns.length, state.paused?.exitCode]).toEqual([1, 130]);
  });
});

describe('a run that is ended at once', () => {
  test('kills its agent after a stop that took too long, and pauses with the reason of the stop', async () => {
    const agent = deafAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    stop.abort(REASON);
    await Promise.resolve();
    kill.abort();
    const { state } = await run;
    expect(agent.turns[0]?.calls).toContain('kill');
    expect(state.paused).toEqual({ reason: 'interrupted', ...REASON });
  });

  test('pauses resumably also when nobody asked it to stop before', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    kill.abort();
    const { state, directory } = await run;
    expect(agent.turns[0]?.calls[0]).toBe('kill');
    expect(state.paused?.reason).toBe('interrupted');
    kill = new AbortController();
    const resumed = await resume(hostOf(puppetAgent(answered('Go'), answered('Go'))), program, directory);
    expect(resumed.finished?.task).toBe('Done');
  });

  test('pauses also while it waits between two tries', async () => {
    const clock = sleeplessClock();
    const agent = puppetAgent(failed('transport'));
    const run = start(hostOf(agent, { clock }), program);
    await clock.asleep;
    kill.abort();
    expect((await run).state.paused?.reason).toBe('interrupted');
  });

  test('kills an agent that is started after it', async () => {
    kill.abort();
    const agent = deafAgent();
    const { state } = await start(hostOf(agent), program);
    expect(agent.turns.map(({ calls }) => calls[0])).toEqual(['kill']);
    expect(state.paused?.reason).toBe('interrupted');
  });

  /** Ends by a kill only. */
  function deafAgent(): PuppetAgent {
    const inner = puppetAgent();
    return {
      ...inner,
      start: (request) => {
        const call = inner.start(request);
        return { ...call, stop: () => undefined };
      },
    };
  }
});

describe('an agent that ends by itself without an answer', () => {
  test('leaves a run that is interrupted, not one that reached a limit', async () => {
    const { state } = await start(hostOf(puppetAgent(interrupted())), program);
    expect(state.paused).toMatchObject({ reason: 'interrupted', exitCode: 130 });
    expect(state.paused?.message).toContain('"Work"');
  });
});

describe('the journal fails while an agent works', () => {
  test('the run stops with its error, and no agent is left', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    fs.failAt(fs.operations() + PROMPT_FILE, 'EIO');
    agent.turns[0]?.reply(answered('Go'));
    await expect(run).rejects.toMatchObject({ code: 'storage-failed' });
    expect(agent.turns).toHaveLength(1);
  });

  test('for want of room, and has the reply of the agent all the same', async () => {
    const agent = puppetAgent();
    const run = start(hostOf(agent), program);
    await agent.asked(1);
    fs.failAt(fs.operations() + PROMPT_FILE, 'ENOSPC');
    agent.turns[0]?.reply(answered('Go', { costUsd: 9 }));
    await expect(run).rejects.toMatchObject({ code: 'storage-failed' });
    expect(agent.turns).toHaveLength(1);
    const [directory] = findRuns(fs, '/project');
    const { events } = readJournal(fs, `${directory?.folder}/journal.jsonl`);
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'agent.finished',
      'action.chosen',
      'task.finished',
    ]);
  });

  /** Operations for the prompt of the next task, which come before its batch. */
  const PROMPT_FILE = 2;
});

describe('an answer of a start that is no longer open', () => {
  test('is dropped before it reaches the machine (D2)', async () => {
    const agent = puppetAgent();
    const live = liveRun(agent);
    const run = drive(live, (batch) => {
      batch.add('run.started', ROOT_ADDRESS, STARTED);
      const [turn] = proceed(live, batch);
      if (turn?.kind !== 'turn') throw new Error('no turn was planned');
      // As if an earlier start of the same task were still under way.
      return [{ ...turn, open: { ...turn.open, start: 1 } }, turn];
    });
    await agent.asked(2);
    agent.turns[0]?.reply(answered('Go', { costUsd: 9 }));
    await replied(agent.turns[1]!.reply, answered('Go'));
    await agent.asked(3);
    agent.turns[2]?.reply(answered('Go'));
    await run;
    const { events } = readJournal(fs, join('/project', 'journal.jsonl'));
    expect(live.state.finished?.task).toBe('Done');
    expect(live.state.costUsd).toBe(0);
    expect(events.filter(({ type }) => type === 'agent.finished')).toHaveLength(2);
  });

  const STARTED = {
    version: 1,
    wfmap: '0.0.0',
    run: 'r',
    map: program.source,
    templates: {},
    fields: {},
    agent: 'scripted',
    seed: 1,
    limits: NO_LIMITS,
    git: null,
    allowedTools: [],
  } as const;

  async function replied(reply: (given: AgentReply) => void, given: AgentReply): Promise<void> {
    // The reply before it is taken first.
    await Promise.resolve();
    reply(given);
  }

  function liveRun(agent: PuppetAgent): LiveRun {
    const journal = createJournal(fs, '/project/journal.jsonl');
    const host = hostOf(agent);
    return {
      ...host,
      answers: host.answerBox('/project'),
      ...nothingAtWork(),
      runFolder: '/project',
      state: createRunState(),
      program,
      runId: 'r',
      files: {
        writePrompt: () => undefined,
        writePatch: () => undefined,
        writeChange: () => undefined,
        writeEdits: () => undefined,
        appendLog: () => undefined,
        logEnd: () => '',
      },
      settings: {
        channel: 'structured',
        allowedTools: [],
        deniedTools: [],
        workRoot: '/project',
        workFolder: '/project',
        marker: 'r',
        waitsForLimits: false,
        concurrency: 1,
        seed: 1,
        run: { id: 'r', branch: '', root: '/project', artifacts: '/project/.map/default' },
      },
      append: journal.append,
      look: () => undefined,
    };
  }
});
