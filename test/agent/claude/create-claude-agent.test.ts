import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AgentReply } from '../../../src/agent/agent.ts';
import { createStandIn, isAlive, SESSION, until } from './stand-in.ts';

afterEach(() => vi.useRealTimers());

function failed(reply: AgentReply) {
  if (reply.outcome !== 'failed') throw new Error(`the turn ended ${reply.outcome}`);
  return reply;
}

const LINE = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--verbose'];

describe('an answer', () => {
  test('is the action of the structured output', async () => {
    const claude = createStandIn({ rules: [{ action: 'Start Review Work' }] });
    const reply = await claude.run();
    expect(reply).toMatchObject({ outcome: 'answered', action: 'Start Review Work', sessionKnown: true });
    expect(reply).toMatchObject({ costUsd: 0.01, tokens: 100, denials: [] });
  });

  test('is read from the text, and no schema is passed, on the text channel', async () => {
    const claude = createStandIn({ rules: [{ action: 'Complete' }] });
    const reply = await claude.run({ channel: 'text' });
    expect(reply).toMatchObject({
      outcome: 'answered',
      action: 'Complete',
      text: 'Done.\n\nACTION: Complete',
    });
    expect(claude.calls()[0]?.argv.join(' ')).not.toContain('json-schema');
  });

  test('is never read from the text on the structured channel', async () => {
    const claude = createStandIn({ rules: [{ text: 'ACTION: Complete' }] });
    expect(await claude.run()).toMatchObject({
      outcome: 'rejected',
      fault: 'The structured output with the chosen action was not given.',
      text: 'ACTION: Complete',
    });
  });

  test('outside of the menu is rejected, whatever the program let through', async () => {
    const claude = createStandIn({ rules: [{ structured: { action: 'Merge' } }] });
    expect(await claude.run()).toMatchObject({
      outcome: 'rejected',
      fault: 'The structured output names "Merge", which is not one of the actions.',
    });
  });

  test('of a terminal task is its text, and nothing is chosen', async () => {
    const claude = createStandIn({ rules: [{ text: 'ACTION: Complete' }] });
    const reply = await claude.run({ actions: [] });
    expect(reply).toMatchObject({ outcome: 'answered', action: undefined, text: 'ACTION: Complete' });
    expect(claude.calls()[0]?.argv.join(' ')).not.toContain('json-schema');
  });

  test('has the output beside the choice', async () => {
    const output = { score: 3, notes: ['a'] };
    const claude = createStandIn({ rules: [{ action: 'Complete', output }] });
    const asked = { output: { type: 'object' } };
    expect(await claude.run(asked)).toMatchObject({ outcome: 'answered', action: 'Complete', output });
    const again = { ...asked, session: { id: SESSION, continues: true } };
    expect(await claude.run({ ...again, channel: 'text' })).toMatchObject({ action: 'Complete', output });
    expect(await claude.run({ ...again, actions: [] })).toMatchObject({ action: undefined, output });
  });

  test('has no output where none is asked for', async () => {
    const claude = createStandIn({ rules: [{ structured: { action: 'Complete', output: 1 } }] });
    expect(await claude.run()).toMatchObject({ outcome: 'answered', output: undefined });
  });

  test('without the output that is asked for is rejected, and kept as it came', async () => {
    const claude = createStandIn({ rules: [{ structured: { action: 'Complete' } }] });
    expect(await claude.run({ output: true })).toMatchObject({
      outcome: 'rejected',
      fault: 'The "output" of the structured output is missing.',
      output: { action: 'Complete' },
    });
  });

  test('that is empty is rejected by the text channel', async () => {
    const claude = createStandIn({ rules: [{ empty: true }] });
    expect(await claude.run({ channel: 'text' })).toMatchObject({
      outcome: 'rejected',
      fault: 'The final message is empty.',
    });
  });

  test('of a terminal task that is empty is a failure', async () => {
    const claude = createStandIn({ rules: [{ empty: true }] });
    expect(await claude.run({ actions: [] })).toMatchObject({ outcome: 'failed', fault: 'transport' });
  });

  test('is the first result; a later one changes nothing', async () => {
    const claude = createStandIn({ rules: [{ action: 'Complete', results: 2 }] });
    expect(await claude.run()).toMatchObject({ outcome: 'answered', action: 'Complete' });
  });

  test('holds although the process then ends with an error', async () => {
    const claude = createStandIn({ rules: [{ action: 'Complete', exitCode: 1 }] });
    expect(await claude.run()).toMatchObject({ outcome: 'answered', action: 'Complete' });
  });

  test('holds although garbage, a torn line and five megabytes on one line stand before it', async () => {
    const rule = { garbage: 3, halfLine: true, bigLineBytes: 5_000_000, action: 'Complete' };
    const claude = createStandIn({ rules: [rule] });
    expect(await claude.run()).toMatchObject({ outcome: 'answered', action: 'Complete' });
    expect(claude.log().length).toBeGreaterThan(5_000_000);
    const shown = claude.progress.filter((step) => step.kind === 'text').map((step) => step.text.length);
    expect(shown).toEqual([100_000]);
  });
});

