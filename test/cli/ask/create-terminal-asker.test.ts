import { describe, expect, test, vi } from 'vitest';
import { createTerminalAsker, type AskerOptions } from '../../../src/cli/ask/create-terminal-asker.ts';
import { displayWidth } from '../../../src/diagnostics/display-width.ts';
import { createTestTerminal, field, question, type TestTerminal } from '../human/terminal.ts';

const NEVER = new AbortController().signal;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** As a terminal goes: its input ends, and what sets its mode fails by an event. */
function hangUp({ input }: TestTerminal): void {
  input.setRawMode = () => input.emit('error', new Error('setRawMode EIO'));
  input.end();
}

function askerOn(terminal: TestTerminal, changes: Partial<AskerOptions> = {}) {
  const { input, output } = terminal;
  return createTerminalAsker({ input, output, color: false, settleMs: 0, ...changes });
}

describe('a question at the terminal', () => {
  test('shows its text, its choices and what they are for', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question(), NEVER);
    await terminal.type('Choice', '1\r');
    expect(await answer).toEqual({ action: 'Yes', fields: {}, via: 'terminal' });
    expect(terminal.shown()).toContain(
      'Task "Approve" asks:\n\nIs this plan good?\n\n  1  Yes: the plan can be followed\n  2  No\n',
    );
  });

  test.each([
    ['2', 'No'],
    [' no ', 'No'],
    ['YES', 'Yes'],
  ])('takes a number, or a name in any letter case: %s', async (typed, action) => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question(), NEVER);
    await terminal.type('Choice', `${typed}\r`);
    expect(await answer).toMatchObject({ action });
  });

  test('asks again after what is no choice, with a guess', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question(), NEVER);
    await terminal.type('Choice', 'Yess\r');
    await terminal.type('Did you mean "Yes"?', '\r');
    await terminal.type('Choice', '3\r');
    await terminal.type('There is no choice "3".', '1\r');
    expect(await answer).toMatchObject({ action: 'Yes' });
  });

  test('takes a lone choice by Enter, and never by itself', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question({ choices: [{ name: 'Go on', choose: null }] }), NEVER);
    await terminal.type('Choice (Enter', '\r');
    expect(await answer).toMatchObject({ action: 'Go on' });
  });

  test('tells numbers from names that are numbers', async () => {
    const terminal = createTestTerminal();
    const choices = ['2', '1'].map((name) => ({ name, choose: null }));
    const answer = askerOn(terminal).ask(question({ choices }), NEVER);
    await terminal.type('#1  2', '1\r');
    expect(await answer).toMatchObject({ action: '1' });
  });

  test('says until when an answer counts', async () => {
    const terminal = createTestTerminal();
    const now = (): number => Date.parse('2026-01-01T10:00:00.000Z');
    const asker = askerOn(terminal, { now });
    const answer = asker.ask(question({ deadline: '2026-01-01T12:30:00.000Z' }), NEVER);
    await terminal.type('Answer within 2h 30m (until 2026-01-01T12:30:00Z).', '1\r');
    expect(await answer).toMatchObject({ action: 'Yes' });
  });

  test('shows what could steer a terminal as signs', async () => {
    const terminal = createTestTerminal();
    const text = 'red \u001B[31m and \u202Eback\u0007';
    const choices = [{ name: 'a\u001B[2Jb', choose: 'c\u001B]0;x\u0007' }];
    const answer = askerOn(terminal).ask(question({ text, choices }), NEVER);
    await terminal.type('Choice', '\r');
    await answer;
    for (const sign of ['\u0007', '\u001B', '\u202E']) expect(terminal.shown()).not.toContain(sign);
    expect(terminal.shown()).toContain('red ␛[31m and \\u202eback␇');
  });
});

