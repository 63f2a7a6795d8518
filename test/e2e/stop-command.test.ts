import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, onTestFinished } from 'vitest';
import { createProcessTable } from '../../src/process/process-table.ts';
import { isAlive } from './helpers/is-alive.ts';
import { test, type Project } from './helpers/project.ts';
import { RUN_DIRECTORY, startSlow, stopped } from './helpers/slow-run.ts';

/** A process that has nothing to do with wfmap. */
async function bystander(): Promise<number> {
  const child = spawn('/bin/sh', ['-c', 'echo up; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

function forgeLock(project: Project, pid: number, start: string | null): void {
  const id = '11111111-2222-3333-4444-555555555555';
  const { run } = { run: '', ...project.events('two/slip-001')[0]?.data };
  project.put(`${RUN_DIRECTORY}/lock.json`, {
    id,
    pid,
    start,
    host: hostname(),
    run,
    at: '2026-01-01T00:00:00.000Z',
  });
}

describe('wfmap stop', () => {
  test('signals nobody whom a lock without a start names, and the run can go on', async ({
    project,
    expect,
  }) => {
    await stopped(project);
    for (const pid of [await bystander(), 1]) {
      forgeLock(project, pid, null);
      const { code, stderr } = await project.run(['stop', 'slip-001']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('No process drives two/slip-001')]);
      expect(isAlive(pid)).toBe(true);
    }
    expect((await project.run(['resume', 'two/slip-001'])).code).toBe(0);
  });

  test('signals no process that is no wfmap, though a lock names its very start', async ({
    project,
    expect,
  }) => {
    await stopped(project);
    const pid = await bystander();
    forgeLock(project, pid, createProcessTable().find(pid)?.start ?? null);
    const { code, stderr } = await project.run(['stop', 'slip-001']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `Process ${pid} holds two/slip-001 but is not a wfmap command, so it was not signalled.`,
    );
    expect(isAlive(pid)).toBe(true);
  });

  test('comes to an end where the run does not, and says what to do', async ({ project, expect }) => {
    const run = await startSlow(project);
    run.kill('SIGSTOP');
    const { code, stderr } = await project.run(['stop', 'slip-001']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `Process ${run.pid} was asked to stop two/slip-001, but has not stopped after 30 s.`,
    );
    expect(stderr).toContain(`kill -9 ${run.pid}`);
    run.kill('SIGKILL');
    await run.end;
    expect(JSON.parse(readFileSync(`${project.root}/${RUN_DIRECTORY}/lock.json`, 'utf8')).pid).toBe(run.pid);
    expect((await project.run(['resume', 'two/slip-001'])).code).toBe(0);
  });
});
