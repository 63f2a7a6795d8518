import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { pidsOfRun } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { LOG, RUN_DIRECTORY, SLOW, startSlow, stopped } from './helpers/slow-run.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';
import { until } from './helpers/until.ts';
import { wayOn } from './helpers/way-on.ts';

describe('a signal stops a run resumably', () => {
  test.concurrent.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it with %i', async ([signal, exitCode], { project, expect }) => {
    const run = await startSlow(project);
    run.kill(signal);
    const { code, stdout, stderr, reported } = await run.end;
    expect(code, reported).toBe(exitCode);
    expect(stderr).toContain('Stopping: the agent gets 5 s to end.');
    expect(stdout).toContain(`Stopped by ${signal}.`);
    expect(project.events('two/slip-001').at(-1)).toMatchObject({ type: 'run.paused', data: { exitCode } });
    const data = JSON.parse(project.read(`${RUN_DIRECTORY}/data.json`));
    expect(data).toMatchObject({ status: 'paused', history: [{}, { name: 'Second', error: 'interrupted' }] });
    const [, second] = project.calls();
    expect(readFileSync(join(project.state, 'seen-signals'), 'utf8')).toBe(`${second?.pid} SIGINT\n`);
    expect(pidsOfRun(second?.marker ?? '')).toEqual([]);

    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    const third = project.calls()[2];
    expect(third).toMatchObject({ session: second?.session, continues: true });
    expect(third?.prompt).toMatch(/^You were interrupted before you had finished/);
    expect(project.results()).toHaveLength(2);
    const after = JSON.parse(project.read(`${RUN_DIRECTORY}/data.json`));
    expect(after.status).toBe('completed');
    expect(
      after.history.map(({ name, action, error }: Record<string, string>) => [name, action, error]),
    ).toEqual([
      ['First', 'Next', undefined],
      ['Second', undefined, 'interrupted'],
      ['Second', 'Accept', undefined],
      ['Done', undefined, undefined],
    ]);
  });

  test.concurrent('also where its terminal is closed under a question', async ({ project, expect }) => {
    const actions = { Yes: { target: 'Done' }, No: { target: 'Done' } };
    project.put('ask.json', mapOf({ Ask: { type: 'human', promptTemplate: 'Good?', actions } }));
    await typeInTerminal(['run', 'ask.json'], { ...project, closedAt: 'Choice (1-2' });
    await until(() => !project.has('.wfmap/runs/ask/slip-001/lock.json'));
    expect(project.events('ask/slip-001').at(-1)).toMatchObject({
      type: 'run.paused',
      data: { message: 'Stopped by SIGHUP.', exitCode: 129 },
    });
  });

  test.concurrent('a second Ctrl-C ends at once an agent that will not', async ({ project, expect }) => {
    const run = await startSlow(project, { ...SLOW, sleepMs: 0, hang: 'hard', background: 300 });
    const before = performance.now();
    run.kill('SIGINT');
    await run.says('Again to end at once.');
    run.kill('SIGINT');
    const { code, stdout, reported } = await run.end;
    expect(code, reported).toBe(130);
    // Before the time that the first one gave it would be over.
    expect(performance.now() - before).toBeLessThan(5000);
    expect(pidsOfRun(project.calls()[0]?.marker ?? '')).toEqual([]);
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.reported).toBe(0);
  });

  test.concurrent('also while it waits to try again', async ({ project, expect }) => {
    // It waits a second or two before the third time, and longer each time: none of the tries is the last.
    project.put('two.json', mapOf({ Work: ask({ Complete: 'Done' }, { retry: { max: 20 } }) }));
    project.script({ exit: 1, stderr: 'no luck' });
    const run = project.start(['run', 'two.json']);
    await run.says(/no luck[\s\S]*no luck/);
    run.kill('SIGINT');
    const { code, stdout, stderr, reported } = await run.end;
    expect(code, reported).toBe(130);
    expect(stderr.slice(stderr.indexOf('Stopping:')), reported).not.toContain('no luck');
    const { length } = project.calls();
    project.script();
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    expect(project.calls()).toHaveLength(length + 1);
    expect(project.calls()[length]).toMatchObject({ session: project.calls()[0]?.session, continues: true });
  });

  test.concurrent('an answer that comes while it stops still counts', async ({ project, expect }) => {
    const run = await startSlow(project, { ...SLOW, sleepMs: 0, stayMs: 600_000 });
    // An agent that is asked to end before it has written its answer gives none.
    await until(() => project.read(LOG).includes('"type":"result"'));
    run.kill('SIGINT');
    const { code, stdout, reported } = await run.end;
    expect(code, reported).toBe(130);
    expect(project.events('two/slip-001').filter(({ type }) => type === 'action.chosen')).toHaveLength(2);
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    expect(project.calls()).toHaveLength(2);
  });

  test.concurrent(
    '--json tells the pause as an event, and the way on beside it',
    async ({ project, expect }) => {
      const run = await startSlow(project, SLOW, ['--json']);
      run.kill('SIGINT');
      const { stdout, stderr } = await run.end;
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'run.paused' });
      expect(wayOn(stderr)).toBe('wfmap resume two/slip-001');
    },
  );

  test.concurrent('starting the same again tells of what is unfinished', async ({ project, expect }) => {
    await stopped(project);
    const again = await project.run(['run', 'two.json']);
    expect(again.stderr).toContain('to resume it instead: wfmap resume two/slip-001');
    expect(again.stdout).toContain('two/slip-002');
  });
});

describe('wfmap stop', () => {
  test.concurrent('stops a live run resumably, and waits until it has', async ({ project, expect }) => {
    const run = await startSlow(project);
    const stop = await project.run(['stop']);
    expect(stop, stop.reported).toMatchObject({
      code: 0,
      stdout: 'two/slip-001 has stopped. Resume with: wfmap resume two/slip-001\n',
    });
    expect(project.events('two/slip-001').at(-1)?.type).toBe('run.paused');
    expect((await run.end).code).toBe(143);
    expect((await project.paste(wayOn(stop.stdout))).code).toBe(0);
  });

  test.concurrent('of a run that nobody drives is 2', async ({ project, expect }) => {
    await stopped(project);
    const { code, stderr } = await project.run(['stop', 'slip-001']);
    expect(code).toBe(2);
    expect(stderr).toContain('No process drives two/slip-001');
  });
});