describe('a long text', () => {
  const text = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n');

  test('is shown page by page', async () => {
    const terminal = createTestTerminal({ rows: 24 });
    const answer = askerOn(terminal).ask(question({ text }), NEVER);
    await terminal.type('-- 38 more', '\r');
    await terminal.type('-- 16 more', '\r');
    await terminal.type('line 60', '1\r');
    expect(await answer).toMatchObject({ action: 'Yes' });
  });

  test('is left by q', async () => {
    const terminal = createTestTerminal({ rows: 24 });
    const answer = askerOn(terminal).ask(question({ text }), NEVER);
    await terminal.type('-- 38 more', 'q\r');
    await terminal.type('Choice', '1\r');
    await answer;
    expect(terminal.shown()).not.toContain('line 23\n');
  });

  test('fits 40 columns, with its choices', async () => {
    const terminal = createTestTerminal({ columns: 40, rows: 200 });
    const long = `    indented ${'word '.repeat(40)}\n${'x'.repeat(100)} ${'宽'.repeat(50)}`;
    const choices = [
      { name: 'A choice with a rather long name', choose: 'when all of it is as it was before' },
    ];
    const answer = askerOn(terminal).ask(question({ text: long, choices }), NEVER);
    await terminal.type('Choice', '\r');
    await answer;
    expect(
      terminal
        .shown()
        .split('\n')
        .filter((line) => displayWidth(line) > 40),
    ).toEqual([]);
    expect(terminal.shown().replaceAll(/\s/g, '')).toContain('x'.repeat(100) + '宽'.repeat(50));
  });
});

describe('the fields of a question', () => {
  test('are asked one after the other, each by its type', async () => {
    const terminal = createTestTerminal();
    const fields = [
      field('note'),
      field('count', { type: 'number', default: 3 }),
      field('why', { default: '' }),
      field('sure', { type: 'boolean' }),
      field('tags', { type: 'array', required: false }),
      field('level', { enum: ['low', 'high'], required: false }),
    ];
    const answer = askerOn(terminal).ask(question({ fields }), NEVER);
    await terminal.type('Choice', '1\r');
    await terminal.type('note: ', ' as it is \r');
    await terminal.type('count (number, default 3): ', '\r');
    await terminal.type('why (Enter for none): ', '\r');
    await terminal.type('sure (y/n): ', 'y\r');
    await terminal.type('tags (JSON list, optional): ', '["a"]\r');
    await terminal.type('level (1-2, optional): ', '2\r');
    expect(await answer).toEqual({
      action: 'Yes',
      fields: { note: ' as it is ', count: 3, why: '', sure: true, tags: ['a'], level: 'high' },
      via: 'terminal',
    });
  });

  test('are asked again until they fit', async () => {
    const terminal = createTestTerminal();
    const schema = { kind: 'inline' as const, schema: { type: 'array', maxItems: 1 } };
    const fields = [field('count', { type: 'number' }), field('tags', { type: 'array', schema })];
    const answer = askerOn(terminal).ask(question({ fields }), NEVER);
    await terminal.type('Choice', '1\r');
    await terminal.type('count (number): ', 'many\r');
    await terminal.type('is not a decimal number', '\r');
    await terminal.type('"count" is needed', '4\r');
    await terminal.type('tags', '[1,2]\r');
    await terminal.type('schema', '[1]\r');
    expect(await answer).toMatchObject({ fields: { count: 4, tags: [1] } });
  });

  test('that are optional may be left out', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question({ fields: [field('note', { required: false })] }), NEVER);
    await terminal.type('Choice', '1\r');
    await terminal.type('note (optional): ', '\r');
    expect(await answer).toEqual({ action: 'Yes', fields: {}, via: 'terminal' });
  });

  test('may be named as prototypes are', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question({ fields: [field('__proto__')] }), NEVER);
    await terminal.type('Choice', '1\r');
    await terminal.type('__proto__: ', 'x\r');
    const { fields } = (await answer) ?? {};
    expect(Object.entries(fields ?? {})).toEqual([['__proto__', 'x']]);
  });
});

