import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { isAlive, pidsOfRun } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import type { Started } from './helpers/start-wfmap.ts';
import { until } from './helpers/until.ts';
import { wayOn } from './helpers/way-on.ts';

const FIRST = ask({ Next: 'Second' }, { promptTemplate: 'The first task.' });
const TWO = mapOf({
  First: FIRST,
  Second: ask(
    { Accept: 'Done', Rework: 'First' },
    {
      promptTemplatePath: 'prompts/second.md',
      promptParams: { note: { type: 'string', description: 'A note' } },
    },
  ),
});
const TEMPLATE = 'The second task. ${note}\n';
const SLIP = '.wfmap/runs/two/slip-001';
const LOG = `${SLIP}/task-002-second.log`;
/** The second task says a word, and then works for longer than any test waits. */
const SLOW = { match: '^The second task', say: 'Working.', sleepMs: 60_000 };

/** Starts a run and gives it back when the agent of its second task is at work. */
async function startSlow(
  project: Project,
  rule: object = SLOW,
  flags: readonly string[] = [],
): Promise<Started> {
  project.put('two.json', TWO);
  project.put('prompts/second.md', TEMPLATE);
  project.script({ ...rule, times: 1 });
  const run = project.start(['run', 'two.json', ...flags]);
  await until(
    () => project.has(LOG) && project.read(LOG).includes('Working.'),
    () => run.stdout() + run.stderr(),
  );
  return run;
}

/** A run that was stopped in its second task. */
async function stopped(project: Project): Promise<void> {
  const run = await startSlow(project);
  run.kill('SIGINT');
  await run.end;
}

describe('a signal stops a run resumably', () => {
  test.concurrent.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it with %i', async ([signal, exitCode], { project, expect }) => {
    const run = await startSlow(project);
    run.kill(signal);
    const { code, stdout, stderr, told } = await run.end;
    expect(code, told).toBe(exitCode);
    expect(stderr).toContain('Stopping: the agent gets 5 s to end.');
    expect(stdout).toContain(`Stopped by ${signal}.`);
    expect(project.events('two/slip-001').at(-1)).toMatchObject({ type: 'run.paused', data: { exitCode } });
    const data = JSON.parse(project.read(`${SLIP}/data.json`));
    expect(data).toMatchObject({ status: 'paused', history: [{}, { name: 'Second', error: 'interrupted' }] });
    const [, second] = project.calls();
    expect(readFileSync(join(project.state, 'seen-signals'), 'utf8')).toBe(`${second?.pid} SIGINT\n`);
    expect(pidsOfRun(second?.marker ?? '')).toEqual([]);

    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.told).toBe(0);
    const third = project.calls()[2];
    expect(third).toMatchObject({ session: second?.session, continues: true });
    expect(third?.prompt).toMatch(/^You were interrupted before you had finished/);
    expect(project.results()).toHaveLength(2);
    const after = JSON.parse(project.read(`${SLIP}/data.json`));
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

  test.concurrent('a second Ctrl-C ends at once an agent that will not', async ({ project, expect }) => {
    const run = await startSlow(project, { ...SLOW, sleepMs: 0, hang: 'hard', background: 300 });
    run.kill('SIGINT');
    await run.says('Again to end at once.');
    const before = performance.now();
    run.kill('SIGINT');
    const { code, stdout, told } = await run.end;
    expect(code, told).toBe(130);
    expect(performance.now() - before).toBeLessThan(3000);
    expect(pidsOfRun(project.calls()[0]?.marker ?? '')).toEqual([]);
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.told).toBe(0);
  });

  test.concurrent('also while it waits to try again', async ({ project, expect }) => {
    project.put('two.json', mapOf({ Work: ask({ Complete: 'Done' }) }));
    project.script({ exit: 1, stderr: 'no luck', times: 2 });
    const run = project.start(['run', 'two.json']);
    await until(() => project.calls().length === 2);
    await run.says(/no luck[\s\S]*no luck/);
    run.kill('SIGINT');
    const { code, stdout, told } = await run.end;
    expect(code, told).toBe(130);
    expect(project.calls()).toHaveLength(2);
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.told).toBe(0);
    expect(project.calls()[2]).toMatchObject({ session: project.calls()[0]?.session, continues: true });
  });

  test.concurrent('an answer that comes while it stops still counts', async ({ project, expect }) => {
    const run = await startSlow(project, { ...SLOW, sleepMs: 0, stayMs: 60_000 });
    run.kill('SIGINT');
    const { code, stdout, told } = await run.end;
    expect(code, told).toBe(130);
    expect(project.events('two/slip-001').filter(({ type }) => type === 'action.chosen')).toHaveLength(2);
    const resumed = await project.paste(wayOn(stdout));
    expect(resumed.code, resumed.told).toBe(0);
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
    expect(again.stderr).toContain('go on with it instead: wfmap resume two/slip-001');
    expect(again.stdout).toContain('two/slip-002');
  });
});

