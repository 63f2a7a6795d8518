import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toReadableLog } from '../../../src/agent/claude/readable-log.ts';

const read = (message: object): string => toReadableLog(JSON.stringify(message));

function assistant(...content: object[]): object {
  return { type: 'assistant', message: { content } };
}

function result(content: unknown, isError = false): object {
  return { type: 'user', message: { content: [{ type: 'tool_result', content, is_error: isError }] } };
}

test('the begin of a turn names the program, the model and the permission mode', () => {
  const init = { type: 'system', subtype: 'init', claude_code_version: '2.1.0', model: 'm', session_id: 's' };
  expect(read({ ...init, permissionMode: 'acceptEdits' })).toBe('-- claude 2.1.0, m, acceptEdits\n');
});

test('what the agent says stands line by line', () => {
  expect(read(assistant({ type: 'text', text: 'One\n\n  two \n' }))).toBe('One\n\ntwo\n');
});

test('a tool is told by what names its call best', () => {
  const input = { description: 'Runs', command: 'npm test' };
  expect(read(assistant({ type: 'tool_use', name: 'Bash', input }))).toBe('> Bash npm test\n');
});

test('of a result the first lines are shown, and how many more there are', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
  expect(read(result([{ type: 'text', text: lines.join('\n\n') }]))).toBe(
    `${lines
      .slice(0, 8)
      .map((line) => `  ${line}\n`)
      .join('')}  … 2 more lines\n`,
  );
});

test('a result that is an error is marked', () => {
  expect(read(result('Exit code 1', true))).toBe('  ! Exit code 1\n');
});

test('an answer in a schema is told once, at the end of the turn', () => {
  expect(read(result('Structured output provided successfully'))).toBe('');
  const end = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1200,
    result: '{"action":"Go"}',
  };
  expect(read({ ...end, structured_output: { action: 'Go' } })).toBe(
    '= answered {"action":"Go"} after 1.2 s\n',
  );
  expect(read(end)).toBe('= ended after 1.2 s\n');
});

test('a turn that failed says why', () => {
  const end = { type: 'result', subtype: 'success', is_error: true, duration_ms: 5, result: 'Not logged in' };
  expect(read(end)).toBe('= failed after 5 ms: Not logged in\n');
  expect(read({ ...end, subtype: 'error_max_turns', errors: ['Reached 2'] })).toBe(
    '= failed after 5 ms: Reached 2\n',
  );
});

test('errors of the API are marked', () => {
  const retry = { type: 'system', subtype: 'api_retry', error: 'overloaded', error_status: 529 };
  expect(read({ ...retry, retry_delay_ms: 600 })).toBe('! API error 529 overloaded, trying again in 0.6 s\n');
  expect(read({ ...assistant({ type: 'text', text: 'API Error: 529' }), error: 'overloaded' })).toBe(
    '! API Error: 529\n',
  );
});

test('any line gives whole lines without control characters', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .record({
        type: fc.constantFrom('assistant', 'user', 'system', 'result'),
        subtype: fc.constantFrom('init', 'api_retry', 'success', 1),
        message: fc.record({ content: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()) }),
        error: fc.jsonValue(),
        structured_output: fc.jsonValue(),
        errors: fc.jsonValue(),
        result: fc.string({ unit: 'binary' }),
      })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(anything, (line) => {
      const shown = toReadableLog(line);
      expect(shown === '' || shown.endsWith('\n')).toBe(true);
      // oxlint-disable-next-line eslint/no-control-regex
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
});
