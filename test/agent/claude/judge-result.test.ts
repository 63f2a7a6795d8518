import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeResult } from '../../../src/agent/claude/judge-result.ts';
import { END, limitLine, result, turnOf } from './turns.ts';

test('a good result is an answer whatever became of the process', () => {
  const end = { ...END, exitCode: 143, timedOut: true, stderr: 'x' };
  const turn = turnOf([result({})], { end, stopped: true });
  expect(judgeResult(turn)).toMatchObject({ outcome: 'answered', action: 'Go', durationMs: 5 });
});

test.each([
  ['is_error', { is_error: true }],
  ['a missing is_error', { is_error: undefined }],
  ['another subtype', { subtype: 'error_during_execution' }],
  ['another terminal reason', { terminal_reason: 'hook_stopped' }],
  ['another terminal reason of the API', { terminal_reason: 'api_error' }],
])('%s makes it no success, though the text names an action', (_title, fields) => {
  expect(judgeResult(turnOf([result(fields)]))).toMatchObject({ outcome: 'failed', text: 'ACTION: Go' });
});

test('a result without a terminal reason is a success: programs of old have none', () => {
  expect(judgeResult(turnOf([result({ terminal_reason: undefined })]))).toMatchObject({
    outcome: 'answered',
  });
});

test('the first result counts', () => {
  const lines = [result({ result: 'no line' }), result({})];
  expect(judgeResult(turnOf(lines))).toMatchObject({ outcome: 'rejected', text: 'no line' });
});

test('silence is reported in seconds, with what to do about it', () => {
  const turn = turnOf([], { end: { ...END, exitCode: 143, wasSilent: true } });
  expect(judgeResult({ ...turn, request: { ...turn.request, silenceMs: 900_000 } })).toMatchObject({
    outcome: 'failed',
    fault: 'transport',
    reason: 'was silent for 900s',
    help: 'Give the task a longer "silence" in the map, where its tools take long.',
  });
});

test('a timeout is told in seconds', () => {
  const turn = turnOf([], { end: { ...END, exitCode: 143, timedOut: true } });
  expect(judgeResult(turn)).toMatchObject({
    outcome: 'failed',
    fault: 'transport',
    reason: 'timed out after 30s',
  });
});

test.each([
  [143, 'The agent was ended by SIGTERM without a result.', 'transport'],
  [137, 'The agent was ended by SIGKILL without a result.', 'transport'],
  [1, 'The agent ended with exit code 1 without a result.', 'transport'],
  [127, 'The agent ended with exit code 127 without a result.', 'permanent'],
])('exit code %i without a result is told as it is', (exitCode, reason, fault) => {
  const turn = turnOf([], { end: { ...END, exitCode } });
  expect(judgeResult(turn)).toMatchObject({ outcome: 'failed', reason, fault });
});

test('what a result says of a refusal of the model is permanent', () => {
  const turn = turnOf([result({ is_error: true, terminal_reason: 'api_error', stop_reason: 'refusal' })]);
  expect(judgeResult(turn)).toMatchObject({ fault: 'permanent', reason: 'The model refused the prompt.' });
});

const LIMITS: [string, object, readonly string[], string | undefined][] = [
  ['its name', { api_error: 'usage_limit_reached', api_error_status: 429 }, [], undefined],
  [
    'its sentence',
    { result: "You've hit your weekly limit · resets Mon 3pm", api_error_status: null },
    [],
    undefined,
  ],
  ['an older sentence', { result: '5-hour limit reached ∙ resets 3am' }, [], undefined],
  [
    'a 429 after a refusal',
    { api_error_status: 429 },
    [limitLine({ resetsAt: 1_790_000_000_000 })],
    '2026-09-21T14:13:20.000Z',
  ],
  [
    'seconds as a text',
    { api_error_status: 429 },
    [limitLine({ resetsAt: '1790000000' })],
    '2026-09-21T14:13:20.000Z',
  ],
  [
    'a time as a text',
    { api_error_status: 429 },
    [limitLine({ resetsAt: '2026-09-21T16:13:20+02:00' })],
    '2026-09-21T14:13:20.000Z',
  ],
  ['a time without sense', { api_error_status: 429 }, [limitLine({ resetsAt: 1e300 })], undefined],
  [
    'the form of old',
    { is_error: false, terminal_reason: undefined, result: 'Claude AI usage limit reached|1790000000' },
    [],
    '2026-09-21T14:13:20.000Z',
  ],
];

