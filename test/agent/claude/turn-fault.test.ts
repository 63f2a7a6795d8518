import { expect, test } from 'vitest';
import { judgeResult, type Turn } from '../../../src/agent/claude/judge-result.ts';
import { longArgumentFault } from '../../../src/agent/claude/long-argument.ts';
import { END, limitLine, result, turnOf } from './turns.ts';

const bad = (fields: object): string => result({ is_error: true, terminal_reason: 'api_error', ...fields });
const apiError = (error: string): string => JSON.stringify({ type: 'assistant', error, message: {} });
const retry = (error: string): string => JSON.stringify({ type: 'system', subtype: 'api_retry', error });
const INIT = JSON.stringify({ type: 'system', subtype: 'init' });
const ended = (fields: object): Partial<Turn> => ({ end: { ...END, ...fields } });

type Case = readonly [title: string, lines: readonly string[], changes?: Partial<Turn>];

const ENDS = [
  'error_max_turns',
  'error_max_budget_usd',
  'error_max_structured_output_retries',
  'blocking_limit',
  'prompt_too_long',
  'hook_stopped',
  'stop_hook_prevented',
  'error_during_execution',
  'constructor',
];

const CASES: readonly Case[] = [
  ...ENDS.map((subtype): Case => [`subtype ${subtype}`, [bad({ subtype, result: undefined })]]),
  ...ENDS.map((reason): Case => [`terminal reason ${reason}`, [bad({ terminal_reason: reason })]]),
  ...[400, 401, 403, 404, 408, 409, 413, 429, 499, 500, 529].map((status): Case => [
    `status ${status}`,
    [bad({ api_error_status: status, result: 'API Error' })],
  ]),
  ...['authentication_failed', 'billing_error', 'max_output_tokens', 'server_error'].map((error): Case => [
    `API error ${error}`,
    [apiError(error), bad({ result: 'It did not go well' })],
  ]),
  ['the last API error counts', [apiError('billing_error'), retry('server_error'), bad({})]],
  [
    'an API error stays until another is told',
    [apiError('billing_error'), JSON.stringify({ type: 'assistant' }), bad({})],
  ],
  ['bypass as root', [bad({ startup_failure_reason: 'bypass_root', result: 'Not as root' })]],
  ['another failure to start', [bad({ startup_failure_reason: 'bad_settings', result: 'No settings' })]],
  ['a refusal', [bad({ stop_reason: 'refusal' })]],
  ['no words, and a subtype', [bad({ subtype: 'odd', result: '' })]],
  ['no words, and no subtype', [bad({ subtype: undefined, result: undefined })]],
  ['errors before the result', [bad({ errors: ['one', 2, 'two'], result: 'three' })]],
  ['words over several lines', [bad({ result: '  a\n\tb\u0007c  ' })]],
  ['500 characters', [bad({ result: 'x'.repeat(500) })]],
  ['501 characters', [bad({ result: 'x'.repeat(501) })]],
  ['many characters behind blanks', [bad({ result: `${' '.repeat(999)}xy` })]],
  [
    'a limit, whose end the result tells',
    [
      bad({
        api_error: 'usage_limit_reached',
        result: 'Used up',
        rate_limit_info: { resetsAt: 1_790_000_000 },
      }),
    ],
  ],
  [
    'a limit, whose end the stream tells too',
    [
      limitLine({ resetsAt: 1_790_000_000 }),
      bad({ api_error: 'usage_limit_reached', rate_limit_info: { resetsAt: 5 } }),
    ],
  ],
  [
    'a limit in words, with a status of its own',
    [bad({ api_error_status: 500, result: 'Usage limit reached' })],
  ],
  ['a limit that ends at no time', [limitLine({ resetsAt: 0 }), bad({ api_error_status: 429 })]],
  ['a limit that ends after the year 9999', [limitLine({ resetsAt: 1e15 }), bad({ api_error_status: 429 })]],
  ['a limit that ends on no day', [limitLine({ resetsAt: '2026-99-01' }), bad({ api_error_status: 429 })]],
  ['a limit that ends in words', [limitLine({ resetsAt: 'soon' }), bad({ api_error_status: 429 })]],
  ['a limit in many words', [bad({ result: `${' '.repeat(200)}Usage limit reached` })]],
  ['no result, and words', [], ended({ stderr: ' boom\n at x ' })],
  ['no result, by a signal', [], ended({ exitCode: null, signal: 'SIGSEGV' })],
  ...[0, 1, 2, 126, 127, 129, 130, 137, 139, 143].map((exitCode): Case => [
    `no result, exit code ${exitCode}`,
    [],
    ended({ exitCode }),
  ]),
  ['a refused command line', [], ended({ exitCode: 1, stderr: "\n error: unknown option '--x'" })],
  ['words in the middle of others', [], ended({ exitCode: 1, stderr: 'an error: x' })],
  ['an error after the session began', [INIT], ended({ exitCode: 1, stderr: 'error: x' })],
  ['an error that is none', [], ended({ exitCode: 0, stderr: 'error: x' })],
  ['a session in use', [], ended({ exitCode: 1, stderr: 'Error: Session ID 7 is already in use.' })],
  [
    'an unknown session',
    [],
    ended({ exitCode: 1, stderr: 'Error: No conversation found with session ID: 7' }),
  ],
  ['an unknown session, told by the result', [bad({ errors: ['No conversation found with session ID'] })]],
  ['a refused login', [], { refused: true }],
  ['a refused login, with a result', [bad({ result: 'Interrupted' })], { refused: true }],
  [
    'no start',
    [],
    ended({
      startFault: { kind: 'program-missing', message: 'No such program.', help: 'x', retryable: false },
    }),
  ],
  [
    'no start for now',
    [],
    ended({ startFault: { kind: 'machine-short', message: 'No memory.', help: 'x', retryable: true } }),
  ],
  ['a time that is over', [], ended({ timedOut: true, exitCode: 143 })],
  ['a time that is over, with a result', [bad({ result: 'Interrupted' })], ended({ timedOut: true })],
  ['an empty message', [result({ result: ' \n' })], withoutChoice()],
  ['no message', [result({ result: undefined })], withoutChoice()],
];

