import { describe, expect, test } from 'vitest';
import type { AskedCall, CallAnswer, CallJudge } from '../../src/agent/human/call-judge.ts';
import type { UnruledCall, Verdict } from '../../src/agent/unruled-call.ts';
import type { ClaudeTask } from '../../src/model/block.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { createMask } from '../../src/run/host/mask.ts';
import type { StopReason } from '../../src/run/live/live-run.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { answered, failed, puppetAgent, type PuppetAgent } from '../helpers/puppet-agent.ts';
import { manualClock, mapOf, programOf, resume, start, testHost } from '../helpers/run-host.ts';
import { parallel } from '../helpers/tasks.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const WORK: ClaudeTask = {
  ...claude('Work', action('Done', 'End')),
  unruledCalls: 'ask',
  writes: ['anything'],
};
const CALL: UnruledCall = { id: 'a', tool: 'Bash', input: { command: 'npm ci' }, rule: 'Bash(npm ci)' };
const EDIT: UnruledCall = {
  id: 'b',
  tool: 'Edit',
  input: { file_path: '/project/a.js' },
  rule: 'Edit(//project/a.js)',
};

const mapWith = (changes: Partial<ClaudeTask> = {}) =>
  programOf(mapOf(block({ ...WORK, ...changes }, end('End'))));

/** Somebody who judges when the test does. */
function slowJudge(): CallJudge & {
  readonly asked: AskedCall[];
  readonly signals: AbortSignal[];
  readonly answer: (given: unknown) => void;
} {
  const asked: AskedCall[] = [];
  const signals: AbortSignal[] = [];
  const waiting: ((given: CallAnswer | undefined) => void)[] = [];
  return {
    asked,
    signals,
    judge: (call, signal) => {
      asked.push(call);
      signals.push(signal);
      return new Promise((resolve) => waiting.push(resolve));
    },
    // Fronts of others may answer anything.
    answer: (given) => waiting.shift()?.(given as CallAnswer | undefined),
  };
}

