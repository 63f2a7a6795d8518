import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const DONE = { Complete: 'Done' };
const RUN = 'stopped/slip-001';

/** Starts a task that changes something and then waits, and ends the run. */
async function stop(
  project: Project,
  signal: 'SIGINT' | 'SIGKILL',
  { run = '', effects = {} }: { readonly run?: string; readonly effects?: object },
): Promise<void> {
  project.put('.gitignore', '.wfmap/\n');
  project.put('stopped.json', mapOf({ Work: ask(DONE, effects) }));
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'the map');
  const ready = join(project.state, 'ready');
  project.script({ run: `${run}\ntouch ${ready}`, sleepMs: 600_000 });
  const started = project.start(['run', 'stopped.json']);
  await until(
    () => existsSync(ready),
    () => started.stdout() + started.stderr(),
  );
  started.kill(signal);
  await started.end;
}

/** Resumes the run; `run` is what the agent does then. */
function resume(project: Project, run = '') {
  project.script({ run, action: 'Complete' });
  return project.run(['resume', '--no-input']);
}

const changesOf = (project: Project) =>
  project.events(RUN).flatMap(({ type, data }) => (type === 'changes.read' ? [data] : []));

const NOTHING = { writes: ['nothing'] };

describe('what a person changes between the stop of a task and its resume', () => {
  test.for(['SIGINT', 'SIGKILL'] as const)(
    'is not held against the task, nor is a commit (%s)',
    async (signal, { project, expect }) => {
      await stop(project, signal, { effects: NOTHING });
      project.put('src/greet.txt', 'mine\n');
      project.put('mine.txt', 'mine\n');
      project.git('commit', '-q', '--allow-empty', '-m', 'mine');
      const { code, reported, stderr } = await resume(project);
      expect(code, reported).toBe(0);
      // After kill -9 nobody knows, so that it is said.
      if (signal === 'SIGKILL')
        expect(stderr).toContain('changed meanwhile, by whom is not known: "mine.txt", "src/greet.txt"');
      else expect(stderr).not.toContain('meanwhile');
    },
  );

  test.for(['SIGINT', 'SIGKILL'] as const)(
    'does not hide what the task changes after it (%s)',
    async (signal, { project, expect }) => {
      await stop(project, signal, { effects: NOTHING });
      project.put('mine.txt', 'mine\n');
      const { code, reported } = await resume(project, 'echo x > its.txt');
      expect(code, reported).toBe(6);
      expect(reported).toContain('It changed "its.txt", and may change nothing.');
      project.script({ action: 'Complete' });
      const again = await project.run(['resume', '--no-input']);
      expect(again.code, again.reported).toBe(0);
    },
  );

  test('does not hide what the task had changed when it was stopped', async ({ project, expect }) => {
    await stop(project, 'SIGINT', { effects: NOTHING, run: 'echo x > its.txt; echo x > undone.txt' });
    project.put('mine.txt', 'mine\n');
    rmSync(join(project.root, 'undone.txt'));
    const { code, reported } = await resume(project);
    expect(code, reported).toBe(6);
    expect(reported).toContain('It changed "its.txt", and may change nothing.');
  });

  test('is not among its changes, as the map reads them, and all that it made is', async ({
    project,
    expect,
  }) => {
    await stop(project, 'SIGINT', { effects: { writes: ['anything'] }, run: 'echo x > first.txt' });
    project.put('mine.txt', 'mine\n');
    const { code, reported } = await resume(project, 'echo x > second.txt');
    expect(code, reported).toBe(0);
    expect(changesOf(project).map(({ changes }) => changes?.added)).toEqual([
      ['first.txt'],
      ['first.txt', 'second.txt'],
    ]);
  });

  test('counts with the work of a killed task, which nobody can tell from it', async ({
    project,
    expect,
  }) => {
    await stop(project, 'SIGKILL', { effects: { writes: ['anything'] }, run: 'echo x > first.txt' });
    project.put('mine.txt', 'mine\n');
    const { code, reported } = await resume(project, 'echo x > second.txt');
    expect(code, reported).toBe(0);
    const [read] = changesOf(project);
    expect(read?.changes?.added).toEqual(['first.txt', 'mine.txt', 'second.txt']);
    expect(read?.meanwhile).toEqual({ paths: ['first.txt', 'mine.txt'], commits: [] });
  });

  test('is kept apart from its work however often it is stopped', async ({ project, expect }) => {
    await stop(project, 'SIGINT', { effects: NOTHING });
    project.put('one.txt', 'mine\n');
    const ready = join(project.state, 'ready');
    rmSync(ready);
    project.script({ run: `touch ${ready}`, sleepMs: 600_000 });
    const second = project.start(['resume', '--no-input']);
    await until(() => project.calls().length === 2);
    second.kill('SIGINT');
    await second.end;
    project.put('two.txt', 'mine\n');
    const { code, reported } = await resume(project);
    expect(code, reported).toBe(0);
  });
});