describe('questions at one terminal', () => {
  test('wait for each other', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal);
    const first = asker.ask(question({ task: 'First' }), NEVER);
    const second = asker.ask(question({ task: 'Second' }), NEVER);
    await terminal.until('"First" asks');
    await terminal.type('Choice', '1\r');
    expect(await first).toMatchObject({ action: 'Yes' });
    await terminal.until('"Second" asks');
    await terminal.type('Choice', '2\r');
    expect(await second).toMatchObject({ action: 'No' });
    expect(terminal.shown().split('asks:')).toHaveLength(3);
  });

  test('are taken back by their signals, the one on the screen and those that wait', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = asker.ask(question({ task: 'First' }), one.signal);
    const second = asker.ask(question({ task: 'Second' }), two.signal);
    const third = asker.ask(question({ task: 'Third' }), NEVER);
    await terminal.until('Choice');
    two.abort();
    one.abort();
    expect([await first, await second]).toEqual([undefined, undefined]);
    await terminal.until('"Third" asks');
    await terminal.type('Choice', '1\r');
    expect(await third).toMatchObject({ action: 'Yes' });
    expect(terminal.shown()).not.toContain('Second');
  });

  test('are left open by Ctrl-D, and the next is asked', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal);
    const first = asker.ask(question({ task: 'First' }), NEVER);
    const second = asker.ask(question({ task: 'Second', fields: [field('note')] }), NEVER);
    await terminal.type('Choice', CTRL_D);
    expect(await first).toBe(undefined);
    await terminal.until('Left open.');
    await terminal.type('Choice', '1\r');
    await terminal.type('note: ', CTRL_D);
    expect(await second).toBe(undefined);
  });

  test('are left open where the terminal is hung up, whose mode cannot be set any more', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal).ask(question(), NEVER);
    await terminal.until('Choice');
    hangUp(terminal);
    expect(await answer).toBe(undefined);
  });

  test('are ended by the signal of a hang-up, and not by the end of the input', async () => {
    const terminal = createTestTerminal();
    const stop = new AbortController();
    const answer = askerOn(terminal, { settleMs: 1 }).ask(question(), stop.signal);
    await terminal.until('Choice');
    hangUp(terminal);
    terminal.input.once('close', () => setImmediate(() => stop.abort()));
    expect(await answer).toBe(undefined);
    expect(stop.signal.aborted).toBe(true);
    expect(terminal.shown()).not.toContain('Left open.');
  });

  test('are not asked where the terminal is hung up before', async () => {
    const terminal = createTestTerminal();
    const answer = askerOn(terminal, { settleMs: 1 }).ask(question(), NEVER);
    hangUp(terminal);
    expect(await answer).toBe(undefined);
    expect(terminal.shown()).toBe('');
  });

  test('are none where nobody can type any more', async () => {
    const terminal = createTestTerminal();
    terminal.input.end();
    terminal.input.resume();
    await new Promise((resolve) => terminal.input.once('end', resolve));
    expect(await askerOn(terminal).ask(question(), NEVER)).toBe(undefined);
  });
});

describe('the terminal', () => {
  test('gives Ctrl-C to the run and keeps the question until the run takes it back', async () => {
    const terminal = createTestTerminal();
    const stop = new AbortController();
    const onInterrupt = (): void => stop.abort();
    const answer = askerOn(terminal, { onInterrupt }).ask(question(), stop.signal);
    await terminal.type('Choice', CTRL_C);
    expect(await answer).toBe(undefined);
    expect(stop.signal.aborted).toBe(true);
    expect(terminal.shown()).not.toContain('Left open');
  });

  test('is given back as it was, however a question ends', async () => {
    const terminal = createTestTerminal();
    const asker = askerOn(terminal, { settleMs: 1 });
    const answer = asker.ask(question(), NEVER);
    await terminal.type('Choice', '1\r');
    await answer;
    expect(terminal.modes.at(-1)).toBe(false);
    expect(terminal.input.isPaused()).toBe(true);
  });

  test('forgets what was typed before the question came', async () => {
    const terminal = createTestTerminal();
    terminal.input.write('1\r1\r');
    const answer = askerOn(terminal, { settleMs: 5 }).ask(question(), NEVER);
    await terminal.type('Choice', '2\r');
    expect(await answer).toMatchObject({ action: 'No' });
  });

  test('is taken from a live view for each question, whose lines stand above the prompt', async () => {
    const terminal = createTestTerminal();
    const calls: string[] = [];
    let write: (text: string) => void = () => undefined;
    const suspend = (above: (text: string) => void): void => {
      calls.push('suspend');
      write = above;
    };
    const asker = askerOn(terminal, { suspend, restore: () => calls.push('restore') });
    const answer = asker.ask(question(), NEVER);
    await terminal.type('Choice', 'N');
    await terminal.until('N');
    write('[2] Other task\n');
    await terminal.type('[2] Other task\nChoice (1-2; Ctrl-D leaves it open): N', 'o\r');
    expect(await answer).toMatchObject({ action: 'No' });
    expect(calls).toEqual(['suspend', 'restore']);
  });
});