describe('the call', () => {
  test('passes every setting as one argument of the form --flag=value', async () => {
    const claude = createStandIn({});
    await claude.run({
      model: 'opus',
      effort: 'high',
      permissionMode: 'plan',
      allowedTools: ['Bash(npm test)', 'Read'],
      disallowedTools: ['WebFetch', 'Bash(git push *)'],
      deniedTools: ['Edit(.wfmap/**)'],
      maxTurns: 7,
      budgetUsd: 0.5,
    });
    const schema =
      '{"type":"object","properties":{"action":{"enum":["Complete","Start Review Work"],' +
      '"description":"The action that you choose."}},"required":["action"],"additionalProperties":false}';
    expect(claude.calls()[0]?.argv).toEqual([
      ...LINE,
      `--session-id=${SESSION}`,
      '--setting-sources=',
      '--strict-mcp-config',
      '--model=opus',
      '--effort=high',
      '--permission-mode=plan',
      '--permission-prompts=none',
      '--tools=Read,Bash,Edit,Write,NotebookEdit',
      '--allowedTools=Bash(npm test),Read',
      '--disallowedTools=ScheduleWakeup,CronCreate,Monitor,WebFetch,Bash(git push *)',
      '--disallowedTools=Edit(.wfmap/**)',
      `--json-schema=${schema}`,
      '--max-turns=7',
      '--max-budget-usd=0.5',
    ]);
  });

  test('with a schema longer than one argument can be is not made', async () => {
    const claude = createStandIn({});
    const output = { type: 'string', description: 'é'.repeat(66_000) };
    expect(await claude.run({ output })).toMatchObject({
      outcome: 'failed',
      fault: 'permanent',
      reason: expect.stringMatching(/^The schema of the output takes 132\d\d\d bytes on the command line/),
      sessionKnown: false,
      costUsd: 0,
    });
  });

  test('brings the prompt to the byte, whatever it holds', async () => {
    const claude = createStandIn({});
    const prompt = '/compact @file "quotes" $1 ${x}\r\n\u0000 \ufeffé漢😀\n';
    await claude.run({ prompt });
    await claude.run({ prompt: 'x'.repeat(1_000_000), session: { id: SESSION, continues: true } });
    expect(claude.calls().map((call) => call.prompt)).toEqual([prompt, 'x'.repeat(1_000_000)]);
  });

  test('shows what the agent says and does', async () => {
    const tools = [{ name: 'Bash', input: { command: 'npm\n test' } }];
    const claude = createStandIn({ rules: [{ say: 'Looking.', tools, retries: 1, action: 'Complete' }] });
    await claude.run({ model: 'opus' });
    expect(claude.progress).toEqual([
      { kind: 'ready', version: '2.1.329', model: 'opus' },
      { kind: 'retry', reason: 'API error 429 rate_limit, trying again in 0.0s (attempt 1)' },
      { kind: 'tool', tool: 'Bash', input: 'npm test' },
      { kind: 'text', text: 'Looking.' },
    ]);
  });

  test('logs the stream as it came', async () => {
    const claude = createStandIn({ rules: [{ garbage: 1, action: 'Complete' }] });
    await claude.run();
    const lines = claude.log().trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('not json');
  });

  test('of a refused tool answers and names the rule that is missing', async () => {
    const tools = [
      { name: 'Bash', input: { command: 'npm test' }, denied: true },
      { name: 'Bash', input: { command: 'node -e "1 * 2"' }, denied: true },
      { name: 'Write', input: { file_path: '/etc/passwd' }, denied: true },
      { name: 'Bash', input: { command: 'rm -rf x && echo $HOME' }, denied: true },
      { name: 'WebFetch', input: { url: 'https://example.org/a?b' }, denied: true },
    ];
    const claude = createStandIn({ rules: [{ tools, action: 'Complete' }] });
    const reply = await claude.run();
    expect(reply).toMatchObject({ outcome: 'answered', action: 'Complete' });
    expect(reply.denials).toEqual([
      { tool: 'Bash', input: 'npm test', rule: 'Bash(npm test)' },
      { tool: 'Bash', input: 'node -e "1 * 2"', rule: null, why: 'no-narrow-rule' },
      { tool: 'Write', input: '/etc/passwd', rule: 'Edit(//etc/passwd)' },
      { tool: 'Bash', input: 'rm -rf x && echo $HOME', rule: null, why: 'no-narrow-rule' },
      { tool: 'WebFetch', input: 'https://example.org/a?b', rule: 'WebFetch(domain:example.org)' },
    ]);
  });
});

