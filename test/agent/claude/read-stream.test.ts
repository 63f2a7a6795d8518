import { describe, expect, test } from 'vitest';
import { createStreamReader } from '../../../src/agent/claude/read-stream.ts';

/** What is told while a stream is read, in order, and the facts at its end. */
function read(...messages: readonly unknown[]) {
  return readUntil(() => true, ...messages);
}

/** `isOver` says of a result whether the turn is over with it. */
function readUntil(isOver: () => boolean, ...messages: readonly unknown[]) {
  const reported: unknown[] = [];
  const reader = createStreamReader({
    onProgress: (progress) => reported.push(progress),
    onResult: () => {
      reported.push('result');
      return isOver();
    },
    onRead: (id) => reported.push(`read ${id}`) > 0,
    onTool: () => reported.push('tool'),
    onRequest: (message) => reported.push(message),
    onRefused: () => reported.push('refused'),
  });
  for (const message of messages)
    reader.line(typeof message === 'string' ? message : JSON.stringify(message));
  return { reported, facts: reader.facts() };
}

const says = (content: readonly unknown[], more: object = {}) => ({
  type: 'assistant',
  message: { content },
  ...more,
});
const text = (words: unknown) => ({ type: 'text', text: words });
const use = (name: unknown, input: unknown = {}) => ({ type: 'tool_use', name, input });
const retry = (fields: object) => ({ type: 'system', subtype: 'api_retry', ...fields });

