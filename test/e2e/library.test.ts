import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { isAlive } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { MANIFEST, ROOT } from './helpers/installed.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const HEAD = `
import { claude, loadMap, run, scripted } from 'wfmap';
const lines = [];
const map = await loadMap('do.json');
const end = (value) => console.log(JSON.stringify(value));
`;

function begin(project: Project, script: string) {
  mkdirSync(join(project.root, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(project.root, 'node_modules', MANIFEST.name));
  project.put('program.mjs', HEAD + script);
  project.put('.gitignore', 'node_modules\n.wfmap\n');
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'A program');
  return spawn(process.execPath, ['program.mjs'], { cwd: project.root, env: project.environment });
}

async function programEnds(project: Project, script: string): Promise<unknown> {
  const child = begin(project, script);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0 || stderr !== '') throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

const WORK = ask({ Good: 'Done' }, { promptTemplate: 'Do the work.' });
const shell = (command: readonly string[], target = 'Done') => ({
  type: 'shell',
  command,
  actions: { Next: { target, when: 'result.exitCode == 0' }, Failed: { target: 'Failed' } },
});
const FAILED = { Failed: { type: 'end', failed: true } };

describe('a program that runs a map with a real agent', () => {
  test('is given its result, and nothing else is printed', async ({ project, expect }) => {
    project.put('do.json', mapOf({ Work: WORK }));
    project.script({ match: 'Do the work', action: 'Good', costUsd: 0.25 });
    const result = await programEnds(project, `end(await run(map, { agent: claude() }));`);
    expect(result).toMatchObject({ status: 'completed', outcome: 'Done', costUsd: 0.25, simulation: false });
    expect(project.calls().map(({ cwd }) => cwd)).toEqual([project.root]);
  });

  test('gets an error where Claude Code is not there', async ({ project, expect }) => {
    project.put('do.json', mapOf({ Work: WORK }));
    const script = `await run(map, { agent: claude({ program: 'no-such-claude' }) }).catch(({ code }) => end(code));`;
    expect(await programEnds(project, script)).toBe('claude-not-found');
  });

  test('runs the wfmap of the library where a command of the map names it', async ({ project, expect }) => {
    project.put('do.json', mapOf({ Version: shell(['wfmap', '--version']), ...FAILED }));
    expect(await programEnds(project, `end(await run(map));`)).toMatchObject({ status: 'completed' });
    const log = project.list('.wfmap/runs/do/slip-001').find((name) => /version.*\.log$/.test(name)) ?? '';
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(project.read(`.wfmap/runs/do/slip-001/${log}`)).toContain(version);
  });

  test('leaves the default branch alone, and gets a line that says so', async ({ project, expect }) => {
    const commit = shell(['wfmap', 'commit', '--message=Done']);
    project.put('do.json', mapOf({ Commit: commit, ...FAILED }));
    const lines = await programEnds(
      project,
      `await run(map, { report: (line) => lines.push(line) }); end(lines);`,
    );
    expect(lines).toContainEqual(expect.stringContaining('wfmap/do-001'));
    expect(project.git('branch', '--show-current')).toBe('wfmap/do-001\n');
  });

  test('can have a worktree, or stay where it is', async ({ project, expect }) => {
    const commit = shell(['wfmap', 'commit', '--message=Done']);
    project.put('do.json', mapOf({ Commit: commit, ...FAILED }));
    await programEnds(
      project,
      `await run(map, { git: { worktree: true } }); end((await run(map, { git: { here: true } })).status);`,
    );
    expect(project.git('branch', '--show-current')).toBe('main\n');
    expect(project.list('.wfmap/worktrees')).toEqual(['do-001']);
  });

  test('is not asked what a person must be seen to answer', async ({ project, expect }) => {
    const question = {
      type: 'human',
      promptTemplate: 'Push?',
      seen: true,
      actions: { Yes: { target: 'Done', choose: 'push' } },
    };
    project.put('do.json', mapOf({ Ask: question }));
    const script = `
      const asked = [];
      const { pause } = await run(map, { ask: ({ task }) => (asked.push(task), { action: 'Yes' }) });
      end({ asked, pause });`;
    expect(await programEnds(project, script)).toEqual({ asked: [], pause: 'human' });
  });

  test('that is killed leaves no agent, and wfmap resumes its run', async ({ project, expect }) => {
    project.put('do.json', mapOf({ Work: WORK }));
    project.script({ match: 'Do the work', hang: true, times: 1 }, { match: '', action: 'Good' });
    const child = begin(project, `end(await run(map));`);
    const ended = once(child, 'close');
    await until(() => project.calls().length > 0);
    const pid = project.calls()[0]?.pid ?? 0;
    child.kill('SIGKILL');
    await ended;
    await until(() => !isAlive(pid));
    expect(await project.run(['resume', '--no-input'])).toMatchObject({ code: 0 });
    expect(project.events('do/slip-001').at(-1)?.type).toBe('run.finished');
  });
});
