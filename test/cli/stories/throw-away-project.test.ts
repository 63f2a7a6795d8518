import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVisits } from '../../../src/agent/scripted/scenario.ts';
import { makeThrowAway } from '../../../src/cli/stories/throw-away-project.ts';

const HOSTILE = [
  '../out.txt',
  'a/../../out.txt',
  '/tmp/out.txt',
  'a\\..\\out.txt',
  'C:/out.txt',
  '~/out.txt',
  '.git/hooks/pre-commit',
  'a/.GIT/config',
  '.wfmap/runs/x',
  'a//b',
  './a',
  'a\nb',
  '',
];

test.for(HOSTILE)(
  'an edit of the path %j is refused when it is read, and when it would be written',
  async (path) => {
    expect(readVisits([{ edits: { [path]: 'x' } }])).toHaveProperty('problem');
    const project = await makeThrowAway({ 'a.txt': 'a\n' });
    try {
      expect(() => project.edit({ [path]: 'x' })).toThrow(/is not written/);
    } finally {
      project.dispose();
    }
  },
);

test('edits are written and committed, nothing is written through a link, and all of it is removed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'wfmap-outside-'));
  const project = await makeThrowAway({ 'a.txt': 'a\n', 'old/b.txt': 'b\n' });
  project.edit({ 'a.txt': 'a2\n', 'new/c.txt': 'c\n', 'old/b.txt': null });
  await project.commit('A change');
  expect(await project.commits()).toEqual([expect.stringMatching(/^[0-9a-f]{7,}: 3 files changed/)]);
  expect(readFileSync(join(project.folder, 'new/c.txt'), 'utf8')).toBe('c\n');
  mkdirSync(join(outside, 'there'));
  symlinkSync(join(outside, 'there'), join(project.folder, 'link'));
  expect(() => project.edit({ 'link/x.txt': 'x' })).toThrow(/is behind a link/);
  expect(existsSync(join(outside, 'there/x.txt'))).toBe(false);
  project.dispose();
  expect(existsSync(project.folder)).toBe(false);
});