test.each(LIMITS)('a limit of the subscription is known by %s', (_title, fields, lines, resetsAt) => {
  const bad = { is_error: true, terminal_reason: 'api_error', ...fields };
  const reply = judgeResult(turnOf([...lines, result(bad)]));
  expect(reply).toMatchObject({ outcome: 'failed', fault: 'limit', resetsAt });
});

test.each([
  ['a 429 alone', { api_error_status: 429 }, []],
  ['another error after a refusal', { api_error_status: 529 }, [limitLine({})]],
  ['a 429 after a warning', { api_error_status: 429 }, [limitLine({ status: 'allowed_warning' })]],
  ['a 429 beyond a limit that is paid for', { api_error_status: 429 }, [limitLine({ isUsingOverage: true })]],
  [
    'a 429 after a refusal that was lifted',
    { api_error_status: 429 },
    [limitLine({}), limitLine({ status: 'allowed' })],
  ],
  ['a limit of the context', { result: 'Context limit reached · /compact' }, []],
])('%s is no limit of the subscription', (_title, fields, lines) => {
  const reply = judgeResult(
    turnOf([...lines, result({ is_error: true, terminal_reason: 'api_error', ...fields })]),
  );
  expect(reply).toMatchObject({ outcome: 'failed', fault: 'transport', resetsAt: undefined });
});

test('the words of a subagent are not the agent’s', () => {
  const line = (parent: string | null, text: string) =>
    JSON.stringify({
      type: 'assistant',
      parent_tool_use_id: parent,
      message: { content: [{ type: 'text', text }] },
    });
  const turn = turnOf([line(null, 'mine'), line('toolu_1', 'theirs')]);
  expect(judgeResult(turn)).toMatchObject({ outcome: 'failed', text: 'mine' });
});

test('a call that a rule forbids has no rule that would allow it, one that lacks a rule has', () => {
  const rejected = (id: string, reason: string) =>
    JSON.stringify({
      type: 'user',
      tool_result_meta: [{ id, permission_decision: { decision: 'reject', reason_type: reason } }],
    });
  const denial = (id: string, command: string) => ({
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command },
  });
  const turn = turnOf([
    rejected('one', 'rule'),
    rejected('two', 'subcommandResults'),
    rejected('three', 'asyncAgent'),
    rejected('four', 'hook'),
    result({
      permission_denials: [denial('one', 'a'), denial('two', 'b'), denial('three', 'c'), denial('four', 'd')],
    }),
  ]);
  expect(judgeResult(turn).denials).toEqual([
    { tool: 'Bash', input: 'a', rule: null },
    { tool: 'Bash', input: 'b', rule: null },
    { tool: 'Bash', input: 'c', rule: 'Bash(c)' },
    { tool: 'Bash', input: 'd', rule: null },
  ]);
});

test('no stream makes it throw', () => {
  const json = fc.jsonValue();
  const content = fc.array(
    fc.oneof(
      json,
      fc.record({ type: fc.constantFrom('text', 'tool_use'), text: json, name: json, input: json }),
    ),
  );
  const message = fc.record(
    {
      type: fc.constantFrom('system', 'assistant', 'user', 'result', 'control_request', 'rate_limit_event'),
      rate_limit_info: fc.oneof(fc.record({ status: fc.constant('rejected'), resetsAt: json }), json),
      subtype: fc.oneof(fc.constantFrom('init', 'api_retry', 'success', 'constructor'), json),
      message: fc.oneof(fc.record({ content }), json),
      error: json,
      is_error: fc.oneof(fc.boolean(), json),
      tool_result_meta: fc.oneof(fc.array(fc.record({ id: json, permission_decision: json })), json),
      terminal_reason: fc.oneof(fc.constantFrom('completed', '__proto__'), json),
      api_error_status: fc.oneof(fc.integer(), json),
      result: json,
      errors: json,
      structured_output: json,
      permission_denials: fc.oneof(fc.array(fc.record({ tool_name: json, tool_input: json })), json),
      model_usage_since_last_result: json,
      usage: json,
    },
    { requiredKeys: ['type'] },
  );
  const line = fc.oneof(
    fc.string(),
    json.map((value) => JSON.stringify(value)),
    message.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.constantFrom('text', 'structured'), (lines, channel) => {
      const turn = turnOf(lines);
      const output = lines.length % 2 === 0 ? undefined : true;
      const reply = judgeResult({ ...turn, request: { ...turn.request, channel, output } });
      expect(['answered', 'rejected', 'failed']).toContain(reply.outcome);
    }),
    { numRuns: 500 },
  );
});
