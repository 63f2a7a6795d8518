import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project, type Rule } from './helpers/project.ts';
import { until } from './helpers/until.ts';
import { wayOn } from './helpers/way-on.ts';

const NEXT = { Complete: 'Done' };
const TO_DONE = { Complete: { target: 'Done' } };

/** Two readers at once, of which each changes the file that both look at and waits for the other. */
function twoReaders(project: Project, more: Partial<Rule> = {}): void {
  const branchOf = (prompt: string): object => ({
    startTaskDefinition: 'Look',
    taskDefinitions: { Look: ask(NEXT, { promptTemplate: prompt }), Done: { type: 'end' } },
  });
  const branches = { a: branchOf('Look at one.'), b: branchOf('Look at two.') };
  project.put('readers.json', mapOf({ Both: { type: 'parallel', branches, actions: TO_DONE } }));
  const { state } = project;
  const ruleOf = (match: string, own: string, other: string): Rule => ({
    match,
    run: [
      `touch ${state}/${own}`,
      `until test -e ${state}/${other}; do sleep 0.05; done`,
      `cat src/greet.txt > ${state}/seen-by-${own}`,
      `echo ${own} >> src/greet.txt`,
    ].join('\n'),
    ...more,
  });
  project.script(ruleOf('Look at one', 'one', 'two'), ruleOf('Look at two', 'two', 'one'));
}

/** What git and the disk say that a run has left. */
function leftIn(project: Project): unknown {
  return {
    worktrees: project.git('worktree', 'list').trim().split('\n').length,
    folders: project.has('.wfmap/worktrees') ? project.list('.wfmap/worktrees') : [],
    branches: project.git('for-each-ref', '--format=%(refname)'),
    status: project.git('status', '--porcelain', '--', '.', ':!.wfmap'),
    greet: project.read('src/greet.txt'),
  };
}

describe('readers side by side, without a wall', () => {
  test('change what they like in a copy each, and nothing of it is held against one of them', async ({
    expect,
    project,
  }) => {
    twoReaders(project);
    project.put('src/greet.txt', 'not committed\n');
    const before = leftIn(project);
    const { code, reported } = await project.run(['run', 'readers.json']);
    expect(code, reported).toBe(0);
    expect(leftIn(project)).toEqual(before);
    const folders = project.calls().map(({ cwd }) => cwd);
    expect(new Set([...folders, project.root]).size).toBe(3);
  });

  test.for(['SIGINT', 'SIGKILL'] as const)(
    'leave no copy when the run was ended by %s and resumed, and go on in their sessions',
    async (signal, { expect, project }) => {
      twoReaders(project, { sleepMs: 60_000 });
      const before = leftIn(project);
      const run = project.start(['run', 'readers.json']);
      await until(() => project.calls().length === 2);
      run.kill(signal);
      const { stdout } = await run.end;
      if (signal === 'SIGINT') expect(leftIn(project)).toEqual(before);
      twoReaders(project);
      const words =
        signal === 'SIGINT' ? project.paste(wayOn(stdout)) : project.run(['resume', '--no-input']);
      const { code, reported } = await words;
      expect(code, reported).toBe(0);
      expect(leftIn(project)).toEqual(before);
      const [, , ...again] = project.calls();
      expect(again.map(({ continues }) => continues)).toEqual([true, true]);
    },
  );

  test('that are left by a killed run are removed by "runs prune" only once that has ended', async ({
    expect,
    project,
  }) => {
    twoReaders(project, { sleepMs: 60_000 });
    const run = project.start(['run', 'readers.json']);
    await until(() => project.calls().length === 2);
    run.kill('SIGKILL');
    await run.end;
    expect((await project.run(['runs', 'prune'])).stderr).toBe('No ended run has left a worktree.\n');
  });
});

const { wall, reason } = probeWall({ WFMAP_WALL: 'landlock' });
const why = wall === undefined ? `, which does not hold here (${reason}),` : '';

describe.skipIf(wall === undefined && !isNeededWall('landlock'))(`behind landlock${why}`, () => {
  /** Runs one reader whose commands write a new file, one in an ignored folder, and the project. */
  async function look(
    project: Project,
    more: object,
  ): Promise<{ readonly wrote: readonly string[]; code: number | null }> {
    project.put('.gitignore', '.wfmap/\nout/\n');
    project.put('out/report.txt', 'old\n');
    project.put('look.json', mapOf({ Look: ask(NEXT, { writes: ['nothing'], ...more }) }));
    project.git('add', '.');
    project.git('commit', '-q', '-m', 'the map');
    const state = join(dirname(project.root), '.cache/stand-in');
    mkdirSync(state, { recursive: true });
    const writes = { new: 'cache.txt', ignored: 'out/report.txt', project: `${project.root}/src/greet.txt` };
    const run = Object.entries(writes).map(([name, path]) => `echo x > ${path} && touch ${state}/${name}`);
    project.script({ run: run.join('\n'), action: 'Complete' });
    const environment = { WFMAP_WALL: 'landlock', STAND_IN_STATE: state };
    const { code } = await project.run(['run', 'look.json'], { environment });
    return { code, wrote: Object.keys(writes).filter((name) => existsSync(join(state, name))) };
  }

  test('a reader that runs the checks of the project works in a copy, where these can write', async ({
    expect,
    project,
  }) => {
    const before = project.read('src/greet.txt');
    const { code, wrote } = await look(project, { allowedTools: ['Bash(@project)'] });
    expect([code, wrote]).toEqual([0, ['new', 'ignored']]);
    expect(project.read('src/greet.txt')).toBe(before);
    expect(leftIn(project)).toMatchObject({ worktrees: 1, folders: [], status: '' });
  });

  test('another reader works in the folder itself, where nothing new can be written', async ({
    expect,
    project,
  }) => {
    const { code, wrote } = await look(project, {});
    expect([code, wrote]).toEqual([0, ['ignored']]);
  });
});
