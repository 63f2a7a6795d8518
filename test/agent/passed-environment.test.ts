import { expect, test } from 'vitest';
import { OF_CLAUDE, passedEnvironment } from '../../src/agent/passed-environment.ts';

const ALL = {
  PATH: '/bin',
  HOME: '/home/a',
  LC_ALL: 'C',
  LCX: 'x',
  https_proxy: 'p',
  GITHUB_TOKEN: 't',
  AWS_REGION: 'r',
  AWS_SECRET: 's',
  DATABASE_URL: 'd',
  ANTHROPIC_API_KEY: 'k',
  CLAUDE_CONFIG_DIR: 'c',
};

const passed = (...of: readonly [names: readonly string[] | undefined, also?: readonly string[]]): string[] =>
  Object.keys(passedEnvironment(ALL, ...of));

test('without names every variable is passed', () => {
  expect(passedEnvironment(ALL, undefined)).toBe(ALL);
});

test('with names only the usual variables, those names and what begins with a name before a star are passed', () => {
  const usual = ['PATH', 'HOME', 'LC_ALL', 'https_proxy'];
  expect(passed([])).toEqual(usual);
  expect(passed(['DATABASE_URL', 'AWS_*', 'GITHUB'])).toEqual([
    ...usual,
    'AWS_REGION',
    'AWS_SECRET',
    'DATABASE_URL',
  ]);
  expect(passed([], OF_CLAUDE)).toEqual([...usual, 'ANTHROPIC_API_KEY', 'CLAUDE_CONFIG_DIR']);
});