/** Begins a run whose agent is held at its first turn. */
function begin(more: Partial<RunHost> = {}, program = mapWith()) {
  const agent = puppetAgent('hold', answered('Done'));
  const fs = createCrashingFileSystem();
  const host = testHost(fs, '/project', agent, more);
  const run = start(host, program);
  const decide = async (call: UnruledCall = CALL): Promise<Verdict> => {
    await agent.asked(1);
    const decider = agent.turns[0]?.decide;
    if (decider === undefined) throw new Error('the agent has nobody to ask');
    return decider(call);
  };
  return { agent, host, run, decide, endTurn: (reply = answered('Done')) => agent.turns[0]?.reply(reply) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

const eventsOf = (host: { readonly events: readonly { readonly type: string; readonly data: unknown }[] }) =>
  host.events.filter(({ type }) => type.startsWith('call.')).map(({ type, data }) => ({ type, data }));

describe('a call that no rule answers', () => {
  test('is recorded before it is asked about, and its answer before the agent has it', async () => {
    const judge = slowJudge();
    const { host, run, decide, endTurn } = begin({ callJudge: judge });
    let verdict: Verdict | undefined;
    const deciding = decide().then((given) => (verdict = given));
    await until(() => judge.asked.length === 1);
    expect(judge.asked).toEqual([
      {
        address: { block: [], task: 'Work', visit: 1 },
        task: 'Work',
        tool: 'Bash',
        input: { command: 'npm ci' },
        folder: '/project',
        rule: 'Bash(npm ci)',
      },
    ]);
    expect(eventsOf(host)).toEqual([
      {
        type: 'call.asked',
        data: { task: 'Work', call: 'a', tool: 'Bash', input: { command: 'npm ci' }, rule: 'Bash(npm ci)' },
      },
    ]);
    judge.answer({ allow: 'once' });
    await until(() => host.events.some(({ type }) => type === 'call.answered') && verdict !== undefined);
    expect(await deciding).toEqual({ allows: true, forTask: false });
    expect(eventsOf(host)[1]).toEqual({
      type: 'call.answered',
      data: { task: 'Work', call: 'a', allow: 'once', reason: '', via: 'terminal' },
    });
    endTurn();
    expect((await run).state.status).toBe('finished');
    expect(runViewOf(host.events).executions[0]?.calls).toMatchObject([
      { id: 'a', allow: 'once', isOver: true },
    ]);
  });

  test('is allowed for the task by its rule, which the next turn of the task has, and no other task', async () => {
    const judge = slowJudge();
    const agent = puppetAgent('hold', answered('Done'), answered('Done'));
    const next = { ...WORK, name: 'Next', actions: [action('Done', 'End')] };
    const program = programOf(mapOf(block({ ...WORK, actions: [action('Done', 'Next')] }, next, end('End'))));
    const host = testHost(createCrashingFileSystem(), '/project', agent, { callJudge: judge });
    const run = start(host, program);
    await agent.asked(1);
    const deciding = agent.turns[0]?.decide?.(CALL);
    await until(() => judge.asked.length === 1);
    judge.answer({ allow: 'task' });
    expect(await deciding).toEqual({ allows: true, forTask: true });
    agent.turns[0]?.reply(failed('transport'));
    await run;
    expect(agent.turns.map(({ task, allowedTools }) => [task, allowedTools])).toEqual([
      ['Work', []],
      ['Work', ['Bash(npm ci)']],
      ['Next', []],
    ]);
  });

  test('without a rule is allowed once, whatever the answer', async () => {
    const judge = slowJudge();
    const { run, decide, endTurn } = begin({ callJudge: judge });
    const deciding = decide({ ...CALL, rule: null });
    await until(() => judge.asked.length === 1);
    judge.answer({ allow: 'task' });
    expect(await deciding).toEqual({ allows: true, forTask: false });
    endTurn();
    await run;
  });

  test.each([
    [{ allow: 'never', reason: '' }, 'A person refused this call.'],
    [{ allow: 'never', reason: 'use yarn' }, 'A person refused this call: use yarn'],
    [undefined, 'A person refused this call.'],
    ['yes', 'A person refused this call.'],
    [{ allow: true }, 'A person refused this call.'],
    [{ allow: 'never', reason: 7 }, 'A person refused this call.'],
  ])('is refused by the answer %j', async (given, reason) => {
    const judge = slowJudge();
    const { run, decide, endTurn } = begin({ callJudge: judge });
    const deciding = decide();
    await until(() => judge.asked.length === 1);
    judge.answer(given);
    expect(await deciding).toEqual({ allows: false, reason, byPerson: true });
    endTurn();
    await run;
  });

  test('is refused at once where nobody can be asked, with the rule that would allow it', async () => {
    const { host, run, decide, endTurn } = begin();
    const begun =
      'No permission rule of this task allows this call, and no person is there to ask, so it is refused.';
    const rest = 'Do without it; if you cannot, say so in your answer.';
    expect(await decide()).toEqual({
      allows: false,
      reason: `${begun} The permission rule Bash(npm ci) would allow it. ${rest}`,
      byPerson: false,
    });
    expect(await decide({ ...CALL, rule: null })).toMatchObject({ reason: `${begun} ${rest}` });
    expect(eventsOf(host)).toEqual([]);
    endTurn();
    await run;
  });

  test('is refused where the judge fails', async () => {
    const judge = (): Promise<never> => Promise.reject(new Error('no terminal'));
    const { run, decide, endTurn } = begin({ callJudge: { judge } });
    expect(await decide()).toMatchObject({
      allows: false,
      reason: 'A person refused this call: nobody could be asked (no terminal)',
    });
    endTurn();
    await run;
  });

  test('is refused without a question where it is longer than anybody could judge', async () => {
    const judge = slowJudge();
    const { run, decide, endTurn } = begin({ callJudge: judge });
    expect(await decide({ ...CALL, input: { command: 'x'.repeat(100_000) } })).toMatchObject({
      allows: false,
      reason: 'This call is too long for a person to judge, so it is refused. Take smaller steps.',
    });
    expect(judge.asked).toEqual([]);
    endTurn();
    await run;
  });

  test.each([
    [['nothing'], EDIT, 'This task may change nothing, so the call is refused.'],
    [
      ['nothing'],
      { ...CALL, input: { command: 'rm a.js' }, rule: 'Bash(rm a.js)' },
      'This task may change nothing, so the call is refused.',
    ],
    [['src', 'docs'], EDIT, 'This task may only change src, docs, so the call is refused.'],
  ])('is refused without a question where its task may only change %j', async (writes, call, reason) => {
    const judge = slowJudge();
    const { run, decide, endTurn } = begin({ callJudge: judge }, mapWith({ writes }));
    expect(await decide(call)).toEqual({ allows: false, reason, byPerson: false });
    expect(judge.asked).toEqual([]);
    endTurn();
    await run;
  });

  test('shows a person no secrets, and neither does the journal', async () => {
    const judge = slowJudge();
    const mask = createMask(['hunter2hunter2']);
    const { host, run, decide, endTurn } = begin({ callJudge: judge, mask });
    const deciding = decide({ ...CALL, input: { command: 'curl -H hunter2hunter2' }, rule: null });
    await until(() => judge.asked.length === 1);
    expect(JSON.stringify([judge.asked, host.events])).not.toContain('hunter2');
    judge.answer({ allow: 'once' });
    await deciding;
    endTurn();
    await run;
  });

  test('is asked about no longer once its agent has ended', async () => {
    const judge = slowJudge();
    const { host, run, decide, endTurn } = begin({ callJudge: judge });
    void decide();
    await until(() => judge.asked.length === 1);
    endTurn();
    expect((await run).state.status).toBe('finished');
    expect(judge.signals[0]?.aborted).toBe(true);
    expect(eventsOf(host).map(({ type }) => type)).toEqual(['call.asked']);
    expect(runViewOf(host.events).executions[0]?.calls).toMatchObject([{ allow: null, isOver: true }]);
  });

  test('is asked about no longer once the run stops, and its task goes on in a resumed run', async () => {
    const judge = slowJudge();
    const stop = new AbortController();
    const agent: PuppetAgent = puppetAgent('hold', answered('Done'));
    const fs = createCrashingFileSystem();
    const program = mapWith();
    const run = start(testHost(fs, '/project', agent, { callJudge: judge, stop: stop.signal }), program);
    await agent.asked(1);
    void agent.turns[0]?.decide?.(CALL);
    await until(() => judge.asked.length === 1);
    const reason: StopReason = { message: 'Stopped by SIGINT.', exitCode: 130 };
    stop.abort(reason);
    expect(await agent.turns[0]?.decide?.({ ...CALL, id: 'c' })).toMatchObject({
      allows: false,
      reason: 'The run stops, so this call is refused.',
    });
    const { directory, state } = await run;
    expect(state.status).toBe('paused');
    expect(judge.signals[0]?.aborted).toBe(true);
    const again = testHost(fs, '/project', puppetAgent(answered('Done')));
    expect((await resume(again, program, directory)).status).toBe('finished');
  });

  test('takes no time of the run while it waits', async () => {
    const judge = slowJudge();
    const clock = manualClock();
    const { run, decide, endTurn } = begin({ callJudge: judge, clock });
    const deciding = decide();
    await until(() => judge.asked.length === 1);
    await clock.sleep(60_000, new AbortController().signal);
    judge.answer({ allow: 'once' });
    await deciding;
    await clock.sleep(1_000, new AbortController().signal);
    endTurn();
    expect((await run).state.activeMs).toBe(1_000);
  });

  test('of several agents is asked about side by side', async () => {
    const judge = slowJudge();
    const agent = puppetAgent('hold', 'hold');
    const one = { ...WORK, name: 'One', actions: [action('Done', 'Out')] };
    const both = parallel(
      'Both',
      { a: block(one, end('Out')), b: block({ ...one }, end('Out')) },
      action('Next', 'End'),
    );
    const host = testHost(createCrashingFileSystem(), '/project', agent, { callJudge: judge });
    const run = start(host, programOf(mapOf(block(both, end('End')))));
    await agent.asked(2);
    const verdicts = agent.turns.flatMap(({ decide }) => decide?.(CALL) ?? []);
    await until(() => judge.asked.length === 2);
    judge.answer({ allow: 'once' });
    judge.answer({ allow: 'never', reason: '' });
    expect(await Promise.all(verdicts)).toMatchObject([{ allows: true }, { allows: false }]);
    for (const each of agent.turns) each.reply(answered('Done'));
    expect((await run).state.status).toBe('finished');
  });
});

test('an agent whose task refuses such calls has nobody to ask', async () => {
  const agent = puppetAgent(answered('Done'));
  const host = testHost(createCrashingFileSystem(), '/project', agent, { callJudge: slowJudge() });
  await start(host, mapWith({ unruledCalls: undefined }));
  expect(agent.turns[0]?.decide).toBeUndefined();
});
