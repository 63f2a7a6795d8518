import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { isAlive } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { FIRST, RUN_DIRECTORY, startSlow, stopped } from './helpers/slow-run.ts';
import { until } from './helpers/until.ts';
import { wayOn } from './helpers/way-on.ts';

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
    // Whoever has the run keeps it until the others were told so.
    project.script({ waitFor: 'told' });
    const all = [1, 2, 3].map(() => project.run(['resume']));
    let over = 0;
    for (const each of all) void each.then(() => (over += 1));
    await until(() => over === 2);
    project.put('told', '');
    const ends = await Promise.all(all);
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
    const path = join(project.root, RUN_DIRECTORY, 'journal.jsonl');
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
    const path = join(project.root, RUN_DIRECTORY, 'journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -7));
    const { code, reported } = await project.run(['resume']);
    expect(code, reported).toBe(0);
  });

  test.concurrent(
    'arguments that the task does not have, a task that the map does not have',
    async ({ project, expect }) => {
      await stopped(project);
      const before = project.events('two/slip-001').length;
      const argument = await project.run(['resume', '--nonsense=1']);
      expect(argument, argument.reported).toMatchObject({ code: 2, stdout: '' });
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
      expect(refused, refused.reported).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('prompts/second.md was changed');
      expect(refused.stderr).toContain('--as-started');
      expect(refused.stderr).toContain('--accept-changes');
      project.script(
        { action: 'Rework', times: 1 },
        { match: '^The first', action: 'Next' },
        { exit: 1, exitCode: 1, times: 3 },
      );
      const kept = await project.run(['resume', '--as-started']);
      expect(kept.code, kept.reported).toBe(6);
      expect(project.calls().at(-3)?.prompt).toContain('The second task.');
      expect(wayOn(kept.stdout)).toContain('--as-started');
      project.script();
      const accepted = await project.run(['resume', '--accept-changes', '--note=now']);
      expect(accepted.code, accepted.reported).toBe(0);
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
      expect(paused.code, paused.reported).toBe(5);
      const last = await project.run(['resume', '--max-steps=5']);
      expect(last.code, last.reported).toBe(0);
      expect(last.stderr).toContain('Third');
    },
  );

  test.concurrent(
    'a change that the journal does not fit is told, and nothing is lost by trying',
    async ({ project, expect }) => {
      await stopped(project);
      project.put('two.json', mapOf({ Other: ask({ Next: 'Done' }) }));
      const refused = await project.run(['resume', '--accept-changes']);
      expect(refused.code, refused.reported).toBe(2);
      expect(refused.stderr).toContain('--as-started');
      const kept = await project.run(['resume', '--as-started']);
      expect(kept.code, kept.reported).toBe(0);
    },
  );

  test.concurrent('a map that is gone or broken leaves the copy of the run', async ({ project, expect }) => {
    await stopped(project);
    rmSync(join(project.root, 'two.json'));
    const gone = await project.run(['resume', '--accept-changes']);
    expect(gone, gone.reported).toMatchObject({ code: 2, stdout: '' });
    expect(gone.stderr).toContain('There is no map "two.json"');
    expect(gone.stderr).toContain('--as-started');
    project.put('two.json', '{ broken');
    const broken = await project.run(['resume']);
    expect(broken.code, broken.reported).toBe(2);
    rmSync(join(project.root, 'two.json'));
    rmSync(join(project.root, 'prompts'), { recursive: true });
    const kept = await project.run(['resume', '--as-started']);
    expect(kept.code, kept.reported).toBe(0);
    expect((await project.run(['show'])).stdout).toContain('completed');
  });
});

describe('resume with more words', () => {
  test.concurrent(
    'arguments are for once, and render the prompt again in a new session',
    async ({ project, expect }) => {
      await stopped(project);
      project.script({ match: '^The second task. hear', action: 'Rework' });
      const { code, reported } = await project.run(['resume', '--note=hear this']);
      expect(code, reported).toBe(0);
      const [, second, third, , fifth] = project.calls();
      expect(third?.prompt).toContain('The second task. hear this\n');
      expect([third?.continues, third?.session === second?.session]).toEqual([false, false]);
      expect(fifth?.prompt).toContain('The second task. \n');
    },
  );

  test.concurrent('--from goes back to a task, also of a run that has ended', async ({ project, expect }) => {
    await stopped(project);
    const back = await project.run(['resume', 'two/slip-001', '--from', 'First']);
    expect(back.code, back.reported).toBe(0);
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
    expect(again.code, again.reported).toBe(0);
    expect(project.calls()).toHaveLength(5);
    expect(project.calls()[4]?.prompt).toContain('The second task. two words\n');
    const data = JSON.parse(project.read(`${RUN_DIRECTORY}/data.json`));
    expect(data.status).toBe('completed');
    expect((await project.run(['show'])).stdout).toMatch(
      /5 {2}Done\n *6 {2}Second \(visit 3\).*\n *7 {2}Done/,
    );
  });

  test.concurrent('a run is named by its path, too', async ({ project, expect }) => {
    await stopped(project);
    const { code, reported } = await project.run(['resume', `../${RUN_DIRECTORY}/`], { folder: 'src' });
    expect(code, reported).toBe(0);
  });
});
