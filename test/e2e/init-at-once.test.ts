/** Two commands that write into one project, and what doctor says of what they wrote. */
import { mkdirSync } from 'node:fs';
import { describe } from 'vitest';
import { acquireLock } from '../../src/journal/lock.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { createProcessTable } from '../../src/process/process-table.ts';
import { test } from './helpers/project.ts';
import { treeOf } from './helpers/tree-of.ts';

test('doctor says whether each section is there, up to date, edited or faulty', async ({
  project,
  expect,
}) => {
  const found = async () =>
    (await project.run(['doctor'])).stdout.split('\n').filter((line) => line.includes('section'));
  expect(await found()).toEqual(['ok       sections: none in CLAUDE.md or AGENTS.md']);
  await project.run(['init', '--yes', '--no-first-map']);
  expect(await found()).toEqual([
    'ok       section: CLAUDE.md: its section is up to date.',
    'ok       section: AGENTS.md: its section is up to date.',
  ]);
  project.put('CLAUDE.md', project.read('CLAUDE.md').replace('## ', '### '));
  project.put('AGENTS.md', `${project.read('AGENTS.md')}${project.read('AGENTS.md')}`);
  const [edited, faulty] = (await found()).toSorted().toReversed();
  expect([edited, faulty].join('\n')).toMatch(/note +section: CLAUDE\.md: the section in line 1 was edited/);
  expect([edited, faulty].join('\n')).toMatch(/note +section: AGENTS\.md: line \d+ /);
});

describe('two at once', () => {
  test('do not write at the same time: the second is refused, and nothing is lost', async ({
    project,
    expect,
  }) => {
    project.put('CLAUDE.md', 'Mine.\n');
    const before = treeOf(project.root);
    const folder = `${project.root}/.wfmap/init`;
    mkdirSync(folder, { recursive: true });
    const owner = { run: 'init', at: new Date().toISOString() };
    const lock = acquireLock(nodeFileSystem, folder, owner, createProcessTable());
    for (const words of [
      ['init', '--yes'],
      ['init', '--undo'],
    ]) {
      const { code, reported } = await project.run(words);
      expect(code, reported).toBe(2);
      expect(reported).toContain('Another wfmap is setting this project up, so nothing was written.');
      expect(project.read('CLAUDE.md')).toBe('Mine.\n');
    }
    lock.release();
    await Promise.all([project.run(['init', '--yes']), project.run(['init', '--yes'])]);
    const { code, reported } = await project.run(['init', '--yes']);
    expect(code, reported).toBe(0);
    expect(Object.keys(treeOf(project.root))).toEqual(
      expect.arrayContaining(['AGENTS.md', '.sdlc/context/outline.md', 'workflows/first.wfmap']),
    );
    await project.run(['init', '--undo']);
    expect(treeOf(project.root)).toEqual(before);
  });
});