describe('all that a person sees of a question', () => {
  const GOLDEN = `${import.meta.dirname}/../../fixtures/ask/sessions.out`;

  /** A session at a terminal of its own: what is typed after which text, and all that was shown. */
  async function session(
    asked: Parameters<typeof question>[0],
    typed: readonly (readonly [after: string, keys: string])[],
    more: Partial<AskerOptions> & { columns?: number; rows?: number } = {},
  ): Promise<string> {
    const { columns, rows, ...options } = more;
    const terminal = createTestTerminal({ columns: columns ?? 80, rows: rows ?? 24 });
    const answer = askerOn(terminal, options).ask(question(asked), NEVER);
    for (const [after, keys] of typed) await terminal.type(after, keys);
    const given = JSON.stringify(await answer) ?? 'left open';
    return `${terminal.shown().replaceAll(/ +$/gm, '')}\n= ${given}\n`;
  }

  test('is the same each time, whatever is asked and typed', async () => {
    const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');
    const at = { block: [{ task: 'Each', key: 'x', activation: 1 }], task: 'Approve', visit: 3 };
    const deadline = '2026-01-01T12:30:00.000Z';
    const fields = [
      field('note', { description: 'Why?\nIn a word.', required: false }),
      field('level', { enum: ['low', 'high'], default: 'low' }),
      field('count', { type: 'number', enum: [10, 20] }),
      field('tags', { type: 'array' }),
    ];
    const one = [{ name: 'Go on', choose: null }];
    const sessions = [
      await session({ address: at, deadline }, [['Choice', '1\r']], {
        now: () => Date.parse(deadline) - 5000,
      }),
      await session({ deadline }, [['Choice', 'no\r']], { now: () => Date.parse(deadline) }),
      await session({}, [
        ['Choice', '\r'],
        ['Nothing', 'maybe\r'],
        ['Choice', 'Yse\r'],
        ['Choice', `${'x'.repeat(80)}\r`],
        ['Choice', '0\r'],
        ['Choice', '2\r'],
      ]),
      await session({ choices: one }, [['Enter', '1\r']]),
      await session({ choices: one }, [['Enter', CTRL_D]]),
      await session(
        { text },
        [
          ['more', '\r'],
          ['more', ' Quit\r'],
          ['Choice', '1\r'],
        ],
        { rows: 7 },
      ),
      await session({ text }, [['more', CTRL_D]], { rows: 12 }),
      await session({ text }, [['Choice', '1\r']], { rows: 14 }),
      await session({ text, choices: one }, [['Enter', '\r']], { rows: 0 }),
      await session({ text: 'word '.repeat(30), choices: one }, [['Enter', '\r']], { columns: 0 }),
      await session({ text: `${'x'.repeat(29)} y`, choices: one }, [['Enter', '\r']], { columns: 30 }),
      await session({ fields }, [
        ['Choice', '1\r'],
        ['note', '\r'],
        ['level', 'middle\r'],
        ['level', '\r'],
        ['count', '\r'],
        ['count', '2\r'],
        ['tags', 'a\r'],
        ['tags', '["a"]\r'],
      ]),
    ];
    await expect(sessions.join('\n----\n')).toMatchFileSnapshot(GOLDEN);
  });

  test('is bold at its head where there is colour, and nowhere else', async () => {
    const terminal = createTestTerminal();
    const write = vi.spyOn(terminal.output, 'write');
    const answer = askerOn(terminal, { color: true }).ask(question(), NEVER);
    await terminal.type('Choice', '1\r');
    await answer;
    const written = write.mock.calls.map(([text]) => String(text));
    expect(written[0]).toBe('\r\n\u001B[1mTask "Approve" asks:\u001B[22m\r\n\r\n');
    expect(written.slice(1).join('')).not.toContain('\u001B[1m');
  });
});
