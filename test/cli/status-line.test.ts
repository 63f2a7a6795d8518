import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStatusLine } from '../../src/cli/status-line.ts';

beforeEach(() => {
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('CI', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function terminal(isTTY = true) {
  let written = '';
  const write = (text: string): void => {
    written += text;
  };
  return { isTTY, columns: 20, write, written: () => written };
}

test('each text is written over the one before, cut to the terminal, and is taken away once', () => {
  const stream = terminal();
  const line = createStatusLine(stream);
  line.show('one');
  line.show('a line that is far too long');
  line.clear();
  line.clear();
  expect(stream.written()).toBe('\r\u001b[Kone\r\u001b[Ka line that is f…\r\u001b[K');
});

test('nothing is written to a pipe, to a dumb terminal, and in CI', () => {
  const pipe = terminal(false);
  createStatusLine(pipe).show('one');
  vi.stubEnv('TERM', 'dumb');
  const dumb = terminal();
  createStatusLine(dumb).show('one');
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('CI', 'true');
  const ci = terminal();
  createStatusLine(ci).show('one');
  expect([pipe.written(), dumb.written(), ci.written()]).toEqual(['', '', '']);
});