describe('a session', () => {
  test('that is continued costs only what this process used', async () => {
    const claude = createStandIn({ default: { costUsd: 0.25, tokens: 40 } });
    await claude.run();
    const again = await claude.run({ session: { id: SESSION, continues: true } });
    expect(again).toMatchObject({ outcome: 'answered', costUsd: 0.25, tokens: 40, sessionKnown: true });
    expect(claude.calls().map((call) => call.continues)).toEqual([false, true]);
  });

  test('that the program does not know is told as such', async () => {
    const claude = createStandIn({});
    const reply = failed(await claude.run({ session: { id: SESSION, continues: true } }));
    expect(reply).toMatchObject({ fault: 'transport', sessionKnown: false, tokens: undefined });
    expect(reply.reason).toContain('No conversation found');
  });

  test('begins as a copy of another, which stays as it was', async () => {
    const claude = createStandIn({ default: { costUsd: 0.25 } });
    await claude.run();
    const copy = SESSION.replace('7', '8');
    const forked = await claude.run({ session: { id: copy, continues: false, forks: SESSION } });
    expect(forked).toMatchObject({ outcome: 'answered', costUsd: 0.25, sessionKnown: true });
    await claude.run({ session: { id: copy, continues: true, forks: SESSION } });
    expect(claude.calls().map((call) => [call.session, call.continues, call.forks])).toEqual([
      [SESSION, false, undefined],
      [copy, false, SESSION],
      [copy, true, undefined],
    ]);
  });

  test('cannot begin as a copy of one that the program does not know', async () => {
    const claude = createStandIn({});
    const session = { id: SESSION, continues: false, forks: SESSION.replace('7', '8') };
    expect(await claude.run({ session })).toMatchObject({ outcome: 'failed', sessionKnown: false });
  });

  test('that is there already can be continued by the next try', async () => {
    const claude = createStandIn({});
    await claude.run();
    expect(await claude.run()).toMatchObject({ outcome: 'failed', fault: 'transport', sessionKnown: true });
  });
});