describe('wfmap stop', () => {
  test.concurrent('stops a live run resumably, and waits until it has', async ({ project, expect }) => {
    const run = await startSlow(project);
    const stop = await project.run(['stop']);
    expect(stop, stop.told).toMatchObject({
      code: 0,
      stdout: 'two/slip-001 has stopped. Go on with: wfmap resume two/slip-001\n',
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

describe('resume refuses', () => {
  test.concurrent('a run that lives, and says who holds it', async ({ project, expect }) => {
    const run = await startSlow(project);
    const { code, stdout, stderr } = await project.run(['resume']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`held by process ${run.pid}`);
    expect(project.calls().filter(({ pid }) => isAlive(pid))).toHaveLength(1);
    run.kill('SIGINT');
    expect((await run.end).code).toBe(130);
  });

  test.concurrent('all but one of several at once', async ({ project, expect }) => {
    await stopped(project);
    project.script({ sleepMs: 1500 });
    const ends = await Promise.all([1, 2, 3].map(() => project.run(['resume'])));
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(ends.filter(({ code }) => code === 2)).toHaveLength(2);
    for (const { code, stderr } of ends) if (code === 2) expect(stderr).toMatch(/held by process \d+/);
    expect(project.calls()).toHaveLength(3);
  });

  test.concurrent('a run that has ended, and one that is not there', async ({ project, expect }) => {
    await stopped(project);
    await project.run(['resume']);
    const ended = await project.run(['resume']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('The run two/slip-001 has ended.');
    const unknown = await project.run(['resume', 'tow/slip-001']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('Did you mean "two/slip-001"?');
    expect((await project.run(['resume', 'slip-009'])).code).toBe(2);
    expect(project.calls()).toHaveLength(3);
  });

  test.concurrent('in a project without runs', async ({ project, expect }) => {
    const { code, stderr } = await project.run(['resume']);
    expect(code).toBe(2);
    expect(stderr).toContain('wfmap run <map>');
  });

  test.concurrent('a journal that is damaged, with the place', async ({ project, expect }) => {
    await stopped(project);
    const path = join(project.root, SLIP, 'journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    const offset = whole.indexOf('\n') + 1;
    writeFileSync(path, `${whole.slice(0, offset + 40)}#${whole.slice(offset + 41)}`);
    const middle = await project.run(['resume']);
    expect(middle).toMatchObject({ code: 3, stdout: '' });
    expect(middle.stderr).toContain(`damaged at byte ${offset}`);
    writeFileSync(path, whole.replace('"type":"run.started"', '"type":"run.startel"'));
    const first = await project.run(['resume', 'slip-001']);
    expect(first).toMatchObject({ code: 3, stdout: '' });
    expect(first.stderr).toContain('damaged at byte 0');
    writeFileSync(path, whole);
    expect((await project.run(['resume'])).code).toBe(0);
  });

  test.concurrent('a torn last batch is no damage', async ({ project, expect }) => {
    await stopped(project);
    const path = join(project.root, SLIP, 'journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -7));
    const { code, told } = await project.run(['resume']);
    expect(code, told).toBe(0);
  });

  test.concurrent(
    'arguments that the task does not have, a task that the map does not have',
    async ({ project, expect }) => {
      await stopped(project);
      const before = project.events('two/slip-001').length;
      const argument = await project.run(['resume', '--nonsense=1']);
      expect(argument, argument.told).toMatchObject({ code: 2, stdout: '' });
      expect(argument.stderr).toContain('no flag --nonsense');
      expect(argument.stderr).toMatch(/The fields of task "Second":\n +--note=<string> +A note/);
      const task = await project.run(['resume', '--from', 'Secnd']);
      expect(task).toMatchObject({ code: 2, stdout: '' });
      expect(task.stderr).toContain('no task "Secnd"');
      expect(task.stderr).toContain('"Second"');
      expect((await project.run(['resume', '--accept-changes', '--as-started'])).code).toBe(2);
      expect(project.events('two/slip-001')).toHaveLength(before);
      expect(project.calls()).toHaveLength(2);
    },
  );
});

describe('what was changed since', () => {
  test.concurrent(
    'in a template is told, and the printed ways go on with either',
    async ({ project, expect }) => {
      await stopped(project);
      project.put('prompts/second.md', 'The new second task. ${note}\n');
      const refused = await project.run(['resume']);
      expect(refused, refused.told).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('prompts/second.md was changed');
      expect(refused.stderr).toContain('--as-started');
      expect(refused.stderr).toContain('--accept-changes');
      project.script(
        { action: 'Rework', times: 1 },
        { match: '^The first', action: 'Next' },
        { exit: 1, exitCode: 1, times: 3 },
      );
      const kept = await project.run(['resume', '--as-started']);
      expect(kept.code, kept.told).toBe(6);
      expect(project.calls().at(-3)?.prompt).toContain('The second task.');
      expect(wayOn(kept.stdout)).toContain('--as-started');
      project.script();
      const accepted = await project.run(['resume', '--accept-changes', '--note=now']);
      expect(accepted.code, accepted.told).toBe(0);
      expect(project.calls().at(-1)?.prompt).toContain('The new second task. now');
    },
  );

  test.concurrent(
    'in the map is told; what was accepted need not be accepted again',
    async ({ project, expect }) => {
      await stopped(project);
      const longer = mapOf({
        First: FIRST,
        Second: ask(
          { Accept: 'Third', Rework: 'First' },
          { promptTemplatePath: 'prompts/second.md', promptParams: { note: '' } },
        ),
        Third: ask({ Good: 'Done' }),
      });
      project.put('two.json', longer);
      const refused = await project.run(['resume']);
      expect(refused.stderr).toContain('two.json was changed');
      const paused = await project.run(['resume', '--accept-changes', '--max-steps=2']);
      expect(paused.code, paused.told).toBe(5);
      const last = await project.run(['resume', '--max-steps=5']);
      expect(last.code, last.told).toBe(0);
      expect(last.stderr).toContain('Third');
    },
  );

  test.concurrent(
    'a change that the journal does not fit is told, and nothing is lost by trying',
    async ({ project, expect }) => {
      await stopped(project);
      project.put('two.json', mapOf({ Other: ask({ Next: 'Done' }) }));
      const refused = await project.run(['resume', '--accept-changes']);
      expect(refused.code, refused.told).toBe(2);
      expect(refused.stderr).toContain('--as-started');
      const kept = await project.run(['resume', '--as-started']);
      expect(kept.code, kept.told).toBe(0);
    },
  );

  test.concurrent('a map that is gone or broken leaves the copy of the run', async ({ project, expect }) => {
    await stopped(project);
    rmSync(join(project.root, 'two.json'));
    const gone = await project.run(['resume', '--accept-changes']);
    expect(gone, gone.told).toMatchObject({ code: 2, stdout: '' });
    expect(gone.stderr).toContain('There is no map "two.json"');
    expect(gone.stderr).toContain('--as-started');
    project.put('two.json', '{ broken');
    const broken = await project.run(['resume']);
    expect(broken.code, broken.told).toBe(2);
    rmSync(join(project.root, 'two.json'));
    rmSync(join(project.root, 'prompts'), { recursive: true });
    const kept = await project.run(['resume', '--as-started']);
    expect(kept.code, kept.told).toBe(0);
    expect((await project.run(['show'])).stdout).toContain('completed');
  });
});

describe('resume with more words', () => {
  test.concurrent(
    'arguments are for once, and render the prompt again in a new session',
    async ({ project, expect }) => {
      await stopped(project);
      project.script({ match: '^The second task. hear', action: 'Rework' });
      const { code, told } = await project.run(['resume', '--note=hear this']);
      expect(code, told).toBe(0);
      const [, second, third, , fifth] = project.calls();
      expect(third?.prompt).toContain('The second task. hear this\n');
      expect([third?.continues, third?.session === second?.session]).toEqual([false, false]);
      expect(fifth?.prompt).toContain('The second task. \n');
    },
  );

  test.concurrent('--from goes back to a task, also of a run that has ended', async ({ project, expect }) => {
    await stopped(project);
    const back = await project.run(['resume', 'two/slip-001', '--from', 'First']);
    expect(back.code, back.told).toBe(0);
    expect(
      project
        .calls()
        .slice(2)
        .map(({ prompt, continues }) => [prompt.slice(0, 14), continues]),
    ).toEqual([
      ['The first task', false],
      ['The second tas', false],
    ]);
    const again = await project.run(['resume', '--from=Second', '--note', 'two words']);
    expect(again.code, again.told).toBe(0);
    expect(project.calls()).toHaveLength(5);
    expect(project.calls()[4]?.prompt).toContain('The second task. two words\n');
    const data = JSON.parse(project.read(`${SLIP}/data.json`));
    expect(data.status).toBe('completed');
    expect((await project.run(['show'])).stdout).toMatch(
      /5 {2}Done\n *6 {2}Second \(visit 3\).*\n *7 {2}Done/,
    );
  });

  test.concurrent('a run is named by its path, too', async ({ project, expect }) => {
    await stopped(project);
    const { code, told } = await project.run(['resume', `../${SLIP}/`], { folder: 'src' });
    expect(code, told).toBe(0);
  });
});
