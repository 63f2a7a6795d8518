import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { channelOf, readClaudeVersion } from '../../../src/agent/claude/claude-version.ts';
import { STAND_IN } from './stand-in.ts';

test('the version is what the program prints', async () => {
  expect(await readClaudeVersion(STAND_IN, { PATH: process.env['PATH'] })).toBe('2.1.329');
});

test('a program is asked once', () => {
  expect(readClaudeVersion('/bin/true', {})).toBe(readClaudeVersion('/bin/true', {}));
});

test('a program whose version is recalled is not asked, and what another prints is kept', async () => {
  const kept: string[] = [];
  const recall = (version: string | undefined) => () => ({
    version,
    keep: (printed: string) => void kept.push(printed),
  });
  expect(await readClaudeVersion('/bin/cat', {}, recall('2.1.300'))).toBe('2.1.300');
  const other = `${dirname(STAND_IN)}/../bin/claude`;
  expect(await readClaudeVersion(other, { PATH: process.env['PATH'] }, recall(undefined))).toBe('2.1.329');
  expect(await readClaudeVersion('/bin/echo', {}, recall(undefined))).toBe(undefined);
  expect(kept).toEqual(['2.1.329']);
});

test.each(['/bin/true', '/bin/false', '/nowhere/claude', '/bin/ls'])('%s has no version', async (command) => {
  expect(await readClaudeVersion(command, {})).toBe(undefined);
});

test.each([
  [undefined, 'structured'],
  ['2.1.248', 'structured'],
  ['2.1.1000', 'structured'],
  ['2.2.0', 'structured'],
  ['3.0.0', 'structured'],
  ['2.1.247', 'text'],
  ['2.0.999', 'text'],
  ['1.9.999', 'text'],
])('the channel of version %s is %s', (version, channel) => {
  expect(channelOf(version)).toBe(channel);
});
