import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/agent/human/asker.ts';
import type { ScriptedAnswer } from '../../../src/agent/scripted/scripted-answer.ts';
import { createScriptedAgent } from '../../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../../src/agent/scripted/scripted-shell.ts';
import type { AgentRequest } from '../../../src/agent/agent.ts';
import type { Field } from '../../../src/model/field.ts';
import type { Value } from '../../../src/model/value.ts';
import { createStandIn } from '../claude/stand-in.ts';

function runAgent(answer: ScriptedAnswer | undefined, changes: Partial<AgentRequest> = {}) {
  const { request } = createStandIn({});
  return createScriptedAgent(() => answer).start(request(changes)).reply;
}

describe('the scripted agent', () => {
  test('gives the output beside its choice', async () => {
    const reply = await runAgent({ action: 'Complete', output: [1] }, { output: true });
    expect(reply).toMatchObject({ outcome: 'answered', action: 'Complete', output: [1], costUsd: 0 });
  });

  test('gives no more than is asked for', async () => {
    const reply = await runAgent({ action: 'Complete', output: [1], text: 'Words.' }, { actions: [] });
    expect(reply).toMatchObject({
      outcome: 'answered',
      action: undefined,
      output: undefined,
      text: 'Words.',
    });
  });

  test.each([
    [{ action: 'Complete' }, {}, 'It gives no output.', { action: 'Complete' }],
    [{ output: 1 }, {}, 'It names no action, which is not one of the legal ones.', { output: 1 }],
    [{ action: 'Merge' }, {}, 'It names "Merge", which is not one of the legal ones.', { action: 'Merge' }],
    [{ reply: 'Well.' }, { actions: [] }, 'It gives no output.', undefined],
    [{ reply: 'Well.' }, { actions: [], output: undefined }, 'It is no answer.', undefined],
  ])('whose answer is %j is rejected', async (answer, changes, fault, output) => {
    const reply = await runAgent(answer, { output: true, ...changes });
    expect(reply).toMatchObject({ outcome: 'rejected', fault, output });
  });

  test('without an answer fails, but where nothing is asked for', async () => {
    expect(await runAgent(undefined)).toMatchObject({ outcome: 'failed', fault: 'permanent' });
    expect(await runAgent(undefined, { actions: [], output: true })).toMatchObject({ outcome: 'failed' });
    expect(await runAgent(undefined, { actions: [] })).toMatchObject({ outcome: 'answered', text: '' });
  });

  test('fails as it is told, also where nothing is asked for', async () => {
    const resetsAt = '2026-01-01T00:00:00Z';
    const reply = await runAgent({ fail: 'limit', resetsAt }, { actions: [] });
    expect(reply).toMatchObject({ outcome: 'failed', fault: 'limit', resetsAt });
  });
});

describe('a failure of the scripted agent', () => {
  test.each([
    [undefined, { fault: 'permanent', reason: 'The scenario has no answer for task "Work".', text: '' }],
    [
      { fail: 'transport' },
      { fault: 'transport', reason: 'The scenario lets this turn fail (transport).', text: '' },
    ],
    [
      { fail: 'limit', resetsAt: '2026-01-01T00:00:00Z', text: 'Words.' },
      {
        fault: 'limit',
        reason: 'The scenario lets this turn fail (limit).',
        resetsAt: '2026-01-01T00:00:00Z',
        text: 'Words.',
      },
    ],
    [
      { fail: 'permanent', reason: 'Because.', reply: 'R.' },
      { fault: 'permanent', reason: 'Because.', text: 'R.' },
    ],
  ] satisfies [ScriptedAnswer | undefined, object][])('of %j is told as it is', async (answer, reported) => {
    const settled = { durationMs: 0, costUsd: 0, tokens: 0, denials: [], sessionKnown: true };
    expect(await runAgent(answer)).toEqual({
      ...settled,
      outcome: 'failed',
      help: undefined,
      resetsAt: undefined,
      ...reported,
    });
  });

  test('of a time that is over has nothing of the answer', async () => {
    const reply = await runAgent({ action: 'Complete', text: 'Words.', ms: 5, costUsd: 2 }, { timeoutMs: 4 });
    expect(reply).toMatchObject({ outcome: 'failed', text: '', costUsd: 2, resetsAt: undefined });
  });
});

