import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeResult, type Turn } from '../../../src/agent/claude/judge-result.ts';
import { createStreamReader } from '../../../src/agent/claude/read-stream.ts';

const END = {
  exitCode: 0,
  signal: null,
  stderr: '',
  timedOut: false,
  startFault: undefined,
  leftovers: 0,
  durationMs: 5,
};

function turnOf(lines: readonly string[], changes: Partial<Turn> = {}): Turn {
  const reader = createStreamReader({
    onProgress: () => undefined,
    onResult: () => undefined,
    onRefused: () => undefined,
  });
  for (const line of lines) reader.line(line);
  return {
    request: {
      actions: [{ name: 'Go', choose: undefined }],
      channel: 'text',
      session: { id: 's', continues: false },
      timeoutMs: 30_000,
    },
    stream: reader.facts(),
    end: END,
    stopped: false,
    refused: false,
    ...changes,
  };
}

function result(fields: object): string {
  const good = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    terminal_reason: 'completed',
    result: 'ACTION: Go',
  };
  return JSON.stringify({ ...good, ...fields });
}

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
    result({ permission_denials: [denial('one', 'a'), denial('two', 'b'), denial('three', 'c')] }),
  ]);
  expect(judgeResult(turn).denials).toEqual([
    { tool: 'Bash', input: 'a', rule: null },
    { tool: 'Bash', input: 'b', rule: null },
    { tool: 'Bash', input: 'c', rule: 'Bash(c)' },
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
      type: fc.constantFrom('system', 'assistant', 'user', 'result', 'control_request'),
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
      const reply = judgeResult({ ...turn, request: { ...turn.request, channel } });
      expect(['answered', 'rejected', 'failed']).toContain(reply.outcome);
    }),
    { numRuns: 500 },
  );
});
