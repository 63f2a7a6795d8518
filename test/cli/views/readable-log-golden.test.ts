import { expect, test } from 'vitest';
import { toReadableLog } from '../../../src/agent/claude/readable-log.ts';

const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { content },
  ...more,
});
const results = (...content: readonly unknown[]) => ({ type: 'user', message: { content } });
const result = (content: unknown, isError: unknown = false) => ({
  type: 'tool_result',
  content,
  is_error: isError,
});
const init = (more: object) => ({ type: 'system', subtype: 'init', ...more });
const retry = (more: object) => ({ type: 'system', subtype: 'api_retry', ...more });
const end = (more: object) => ({ type: 'result', subtype: 'success', duration_ms: 61_000, ...more });
const tool = (name: unknown, input: unknown) => assistant([{ type: 'tool_use', name, input }]);
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

/** What an agent's program may write, a line each: a text as it is, anything else as JSON. */
const WRITTEN: readonly unknown[] = [
  '',
  '   ',
  ' not JSON\t\u001b[2J ',
  'x'.repeat(501),
  '[1]',
  { type: 'other' },
  { type: 'system', subtype: 'other' },
  init({}),
  init({ claude_code_version: '2.1.0' }),
  init({ model: 'm' }),
  init({ claude_code_version: '2.1.0', model: 'm', permissionMode: 'plan' }),
  init({ model: 'm'.repeat(250) }),
  retry({}),
  retry({ error: 'overloaded', retry_delay_ms: 1250 }),
  retry({ error_status: 529, retry_delay_ms: 40 }),
  assistant([]),
  assistant('words'),
  assistant(['words', null, { type: 'text', text: 'only objects count' }]),
  assistant([
    { type: 'text', text: '  ' },
    { type: 'thinking', thinking: 'hm' },
  ]),
  assistant([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two\nthree' },
  ]),
  assistant([{ type: 'text', text: 'API Error\nmore' }], { error: 'rate_limit' }),
  assistant([{ type: 'text', text: 'x'.repeat(2001) }]),
  tool('Bash', { command: 'ls\n-l', description: 'Lists' }),
  tool('Read', { file_path: 'a.ts' }),
  tool('Odd', { a: 1 }),
  tool('None', undefined),
  tool(undefined, {}),
  results(),
  results({ type: 'text', text: 'of the user' }),
  results(result('')),
  results(result(' \n ')),
  results(result('Structured output provided successfully\n')),
  results(result('done'), result('again')),
  results(result('done', 'true')),
  results(result('Exit code 1\nmore', true)),
  results(result([{ type: 'text', text: 'a' }, 'b', { type: 'image' }, { type: 'text', text: 'c' }])),
  results(result(lines(8))),
  results(result(lines(9))),
  results(result(lines(12), true)),
  results(result('x'.repeat(161))),
  end({}),
  end({ duration_ms: 'long' }),
  end({ structured_output: { action: 'Go', note: 'x\ny' } }),
  end({ structured_output: { note: 'x'.repeat(600) } }),
  end({ is_error: true, result: 'Not logged in' }),
  end({ is_error: true, errors: ['one', 2, 'three'], result: 'unused' }),
  end({ subtype: 'error_max_turns' }),
  end({ subtype: 'error_max_turns', is_error: false, structured_output: { action: 'Go' } }),
  { simulation: true, action: 'Go on' },
  { simulation: true },
  { simulation: 'yes', action: 'Go on' },
];

test('each line of an agent is read to a person in so many words', async () => {
  const shortened = (text: string): string =>
    text.replaceAll(/([a-z])\1{20,}/g, (all, sign: string) => `<${all.length} ${sign}>`);
  const text = WRITTEN.map((each) => {
    const line = typeof each === 'string' ? each : JSON.stringify(each);
    return `## ${shortened(line.replaceAll('\u001b', '<escape>'))}\n${shortened(toReadableLog(line))}`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot('../../fixtures/cli/readable-log.txt');
});
