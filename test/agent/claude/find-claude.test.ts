import { expect, test } from 'vitest';
import { findClaude } from '../../../src/agent/claude/find-claude.ts';
import { STAND_IN } from './stand-in.ts';

const folder = new URL('../../fixtures/', import.meta.url).pathname;
const PATH = `/nowhere:${folder}bin`;

test('the program given comes before WFMAP_CLAUDE, and that before PATH', () => {
  const environment = { PATH, WFMAP_CLAUDE: '/bin/cat' };
  expect(findClaude({ given: '/bin/ls', environment, folder })).toBe('/bin/ls');
  expect(findClaude({ given: 'bin/claude', environment, folder })).toBe(STAND_IN);
  expect(findClaude({ given: undefined, environment, folder })).toBe('/bin/cat');
  expect(findClaude({ given: undefined, environment: { PATH }, folder })).toBe(STAND_IN);
  expect(findClaude({ given: '', environment: { PATH, WFMAP_CLAUDE: '' }, folder })).toBe(STAND_IN);
});

test('none found is an error that names what was asked for and the ways out', () => {
  const named = { given: './gone', environment: { PATH }, folder };
  expect(() => findClaude(named)).toThrow('--claude names "./gone", which is not a program that can be run.');
  const variable = { given: undefined, environment: { PATH, WFMAP_CLAUDE: 'gone' }, folder };
  expect(() => findClaude(variable)).toThrow('WFMAP_CLAUDE names "gone"');
  const nothing = { given: undefined, environment: {}, folder };
  expect(() => findClaude(nothing)).toThrow(
    expect.objectContaining({
      code: 'claude-not-found',
      retryable: false,
      message: 'There is no program "claude" on PATH.',
      help:
        'Install Claude Code (npm install -g @anthropic-ai/claude-code), or name it with --claude PATH; ' +
        '"--agent scripted" tries a map without it.',
    }),
  );
});