test('the scripted agent logs what it gave, and says that it is a simulation', async () => {
  const logged: string[] = [];
  const log = (chunk: Uint8Array) => logged.push(Buffer.from(chunk).toString('utf8'));
  const reply = await runAgent({ action: 'Complete', text: 'Words.', costUsd: 0.5 }, { log });
  expect(reply).toEqual({
    durationMs: 0,
    costUsd: 0.5,
    tokens: 0,
    denials: [],
    sessionKnown: true,
    outcome: 'answered',
    action: 'Complete',
    output: undefined,
    text: 'Words.',
  });
  expect(logged).toEqual([`${JSON.stringify({ simulation: true, ...reply })}\n`]);
});

test('an answer that is rejected comes back with its words', async () => {
  expect(await runAgent({ reply: 'Well.' })).toMatchObject({
    outcome: 'rejected',
    fault: 'It names no action, which is not one of the legal ones.',
    output: undefined,
    text: 'Well.',
  });
  expect(await runAgent({ action: 'No', output: 1, text: 'T.', reply: 'R.' })).toMatchObject({
    output: { action: 'No', output: 1 },
    text: 'T.',
  });
});

describe('scripted work', () => {
  const slept: number[] = [];
  const time = {
    sleep: (ms: number) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };

  test('that takes longer than its task may fails when that time is over', async () => {
    const { request } = createStandIn({});
    const asked = { ...request(), timeoutMs: 2000 };
    const slow = createScriptedAgent(() => ({ action: 'Complete', ms: 2001 }), time);
    const reply = await slow.start(asked).reply;
    expect(reply).toMatchObject({ outcome: 'failed', fault: 'transport', durationMs: 2000 });
    expect(reply).toMatchObject({ reason: 'timed out after 2s' });
    const quick = createScriptedAgent(() => ({ action: 'Complete', ms: 2000 }), time);
    expect(await quick.start(asked).reply).toMatchObject({ outcome: 'answered', durationMs: 2000 });
    expect(slept).toEqual([2000, 2000]);
  });

  test('counts the turns of a visit in each block apart', () => {
    const turns: number[] = [];
    const agent = createScriptedAgent((_task, _visit, turn) => {
      turns.push(turn);
      return undefined;
    });
    const { request } = createStandIn({});
    for (const key of ['a', 'b', 'a']) {
      const block = [{ task: 'Build', key, activation: 1 }];
      agent.start({ ...request(), address: { block, task: 'Act', visit: 1 } });
    }
    expect(turns).toEqual([1, 1, 2]);
  });
});