describe('a stream', () => {
  test('tells what an agent says and does, in its order', () => {
    const content = [
      text('One.'),
      use('Read', { path: 'a' }),
      { type: 'thinking' },
      text(''),
      text('Two.'),
      7,
    ];
    const { reported, facts } = read(says(content), says([use(undefined), text(5)]));
    expect(reported).toEqual([
      'tool',
      { kind: 'text', text: 'One.' },
      { kind: 'tool', tool: 'Read', input: 'a' },
      { kind: 'text', text: 'Two.' },
      'tool',
    ]);
    expect(facts.lastText).toBe('Two.');
  });

  test('tells a hundred thousand characters of a text at most', () => {
    const { reported, facts } = read(says([text(`${'x'.repeat(99_999)}yz`)]));
    expect(facts.lastText).toHaveLength(100_000);
    expect(facts.lastText.endsWith('xy')).toBe(true);
    expect(reported).toEqual([{ kind: 'text', text: facts.lastText }]);
  });

  test('knows the last error of the API that the agent met', () => {
    const errorOf = (...messages: readonly unknown[]) => read(...messages).facts.apiError;
    expect(
      errorOf(says([], { error: 'a' }), says([], { error: 'b' }), says([]), says([], { error: 7 })),
    ).toBe('b');
    expect(errorOf(says([]))).toBeUndefined();
  });

  test('tells the tools of a subagent as such, and not what it says', () => {
    const more = { parent_tool_use_id: 'toolu_1', error: 'billing_error' };
    const { reported, facts } = read(says([text('One.'), use('Read')], more));
    expect(reported).toEqual(['tool']);
    expect(facts).toMatchObject({ lastText: '', apiError: undefined });
  });

  test('tells that a tool has given its result', () => {
    const given = (type: string) => ({ type: 'user', message: { content: [{ type: 'text' }, { type }] } });
    expect(read(given('tool_result'), given('image'), { type: 'user' }).reported).toEqual(['tool']);
  });

  test('is ready with its session, and only then', () => {
    const init = { type: 'system', subtype: 'init', claude_code_version: '2.1.329', model: 'opus' };
    const { reported, facts } = read(init, { ...init, claude_code_version: 1, model: null });
    expect(reported).toEqual([
      { kind: 'ready', version: '2.1.329', model: 'opus' },
      { kind: 'ready', version: undefined, model: undefined },
    ]);
    expect(facts.initialised).toBe(true);
    expect(read({ type: 'system', subtype: 'status' })).toEqual({
      reported: [],
      facts: expect.objectContaining({ initialised: false }),
    });
  });

  test('tells why a call of the API is made again', () => {
    const { reported, facts } = read(
      retry({ error: 'overloaded', error_status: 529, attempt: 3, retry_delay_ms: 1250 }),
      retry({ error: 'server_error', retry_delay_ms: 60_000 }),
      retry({ error_status: 500 }),
    );
    expect(reported).toEqual(
      [
        'API error 529 overloaded, trying again in 1.3s (attempt 3)',
        'API error server_error, trying again in 60.0s (attempt 1)',
        'API error 500 unknown, trying again in 0.0s (attempt 1)',
      ].map((reason) => ({ kind: 'retry', reason })),
    );
    expect(facts.apiError).toBe('server_error');
  });

  test('refuses the login at the second time, and once', () => {
    const refused = retry({ error: 'authentication_failed' });
    const other = retry({ error: 'overloaded' });
    const timesOf = (...messages: readonly unknown[]) =>
      read(...messages).reported.filter((each) => each === 'refused').length;
    expect(timesOf(refused, other)).toBe(0);
    expect(timesOf(refused, other, refused)).toBe(1);
    expect(timesOf(refused, refused, refused)).toBe(1);
  });

  test('is over with its first result', () => {
    const { reported, facts } = read(
      { type: 'result', result: 'a' },
      { type: 'result' },
      says([text('late')]),
    );
    expect(reported).toEqual(['result']);
    expect(facts.result).toEqual({ type: 'result', result: 'a' });
  });

  test('may hold what nobody knows', () => {
    const odd = ['', '{', '[]', '7', 'null', '{}', { type: 'constructor' }, { type: 7 }, says([null])];
    expect(read(...odd).reported).toEqual([]);
  });

  test('knows the last word on limits, where that is a refusal', () => {
    const limit = (info: unknown) => ({ type: 'rate_limit_event', rate_limit_info: info });
    const lastOf = (...infos: readonly unknown[]) => read(...infos.map(limit)).facts.refusedLimit;
    expect(lastOf({ status: 'rejected', n: 1 }, { status: 'rejected', n: 2 })).toEqual({
      status: 'rejected',
      n: 2,
    });
    expect(lastOf({ status: 'rejected' }, { status: 'allowed' })).toBeUndefined();
    expect(lastOf({ status: 'rejected', isUsingOverage: true })).toBeUndefined();
    expect(lastOf({ status: 'rejected', isUsingOverage: 1 })).toBeDefined();
    expect(lastOf('rejected')).toBeUndefined();
  });

  test('knows the calls that a rule forbids, and which of them a hook', () => {
    const rejected = (id: unknown, reason_type: unknown, decision = 'reject') => ({
      id,
      permission_decision: { decision, reason_type },
    });
    const metas = [
      rejected('a', 'rule'),
      rejected('b', 'subcommandResults'),
      rejected('c', 'hook'),
      rejected('d', 'other'),
      rejected('e', 'rule', 'allow'),
      rejected(7, 'rule'),
      rejected('f', undefined),
      null,
      { id: 'g' },
    ];
    const { facts } = read({ type: 'user', tool_result_meta: metas });
    expect([...facts.forbidden]).toEqual(['a', 'b', 'c']);
    expect([...facts.hooked]).toEqual(['c']);
  });

  test('knows ten thousand of them at most', () => {
    const metas = Array.from({ length: 10_001 }, (_, at) => ({
      id: String(at),
      permission_decision: { decision: 'reject', reason_type: 'hook' },
    }));
    const { facts } = read({ type: 'user', tool_result_meta: metas });
    expect([facts.forbidden.size, facts.hooked.size]).toEqual([10_000, 10_000]);
  });
});

describe('a message that is read while a turn goes on', () => {
  const started = { type: 'command_lifecycle', command_uuid: 'm1', state: 'started' };
  const result = (words: string) => ({ type: 'result', subtype: 'success', result: words });

  test('is named, once the agent begins to read it', () => {
    const queued = { ...started, state: 'queued' };
    expect(
      read(queued, started, { ...started, state: 'completed' }, { ...started, command_uuid: 7 }),
    ).toMatchObject({
      reported: ['read m1'],
    });
  });

  test('takes the place of what was answered before it', () => {
    const isOver = [false, true];
    const { reported, facts } = readUntil(
      () => isOver.shift() ?? true,
      result('before'),
      started,
      result('after'),
      result('too late'),
    );
    expect(reported).toEqual(['result', 'read m1', 'result']);
    expect(facts.result).toMatchObject({ result: 'after' });
  });

  test('leaves no result, until there is one', () => {
    expect(readUntil(() => false, result('before'), started).facts.result).toBeUndefined();
  });
});