/** A task that chooses nothing and is told nothing of its time. */
function withoutChoice(): Partial<Turn> {
  const { request } = turnOf([]);
  return { request: { ...request, actions: [], timeoutMs: undefined } };
}

test('each way in which a turn fails is told by its class, its reason and what helps', async () => {
  const reported = CASES.map(([title, lines, changes]) => {
    const reply = judgeResult(turnOf(lines, changes));
    if (reply.outcome !== 'failed') return `${title}: ${reply.outcome}\n`;
    const { fault, resetsAt, reason, help, sessionKnown } = reply;
    const until = resetsAt === undefined ? '' : ` until ${resetsAt}`;
    const session = sessionKnown ? ', with a session' : '';
    const helps = help === undefined ? '' : `  help: ${help}\n`;
    const shown = reason.replace(/x{20,}/, (run) => `<${run.length} x>`);
    return `${title}: ${fault}${until}${session}\n  ${shown}\n${helps}`;
  });
  await expect(reported.join('\n')).toMatchFileSnapshot('../../fixtures/agent/failed-turns.txt');
});

test('a time of which nothing is known is told as none', () => {
  const { request } = turnOf([]);
  const turn = turnOf([], { ...ended({ timedOut: true }), request: { ...request, timeoutMs: undefined } });
  expect(judgeResult(turn)).toMatchObject({ reason: 'timed out after 0s' });
});

test('an argument that Linux would not take is told by its flag and size, and what is no longer is taken', () => {
  const fits = `--json-schema=${'x'.repeat(131_071 - 14)}`;
  expect(longArgumentFault(['-p', fits])).toBeUndefined();
  expect([`${fits}x`, `--model=${'é'.repeat(66_000)}`].map((arg) => longArgumentFault(['-p', arg]))).toEqual([
    {
      fault: 'permanent',
      resetsAt: undefined,
      reason:
        'The schema of the output takes 131072 bytes on the command line of Claude Code, which takes 131071.',
      help: 'Shorten its descriptions, or ask for less in one task.',
    },
    {
      fault: 'permanent',
      resetsAt: undefined,
      reason:
        'The value of --model takes 132008 bytes on the command line of Claude Code, which takes 131071.',
      help: 'Make it shorter.',
    },
  ]);
});