describe('the scripted shell', () => {
  const lines: string[] = [];
  const REQUEST = {
    task: 'Test',
    visit: 1,
    argv: ['rm', '-rf', '/'],
    variables: {},
    timeoutMs: undefined,
    workFolder: '/nowhere',
    marker: 'm',
    log: () => undefined,
    onLine: (line: string) => lines.push(line),
  };
  const run = (answer: ScriptedAnswer | undefined) => createScriptedShell(() => answer).start(REQUEST);

  test('gives exit code and output, and shows the lines', async () => {
    expect(await run({ exitCode: 3, stdout: 'a\nb' }).reply).toEqual({
      outcome: 'exited',
      exitCode: 3,
      stdout: 'a\nb',
      durationMs: 0,
    });
    expect(lines).toEqual(['a', 'b']);
    expect(await run({ stdout: 'x' }).reply).toMatchObject({ exitCode: 0 });
    expect(await run({ exitCode: 0 }).reply).toMatchObject({ stdout: '' });
  });

  test('fails as it is told, and without an exit code', async () => {
    expect(await run({ fail: 'transport' }).reply).toMatchObject({ outcome: 'failed', fault: 'transport' });
    expect(await run(undefined).reply).toMatchObject({
      fault: 'permanent',
      reason: 'The scenario has no answer for the command of task "Test".',
    });
    expect(await run({ action: 'Go' }).reply).toMatchObject({
      reason: 'The scenario has no exit code for the command of task "Test".',
    });
  });

  test('tells each failure in a sentence', async () => {
    const failed = { outcome: 'failed', help: undefined, durationMs: 0 };
    const reported = await Promise.all(
      [undefined, { action: 'Go' }, { fail: 'transport' }, { fail: 'limit' }, { fail: 'permanent' }].map(
        (answer) => run(answer as ScriptedAnswer | undefined).reply,
      ),
    );
    expect(reported).toEqual([
      {
        ...failed,
        fault: 'permanent',
        reason: 'The scenario has no answer for the command of task "Test".',
      },
      {
        ...failed,
        fault: 'permanent',
        reason: 'The scenario has no exit code for the command of task "Test".',
      },
      { ...failed, fault: 'transport', reason: 'The scenario lets this command fail (transport).' },
      { ...failed, fault: 'permanent', reason: 'The scenario lets this command fail (permanent).' },
      { ...failed, fault: 'permanent', reason: 'The scenario lets this command fail (permanent).' },
    ]);
  });

  test('logs its output with a line break, and nothing where there is none', () => {
    const logged: string[] = [];
    for (const stdout of ['a\nb', ''])
      createScriptedShell(() => ({ stdout })).start({
        ...REQUEST,
        log: (chunk) => logged.push(Buffer.from(chunk).toString('utf8')),
        onLine: (line) => logged.push(line),
      });
    expect(logged).toEqual(['a\nb\n', 'a', 'b']);
  });

  test('that takes longer than its command may fails when that time is over', async () => {
    const slept: number[] = [];
    const stage = {
      sleep: (ms: number) => {
        slept.push(ms);
        return Promise.resolve();
      },
    };
    const within = (ms: number, timeoutMs: number | undefined) =>
      createScriptedShell(() => ({ exitCode: 0, ms }), stage).start({ ...REQUEST, timeoutMs }).reply;
    expect(await within(2501, 2500)).toEqual({
      outcome: 'failed',
      fault: 'transport',
      reason: 'The command timed out after 2.5 s.',
      help: undefined,
      durationMs: 2500,
    });
    expect(await within(2500, 2500)).toMatchObject({ outcome: 'exited', durationMs: 2500 });
    expect(await within(9, undefined)).toMatchObject({ outcome: 'exited', durationMs: 9 });
    expect(slept).toEqual([2500, 2500, 9]);
  });

  test('is asked by visit and turn, for nothing', () => {
    const asked: unknown[] = [];
    const shell = createScriptedShell((...words) => {
      asked.push(words);
      return undefined;
    });
    shell.start(REQUEST);
    shell.start(REQUEST);
    const request = { of: 'command', address: undefined, actions: [], output: undefined, fields: [] };
    expect(asked).toEqual([
      ['Test', 1, 1, request],
      ['Test', 1, 2, request],
    ]);
  });

  test('is interrupted while it takes its time', async () => {
    const call = run({ exitCode: 0, ms: 60_000 });
    call.stop();
    expect(await call.reply).toEqual({ outcome: 'interrupted', durationMs: 60_000 });
  });
});

