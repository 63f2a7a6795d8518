import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { RUN_DIRECTORY, SLOW, startSlow, stopped } from './helpers/slow-run.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

/** Lines about the course of a run: what only the process that drives it says is left out. */
const courseIn = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?: {4}|\[\d+\] )/.test(line));

/** All that lies in a run's folder, with what a write would change. */
function stampsOf(project: Project): readonly string[] {
  const folder = join(project.root, RUN_DIRECTORY);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(join(folder, name));
    return `${name} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  });
}

describe('wfmap watch', () => {
  test('shows what another process does, and ends with it and with its exit code', async ({
    project,
    expect,
  }) => {
    const run = await startSlow(project, { ...SLOW, action: 'Accept' });
    const watch = project.start(['watch']);
    const json = project.start(['watch', 'two/slip-001', '--json']);
    await watch.says('[2] Second\n');
    await json.says('"agent.started"');
    run.kill('SIGINT');
    const [ran, watched, told] = await Promise.all([run.end, watch.end, json.end]);
    expect([ran.code, watched.code, told.code]).toEqual([130, 130, 130]);
    expect(watched.stderr).toBe(`Watching two/slip-001: two.json, driven by process ${run.pid}\n`);
    expect(courseIn(watched.stdout)).toEqual(courseIn(ran.stderr));
    expect(watched.stdout.endsWith(ran.stdout), watched.stdout + ran.stdout).toBe(true);
    const events = told.stdout.split('\n').slice(0, -1);
    expect(events.map((line) => JSON.parse(line))).toEqual(project.events('two/slip-001'));
    expect(told.stderr.endsWith(ran.stdout)).toBe(true);
  });

  test('ends at once with a run that stands still, and writes nothing in its folder', async ({
    project,
    expect,
  }) => {
    await stopped(project);
    const before = stampsOf(project);
    const { code, stdout, stderr } = await project.run(['watch']);
    expect(code).toBe(130);
    expect(stderr).toBe('Watching two/slip-001: two.json, no process drives it\n');
    expect(stdout).toMatch(/^\[1\] First\n {4}-> Next[^]*\n\[2\] Second\ntwo\/slip-001 is paused \(2 steps/);
    expect(stdout).toContain('\nResume with: wfmap resume two/slip-001\n');
    expect(stampsOf(project)).toEqual(before);
  });

  test('says that the process of a run is gone, with the exit code of a fault', async ({
    project,
    expect,
  }) => {
    const run = await startSlow(project);
    const watch = project.start(['watch']);
    await watch.says('[2] Second\n');
    run.kill('SIGKILL');
    const { code, stdout } = await watch.end;
    expect(code).toBe(3);
    expect(stdout).toContain('two/slip-001 is paused (2 steps, ');
    expect(stdout).toContain(
      '. The process that drove it is gone.\nResume with: wfmap resume two/slip-001\n',
    );
  });

  test('takes the newest run that has not ended, and a named one that has', async ({ project, expect }) => {
    expect(await project.run(['watch'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^wfmap: There is no run here that has not ended\.\n {2}Name one/),
    });
    project.put('bad.json', mapOf({ Only: ask({ Go: 'Bad' }), Bad: { type: 'end', failed: true } }));
    expect((await project.run(['run', 'bad.json'])).code).toBe(1);
    expect((await project.run(['watch'])).code).toBe(2);
    const named = await project.run(['watch', 'slip-001']);
    expect(named.code).toBe(1);
    expect(named.stdout).toContain('bad/slip-001 reached the failed end "Bad" (1 step, ');
    await stopped(project);
    expect((await project.run(['run', 'bad.json'])).code).toBe(1);
    expect((await project.run(['watch'])).stderr).toContain('Watching two/slip-001: ');
    expect(await project.run(['watch', 'three/slip-001'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('at a terminal has the view of the run with what its agent says, until Ctrl-C, which the run does not notice', async ({
    project,
    expect,
  }) => {
    const run = await startSlow(project);
    const { code, shown } = await typeInTerminal(['watch'], {
      root: project.root,
      environment: { ...project.environment, TERM: 'xterm' },
      typed: [['Working.', '\u0003']],
    });
    expect(code).toBe(130);
    const block = shown.slice(shown.indexOf('\u001B[?25l'));
    expect(block).toContain('[2] Second');
    expect(block).toMatch(/run \d+ s, \$0\.\d\d, \d+ tokens/);
    // The view is taken away, and the cursor is there again.
    expect(shown.trimEnd().endsWith('\u001B[J\u001B[?25h'), JSON.stringify(shown.slice(-80))).toBe(true);
    expect(project.events('two/slip-001').at(-1)?.type).toBe('agent.started');
    run.kill('SIGINT');
    expect((await run.end).code).toBe(130);
  });
});