describe('a failure', () => {
  const cases: [string, object, object][] = [
    [
      'exit 1 before the first message',
      { exitBefore: 1, stderr: 'boom' },
      { fault: 'transport', sessionKnown: false },
    ],
    ['exit 1 in the middle', { exit: 1 }, { fault: 'transport', sessionKnown: true }],
    [
      'a refused command line',
      { exitBefore: 1, stderr: "error: unknown option '--x'" },
      { fault: 'permanent' },
    ],
    ['API error 401', { error: 401 }, { fault: 'permanent', costUsd: 0 }],
    ['API error 403', { error: 403 }, { fault: 'permanent' }],
    [
      'API error 429',
      { error: 429 },
      { fault: 'transport', reason: 'API Error: Request rejected (429) · stand-in' },
    ],
    ['API error 500', { error: 500 }, { fault: 'transport' }],
    ['API error 529', { error: 529 }, { fault: 'transport', sessionKnown: true }],
    ['a network fault', { error: 'network' }, { fault: 'transport' }],
    ['a missing login', { error: 'login' }, { fault: 'permanent', help: expect.stringContaining('/login') }],
    ['a prompt that is too long', { error: 'prompt' }, { fault: 'permanent', reason: 'Prompt is too long' }],
    ['a limit of turns', { error: 'turns' }, { fault: 'permanent' }],
    ['a spent budget', { error: 'budget' }, { fault: 'permanent' }],
    ['a schema the program gave up on', { error: 'schema' }, { fault: 'permanent' }],
    [
      'bypass as root',
      { error: 'root' },
      { fault: 'permanent', help: expect.stringContaining('acceptEdits') },
    ],
    [
      'no result',
      { silent: true },
      { fault: 'transport', reason: 'The agent ended with exit code 0 without a result.' },
    ],
    ['half a result', { truncated: true }, { fault: 'transport' }],
    [
      'a kill from outside',
      { kill: 'SIGKILL' },
      { fault: 'transport', reason: 'The agent was ended by SIGKILL without a result.' },
    ],
  ];
  test.each(cases)('by %s is told by its class', async (_title, rule, expected) => {
    const claude = createStandIn({ rules: [rule] });
    expect(failed(await claude.run())).toMatchObject(expected);
  });

  test('by a limit of the subscription says when that ends', async () => {
    const claude = createStandIn({ rules: [{ error: 'limit', resetsAt: 1_790_000_000 }] });
    expect(await claude.run()).toMatchObject({
      outcome: 'failed',
      fault: 'limit',
      resetsAt: '2026-09-21T14:13:20.000Z',
      reason: "You've hit your 5-hour limit · resets 2pm (UTC)",
      sessionKnown: true,
    });
  });

  test('by more turns than the task allows names the field of the map', async () => {
    const claude = createStandIn({ rules: [{ turns: 5, action: 'Complete' }] });
    const reply = failed(await claude.run({ maxTurns: 4 }));
    expect(reply).toMatchObject({ fault: 'permanent', help: expect.stringContaining('"maxTurns"') });
    const again = await claude.run({ maxTurns: 5, session: { id: SESSION, continues: true } });
    expect(again).toMatchObject({ outcome: 'answered' });
  });

  test('of the login ends the process at its second attempt', async () => {
    const claude = createStandIn({
      rules: [{ retries: 2, retryError: 'authentication_failed', retryStatus: 401, hang: true }],
    });
    const reply = failed(await claude.run());
    expect(reply).toMatchObject({
      fault: 'permanent',
      reason: 'The API refused the login (authentication_failed).',
    });
  });

  test('keeps the last words of the agent', async () => {
    const claude = createStandIn({ rules: [{ say: 'Half done.', exit: 1 }] });
    expect(failed(await claude.run()).text).toBe('Half done.');
  });

  test('to start names what is missing', async () => {
    const claude = createStandIn({});
    const reply = failed(await claude.run({ workFolder: join(claude.root, 'gone') }));
    expect(reply).toMatchObject({ fault: 'permanent', sessionKnown: false, costUsd: undefined });
    expect(reply.reason).toBe(`The working folder "${join(claude.root, 'gone')}" does not exist.`);
  });
});

