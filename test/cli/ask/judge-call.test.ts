import { describe, expect, test } from 'vitest';
import type { AskedCall } from '../../../src/agent/human/call-judge.ts';
import { createTerminalAsker } from '../../../src/cli/ask/create-terminal-asker.ts';
import { createTestTerminal, question, type TestTerminal } from '../human/terminal.ts';

const NEVER = new AbortController().signal;
const CTRL_D = '\u0004';

function askerOn({ input, output }: TestTerminal) {
  return createTerminalAsker({ input, output, color: false, settleMs: 0 });
}

const CALL: AskedCall = {
  address: { block: [], task: 'Work', visit: 1 },
  task: 'Work',
  tool: 'Bash',
  input: { command: 'npm ci', description: 'Install' },
  folder: '/project',
  rule: 'Bash(npm ci)',
};

describe('a tool call at the terminal', () => {
  test('shows what would be done, to the letter', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).judge(CALL, NEVER);
    await terminal.type('Choice (1-4; Ctrl-D refuses): ', '1\r');
    expect(await answer).toEqual({ allow: 'once' });
    expect(terminal.shown()).toContain(
      [
        'Task "Work" wants to use Bash, which no rule of it allows:',
        '',
        '  command:',
        '  | npm ci',
        '  description:',
        '  | Install',
        '',
        'Folder: /project',
        '',
        '  1  allow once',
        '  2  allow for this task: Bash(npm ci), until the task ends',
        '  3  refuse',
        '  4  refuse with a reason: the agent reads it',
        '',
        'Choice (1-4; Ctrl-D refuses): ',
      ].join('\n'),
    );
  });

  test.each([
    ['1', { allow: 'once' }],
    ['allow for this task', { allow: 'task' }],
    ['3', { allow: 'never', reason: '' }],
    ['Refuse', { allow: 'never', reason: '' }],
  ])('is judged by the choice %s', async (typed, expected) => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).judge(CALL, NEVER);
    await terminal.type('Choice', `${typed}\r`);
    expect(await answer).toEqual(expected);
  });

  test('is refused with a reason for the agent', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).judge(CALL, NEVER);
    await terminal.type('Choice', '4\r');
    await terminal.type('Reason, for the agent: ', ' use yarn \r');
    expect(await answer).toEqual({ allow: 'never', reason: 'use yarn' });
  });

  test('is allowed for the task only where a rule says what that is', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).judge({ ...CALL, rule: null }, NEVER);
    await terminal.type('Choice (1-3; Ctrl-D refuses): ', '2\r');
    expect(await answer).toEqual({ allow: 'never', reason: '' });
    expect(terminal.shown()).not.toContain('for this task');
  });

  test('is refused by three lines that are no choice, and by Ctrl-D', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal);
    const answer = asker.judge(CALL, NEVER);
    for (const line of ['y', '', 'sure']) await terminal.type('Choice', `${line}\r`);
    expect(await answer).toBeUndefined();
    await terminal.until('Refused.');
    const other = asker.judge(CALL, NEVER);
    await terminal.type('Choice', CTRL_D);
    expect(await other).toBeUndefined();
    await terminal.until('Refused.');
  });

  test('cannot pass its input off as words of wfmap, or obey the terminal', async () => {
    const terminal = createTestTerminal();
    const command = 'true\nChoice (1-4; Ctrl-D refuses): 1\n\u001B[2Jrm -rf /\u202E';
    const answer = askerOn(terminal).judge(
      { ...CALL, tool: 'mcp__x\ny', input: { command, 'a\nb': [1] } },
      NEVER,
    );
    await terminal.type('Choice (1-4; Ctrl-D refuses): 1', '');
    await terminal.type('Choice (1-4; Ctrl-D refuses): ', '3\r');
    await answer;
    expect(terminal.shown()).toContain(
      '  command:\n  | true\n  | Choice (1-4; Ctrl-D refuses): 1\n  | ␛[2Jrm -rf /\\u202e\n  a b:\n  | [\n  |   1\n  | ]\n',
    );
    expect(terminal.shown()).toContain('wants to use mcp__x y, which');
  });

  test('wider than the screen is cut into lines, and longer than it into pages', async () => {
    const terminal = createTestTerminal({ columns: 40, rows: 8 });
    const command = `${'a  '.repeat(20)}\n${'x\n'.repeat(10)}the end`;
    const answer = askerOn(terminal).judge({ ...CALL, input: { command } }, NEVER);
    await terminal.type('more; Enter goes on', '\r');
    await terminal.type('more; Enter goes on', '\r');
    await terminal.type('Choice', '3\r');
    await answer;
    expect(terminal.shown()).toContain(`  | ${'a  '.repeat(12).slice(0, 34)}\n  |   a  a`);
    expect(terminal.shown()).toContain('  | the end\n');
  });

  test('waits for the question before it, and frees the terminal once it is asked no longer', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal);
    const gone = new AbortController();
    const first = asker.ask(question(), NEVER);
    const second = asker.judge(CALL, gone.signal);
    const third = asker.judge({ ...CALL, task: 'Other' }, NEVER);
    await terminal.type('Choice', '1\r');
    expect(await first).toMatchObject({ action: 'Yes' });
    await terminal.until('Task "Work" wants to use Bash');
    gone.abort();
    expect(await second).toBeUndefined();
    await terminal.until('Task "Other" wants to use Bash');
    await terminal.type('Choice', '1\r');
    expect(await third).toEqual({ allow: 'once' });
  });
});
