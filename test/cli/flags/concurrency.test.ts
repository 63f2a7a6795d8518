import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { concurrencyOf } from '../../../src/cli/flags/concurrency.ts';
import { readConfig } from '../../../src/project/config.ts';

let root = '';
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'wfmap-concurrency-'))));
afterEach(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

const settle = (concurrency: unknown): void =>
  writeFileSync(join(root, 'wfmap.config.json'), JSON.stringify({ concurrency }));

test('the flag counts before the variable, and the variable before the settings', () => {
  settle(2);
  expect(concurrencyOf(undefined, readConfig(root))).toEqual({ concurrency: 2 });
  vi.stubEnv('WFMAP_CONCURRENCY', '3');
  expect(concurrencyOf(undefined, readConfig(root))).toEqual({ concurrency: 3 });
  expect(concurrencyOf('64', readConfig(root))).toEqual({ concurrency: 64 });
});

test('nothing is said where nobody says anything, or by an empty variable', () => {
  settle(undefined);
  vi.stubEnv('WFMAP_CONCURRENCY', '');
  expect(concurrencyOf(undefined, readConfig(root))).toEqual({});
});

test.each(['0', '65', '-1', '1.5', '1e1', '', 'many', '0x10', '99999999999999999999'])(
  '%j is refused, wherever it stands',
  (text) => {
    expect(() => concurrencyOf(text, readConfig(root))).toThrow(
      `--concurrency "${text}" is not a whole number from 1 to 64.`,
    );
    if (text !== '') {
      vi.stubEnv('WFMAP_CONCURRENCY', text);
      expect(() => concurrencyOf(undefined, readConfig(root))).toThrow(`WFMAP_CONCURRENCY "${text}" is not`);
    }
  },
);

test.each([0, 65, 1.5, '4', null, [4]])('a setting of %j is refused', (value) => {
  settle(value);
  expect(() => concurrencyOf(undefined, readConfig(root))).toThrow(
    '"concurrency" is not a whole number from 1 to 64.',
  );
});

test('a number that is refused is told with what it says', () => {
  const help = 'It says how many agents and commands may be at work at once, over the whole run.';
  expect(() => concurrencyOf('0', { concurrency: undefined })).toThrow(expect.objectContaining({ help }));
  expect([' 1 ', '064'].map((text) => concurrencyOf(text, { concurrency: undefined }).concurrency)).toEqual([
    1, 64,
  ]);
  vi.stubEnv('WFMAP_CONCURRENCY', ' ');
  expect(concurrencyOf(undefined, { concurrency: 5 })).toEqual({ concurrency: 5 });
});