describe('the scripted asker', () => {
  const field: Field = {
    name: 'note',
    type: 'string',
    description: 'A note',
    required: false,
    default: undefined,
    enum: undefined,
    schema: undefined,
  };
  const question: Question = {
    start: 1,
    address: { block: [], task: 'Approve', visit: 2, attempt: 1 },
    task: 'Approve',
    text: 'Well?',
    choices: [
      { name: 'Yes', choose: null },
      { name: 'No', choose: null },
    ],
    fields: [field, { ...field, name: 'level', type: 'number', default: 3 }],
    deadline: null,
  };
  const ask = (answer: ScriptedAnswer | undefined, more: Partial<Question> = {}) =>
    createScriptedAsker(() => answer).ask({ ...question, ...more }, new AbortController().signal);

  test('gives the choice with its fields, and defaults where it has none', async () => {
    const answer = await ask({ action: 'Yes', fields: { note: 'fine', other: 1 } });
    expect(answer).toEqual({ action: 'Yes', fields: { note: 'fine', level: 3 }, via: 'scripted' });
  });

  test('takes a value of the type of its field, and one of its enum', async () => {
    const values: readonly unknown[] = ['x', 7, true, [1], { a: 1 }];
    const takes = async (more: Partial<Field>) => {
      const taken = await Promise.all(
        values.map((value) =>
          ask({ action: 'Yes', fields: { note: value as Value } }, { fields: [{ ...field, ...more }] }),
        ),
      );
      return values.filter((_value, at) => taken[at] !== undefined);
    };
    expect(await takes({ type: 'string' })).toEqual(['x']);
    expect(await takes({ type: 'number' })).toEqual([7]);
    expect(await takes({ type: 'boolean' })).toEqual([true]);
    expect(await takes({ type: 'array' })).toEqual([[1]]);
    expect(await takes({ type: 'object' })).toEqual([{ a: 1 }]);
    expect(await takes({ type: 'object', enum: [{ a: 1 }] })).toEqual([{ a: 1 }]);
    expect(await takes({ type: 'object', enum: [{ a: 2 }] })).toEqual([]);
  });

  test('leaves out a field without a value that need not have one', async () => {
    expect(await ask({ action: 'No' }, { fields: [field] })).toEqual({
      action: 'No',
      fields: {},
      via: 'scripted',
    });
    const needed = { ...field, required: true, default: 'd' };
    expect(await ask({ action: 'No' }, { fields: [needed] })).toMatchObject({ fields: { note: 'd' } });
  });

  test('counts as the first visit what has no number', async () => {
    const visits: number[] = [];
    const asker = createScriptedAsker((_task, visit) => {
      visits.push(visit);
      return undefined;
    });
    const { visit: _visit, ...address } = question.address;
    await asker.ask({ ...question, address }, new AbortController().signal);
    expect(visits).toEqual([1]);
  });

  test('has no answer that the question does not take', async () => {
    expect(await ask(undefined)).toBeUndefined();
    expect(await ask({ action: 'Maybe' })).toBeUndefined();
    expect(await ask({ exitCode: 0 })).toBeUndefined();
    expect(await ask({ action: 'Yes', fields: { note: 1 } })).toBeUndefined();
    expect(await ask({ action: 'Yes' }, { fields: [{ ...field, required: true }] })).toBeUndefined();
    expect(
      await ask({ action: 'Yes', fields: { note: 'x' } }, { fields: [{ ...field, enum: ['y'] }] }),
    ).toBeUndefined();
  });

  test('says why the question does not take its answer', async () => {
    const reported: string[] = [];
    const signal = new AbortController().signal;
    const fields = [{ ...field, required: true }];
    for (const answer of [
      undefined,
      { exitCode: 0 },
      { action: 'Maybe' },
      { action: 'Yes' },
      { action: 'Yes', fields: { note: 1 } },
    ]) {
      const asker = createScriptedAsker(() => answer, { report: (problem) => reported.push(problem) });
      await asker.ask({ ...question, fields }, signal);
    }
    expect(reported).toEqual(
      [
        'it names no action',
        '"Maybe" is not one of the choices',
        'the field "note" is missing',
        'the value of the field "note" is not allowed',
      ].map((why) => `The scripted answer to "Approve" cannot be taken: ${why}.`),
    );
  });

  test('says why no answer could be made', async () => {
    const reported: string[] = [];
    const answer = { fail: 'permanent', reason: 'No text matches.' } as const;
    const asker = createScriptedAsker(() => answer, { report: (problem) => reported.push(problem) });
    expect(await asker.ask(question, new AbortController().signal)).toBeUndefined();
    expect(reported).toEqual(['No text matches.']);
  });

  test('is asked by visit and turn, with what it may choose', async () => {
    const asked: unknown[] = [];
    const asker = createScriptedAsker((...words) => {
      asked.push(words);
      return undefined;
    });
    await asker.ask(question, new AbortController().signal);
    await asker.ask(question, new AbortController().signal);
    const { address, fields } = question;
    const request = { of: 'person', address, actions: ['Yes', 'No'], output: undefined, fields };
    expect(asked).toEqual([
      ['Approve', 2, 1, request],
      ['Approve', 2, 2, request],
    ]);
  });

  test('answers nothing where it is to fail, at once or until the deadline has passed', async () => {
    expect(await ask({ fail: 'transport' })).toBeUndefined();
    const abort = new AbortController();
    const asker = createScriptedAsker(() => ({ fail: 'transport' }));
    let isOver = false;
    const asked = { ...question, deadline: '2026-01-01T00:00:00.000Z' };
    const answer = asker.ask(asked, abort.signal).finally(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    abort.abort();
    expect(await answer).toBeUndefined();
  });

  test('ends at once when the answer came from elsewhere', async () => {
    const asker = createScriptedAsker(() => ({ action: 'Yes', ms: 60_000 }));
    const abort = new AbortController();
    const answer = asker.ask(question, abort.signal);
    abort.abort();
    expect(await answer).toBeUndefined();
    expect(await asker.ask(question, abort.signal)).toBeUndefined();
  });
});
