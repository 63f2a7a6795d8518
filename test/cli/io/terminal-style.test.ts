import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { terminalStyle } from '../../../src/cli/io/terminal-style.ts';

const terminal = { isTTY: true, columns: 100 };
const pipe = { isTTY: false, columns: 0 };

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR']) vi.stubEnv(name, '');
  vi.stubEnv('TERM', 'xterm');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('a terminal is as wide as it is, but never too narrow, and a pipe has 120 columns', () => {
  expect([terminal, pipe, { isTTY: true, columns: 12 }].map((each) => terminalStyle(each).width)).toEqual([
    100, 120, 40,
  ]);
});

test.each<readonly [Readonly<Record<string, string>>, boolean, boolean]>([
  [{}, true, false],
  [{ TERM: 'dumb' }, false, false],
  [{ NO_COLOR: '1' }, false, false],
  [{ NO_COLOR: '0', FORCE_COLOR: '1' }, false, false],
  [{ FORCE_COLOR: '1', TERM: 'dumb' }, true, true],
  [{ FORCE_COLOR: '0' }, false, false],
])('with %j a terminal has colour: %j, a pipe: %j', (variables, onTerminal, onPipe) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  expect([terminal, pipe].map((each) => terminalStyle(each).color)).toEqual([onTerminal, onPipe]);
});