describe('the end', () => {
  test('comes after the timeout, and the process is gone', async () => {
    const claude = createStandIn({ rules: [{ say: 'At it.', hang: true }] });
    // The time is over when the agent is at work, however long that takes here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const call = claude.start({ timeoutMs: 400 });
    await until(() => claude.progress.some((step) => step.kind === 'text'));
    vi.advanceTimersByTime(400);
    vi.useRealTimers();
    const reply = failed(await call.reply);
    expect(reply).toMatchObject({ fault: 'transport', reason: 'timed out after 0.4s', sessionKnown: true });
    expect(isAlive(claude.calls()[0]?.pid ?? 0)).toBe(false);
  });

  test('comes after stop, and is an interruption', async () => {
    const claude = createStandIn({ rules: [{ say: 'At it.', hang: true }] });
    const call = claude.start();
    await until(() => claude.progress.some((step) => step.kind === 'text'));
    call.stop();
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted', sessionKnown: true });
    expect(isAlive(claude.calls()[0]?.pid ?? 0)).toBe(false);
  });

  test('comes at once after kill, also of a process that ignores SIGTERM', async () => {
    const claude = createStandIn({ rules: [{ background: 60, say: 'At it.', hang: 'hard' }] });
    const call = claude.start();
    await until(() => claude.progress.some((step) => step.kind === 'text'));
    const before = performance.now();
    call.kill();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
    // Before the grace time of a stop would be over.
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(claude.backgroundPids().some(isAlive)).toBe(false);
  });

  test('comes five seconds after stop for a process that ignores SIGTERM, with all it started', async () => {
    const claude = createStandIn({ rules: [{ background: 60, say: 'At it.', hang: 'hard' }] });
    const call = claude.start();
    await until(() => claude.progress.some((step) => step.kind === 'text'));
    const before = performance.now();
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
    expect(performance.now() - before).toBeGreaterThan(4_900);
    expect(claude.backgroundPids().some(isAlive)).toBe(false);
  });

  test('of a process that stays after its result comes five seconds later, with its answer', async () => {
    const claude = createStandIn({ rules: [{ action: 'Complete', stayMs: 60_000 }] });
    const call = claude.start();
    await until(() => claude.log().includes('"type":"result"'));
    const before = performance.now();
    const reply = await call.reply;
    expect(reply).toMatchObject({ outcome: 'answered', action: 'Complete' });
    expect(reply.durationMs).toBeGreaterThan(4_900);
    expect(performance.now() - before).toBeLessThan(9_000);
  });

  test('leaves nothing behind of what the agent started in a session of its own', async () => {
    const claude = createStandIn({ rules: [{ background: 60, action: 'Complete' }] });
    expect(await claude.run()).toMatchObject({ outcome: 'answered', action: 'Complete' });
    expect(claude.backgroundPids().some(isAlive)).toBe(false);
  });

  test('of one agent leaves another agent of the same run alone', async () => {
    const script = {
      rules: [
        { match: 'first', action: 'Complete' },
        { say: 'At it.', hang: true },
      ],
    };
    const claude = createStandIn(script);
    const second = claude.start({ session: { id: SESSION.replace('7', '8'), continues: false } });
    await until(() => claude.progress.some((step) => step.kind === 'text'));
    await claude.run({ prompt: 'first' });
    expect(isAlive(claude.calls()[0]?.pid ?? 0)).toBe(true);
    second.stop();
    expect(await second.reply).toMatchObject({ outcome: 'interrupted' });
  });

  test('after a good result and a stop is still the answer', async () => {
    const claude = createStandIn({ rules: [{ action: 'Complete', stayMs: 60_000 }] });
    const call = claude.start();
    await until(() => claude.log().includes('"type":"result"'));
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'answered', action: 'Complete' });
  });
});

test('the agent writes in the working folder', async () => {
  const claude = createStandIn({ rules: [{ match: 'name (\\w+)', write: { '$1.txt': 'hello $1' } }] });
  await claude.run({ prompt: 'name bob' });
  expect(readFileSync(join(claude.workFolder, 'bob.txt'), 'utf8')).toBe('hello bob');
});
