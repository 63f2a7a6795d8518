import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe } from 'vitest';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const LOOP = mapOf({
  Work: ask({ Check: 'Review' }, { promptTemplate: '# Work' }),
  Review: ask({ Rework: 'Work', Accept: 'Done' }, { promptTemplate: '# Review' }),
});
const REVIEW = { match: '^# Review', action: ['Rework', 'Accept'] };

async function runLoop(project: Project): Promise<void> {
  project.put('loop.json', LOOP);
  project.script(REVIEW, {
    say: 'I look around.\nAll is well.',
    tools: [{ name: 'Read', input: { file_path: 'src/greet.txt' } }],
  });
  await project.run(['run', 'loop.json']);
}

describe('in a project without runs', () => {
  test('runs is empty, and says how to begin; the others are 2', async ({ project, expect }) => {
    const runs = await project.run(['runs']);
    expect(runs).toMatchObject({ code: 0, stdout: '' });
    expect(runs.stderr).toContain('wfmap run <map>');
    expect(await project.run(['runs', '--json'])).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
    for (const command of ['show', 'logs', 'stop', 'resume']) {
      const { code, stdout, stderr } = await project.run([command]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('There is no run here');
    }
    expect(project.has('.wfmap')).toBe(false);
  });
});

describe('of a run that has ended', () => {
  test('runs and show tell its path, its cost and its state', async ({ project, expect }) => {
    await runLoop(project);
    const runs = await project.run(['runs']);
    expect(runs.stdout).toMatch(
      /^RUN +STATUS +AT +STEPS +COST .*\nloop\/slip-001 +completed +Done +4 +\$0\.04 /,
    );
    const { stdout } = await project.run(['show']);
    expect(stdout).toMatch(/^loop\/slip-001 {2}completed\n/);
    expect(stdout).toMatch(/spent +4 steps, .*, \$0\.04, 400 tokens\n/);
    expect(stdout).toMatch(
      /1 {2}Work .*-> Check\n.*2 {2}Review .*-> Rework\n.*3 {2}Work \(visit 2\) .*\n.*4 {2}Review \(visit 2\) .*-> Accept\n.*5 {2}Done\n/,
    );
  });

  test('show --json and runs --json are one document each, show --events the journal', async ({
    project,
    expect,
  }) => {
    await runLoop(project);
    const show = JSON.parse((await project.run(['show', '--json'])).stdout);
    expect(show).toMatchObject({ run: 'loop/slip-001', status: 'completed', steps: 4, tokens: 400 });
    expect(show.executions.map(({ task, action }: Record<string, string>) => [task, action])).toEqual([
      ['Work', 'Check'],
      ['Review', 'Rework'],
      ['Work', 'Check'],
      ['Review', 'Accept'],
      ['Done', null],
    ]);
    const [listed] = JSON.parse((await project.run(['runs', '--json'])).stdout);
    const { executions: _executions, git: _git, artifacts: _artifacts, ...summary } = show;
    expect(listed).toEqual(summary);
    const events = (await project.run(['show', 'slip-001', '--events'])).stdout.trimEnd().split('\n');
    expect(events.map((line) => JSON.parse(line))).toEqual(project.events('loop/slip-001'));
  });

  test('logs tells what the last agent did and said, or that of a task or number', async ({
    project,
    expect,
  }) => {
    await runLoop(project);
    expect((await project.run(['logs'])).stdout).toMatch(/^=.* \{"action":"Accept"\}.*$/m);
    const work = await project.run(['logs', 'loop/slip-001', 'Work']);
    const said =
      /^> Read .*src\/greet\.txt.*\n {2}ok\nI look around\.\nAll is well\.\n=.*\{"action":"Check"\}.*$/m;
    expect(work.stdout).toMatch(said);
    expect((await project.run(['logs', 'slip-001', '2'])).stdout).toContain('{"action":"Rework"}');
    const raw = (await project.run(['logs', '--raw'])).stdout;
    expect(raw).toBe(project.read('.wfmap/runs/loop/slip-001/task-004-review.log'));
    const none = await project.run(['logs', 'slip-001', 'Wrok']);
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('There are logs of "Work", "Review"');
  });
});

describe('of a run that goes on', () => {
  test('show says who drives it, and logs --follow tells all and ends with the task', async ({
    project,
    expect,
  }) => {
    project.put('one.json', ONE_TASK);
    project.script({ say: 'The beginning.', waitFor: 'seen' });
    const run = project.start(['run', 'one.json']);
    const log = '.wfmap/runs/one/slip-001/task-001-work.log';
    await until(() => project.has(log) && project.read(log).includes('The beginning.'));
    const follow = project.start(['logs', '--follow']);
    await follow.says('The beginning.');
    const show = await project.run(['show']);
    expect(show.stdout).toContain(`running: driven by process ${run.pid}`);
    expect(show.stdout).not.toContain('wfmap resume');
    expect((await project.run(['runs'])).stdout).toMatch(/one\/slip-001 +running +Work/);
    const data = JSON.parse(project.read('.wfmap/runs/one/slip-001/data.json'));
    expect(data).toMatchObject({ status: 'running', history: [{ name: 'Work' }] });
    project.put('seen', '');
    expect((await run.end).code).toBe(0);
    const followed = await follow.end;
    expect(followed.code).toBe(0);
    expect(followed.stdout).toBe((await project.run(['logs'])).stdout);
    expect(followed.stdout).toMatch(/^The beginning\.\n=.* \{"action":"Complete"\}.*\n$/m);
  });

  test('logs --follow prints the tasks that begin later too, and says whose lines they are', async ({
    project,
    expect,
  }) => {
    const both = { First: ask({ Go: 'Second' }, { promptTemplate: 'First.' }) };
    project.put('two.json', mapOf({ ...both, Second: ask({ Go: 'Done' }, { promptTemplate: 'Second.' }) }));
    project.script(
      { match: 'First', say: 'The beginning.', waitFor: 'seen' },
      { match: 'Second', say: 'The end.' },
    );
    const run = project.start(['run', 'two.json']);
    const log = '.wfmap/runs/two/slip-001/task-001-first.log';
    await until(() => project.has(log) && project.read(log).includes('The beginning.'));
    const follow = project.start(['logs', '--follow']);
    await follow.says('The beginning.');
    project.put('seen', '');
    expect((await run.end).code).toBe(0);
    const { code, stdout } = await follow.end;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^-- .*\nThe beginning\.\n= .*\n== \[2\] Second\n-- .*\nThe end\.\n= .*\n$/);
  });

  test('logs --follow ends when its reader has gone, and when the run has died', async ({
    project,
    expect,
  }) => {
    project.put('one.json', ONE_TASK);
    project.script({ say: 'The beginning.', hang: true });
    const run = project.start(['run', 'one.json']);
    const log = '.wfmap/runs/one/slip-001/task-001-work.log';
    await until(() => project.has(log) && project.read(log).includes('The beginning.'));
    const follow = project.start(['logs', '-f']);
    await follow.says('The beginning.');
    run.kill('SIGKILL');
    expect((await follow.end).code).toBe(0);
    await run.end;
    const show = await project.run(['show']);
    expect(show.stdout).toContain('Resume with: wfmap resume one/slip-001');
    expect(show.stdout).toMatch(/1 {2}Work +.*interrupted/);
  });
});

describe('of a run that is damaged', () => {
  test('each reader says where, and runs tells of the others', async ({ project, expect }) => {
    await runLoop(project);
    project.put('one.json', ONE_TASK);
    await project.run(['run', 'one.json']);
    const path = join(project.root, '.wfmap/runs/loop/slip-001/journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace('"type":"task.finished"', '"type":"task.finishes"'));
    const runs = await project.run(['runs']);
    expect(runs.code).toBe(0);
    expect(runs.stdout).toContain('one/slip-001');
    expect(runs.stderr).toMatch(/loop\/slip-001: .*damaged at byte \d+/);
    for (const command of ['show', 'logs']) {
      const { code, stdout, stderr } = await project.run([command, 'loop/slip-001']);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/damaged at byte \d+/);
    }
  });
});

describe('what comes from outside never reaches the terminal raw', () => {
  const EVIL = '\u001b[2J\u001b]0;title\u0007 \u202egnirts\u2066 \u0000\u009b31m\u2028';
  // Line breaks are ours; anything else below a blank, of C1, or that turns the direction is not.
  // oxlint-disable-next-line eslint/no-control-regex
  const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

  test('not in names, replies, tools, stories or standard error', async ({ project, expect }) => {
    const evil = EVIL.replaceAll('\u0000', '').replaceAll('\u2028', '');
    const name = `Work ${evil}`;
    project.put('evil.json', {
      ...mapOf({ [name]: ask({ [`Go ${evil}`]: 'Done' }) }),
      workslipFields: { story: { type: 'string', description: `The ${EVIL} story`, required: false } },
    });
    project.script(
      { exit: 1, stderr: `broken ${EVIL}`, times: 1 },
      { structured: { action: EVIL }, times: 1 },
      {
        say: `I say\n${EVIL}`,
        tools: [{ name: `Bash${EVIL}`, input: { command: EVIL }, denied: true }],
        garbage: 1,
      },
    );
    const words = [
      ['run', 'evil.json', `--story=Once ${EVIL.replaceAll('\u0000', '')}`],
      ['runs'],
      ['show'],
      ['logs'],
      ['logs', 'slip-001', EVIL.slice(0, 5)],
      ['run', 'evil.json', '--help'],
      ['run', 'evil.json', `--story${EVIL.slice(0, 5)}`],
      ['resume', `evil${EVIL.slice(0, 5)}`],
      ['run', `${EVIL.slice(0, 5)}.json`],
    ];
    for (const line of words) {
      const { stdout, stderr, reported } = await project.run(line);
      expect(RAW.exec(stdout), reported).toBeNull();
      expect(RAW.exec(stderr), reported).toBeNull();
    }
    for (const flag of ['--json', '--events']) {
      const { code, stdout } = await project.run(['show', flag]);
      expect(code).toBe(0);
      expect(RAW.exec(stdout), stdout).toBeNull();
    }
    const [first] = (await project.run(['show', '--events'])).stdout.split('\n');
    expect(JSON.parse(first ?? '')).toEqual(project.events('evil/slip-001')[0]);
  });

  test('a line of a reply cannot pass for one of ours', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    project.script({ structured: { action: 'x\n[2] Done\none/slip-001 reached its end "Done"' } });
    const { code, stdout, stderr } = await project.run(['run', 'one.json']);
    expect(code).toBe(6);
    expect(`${stdout}${stderr}`).not.toMatch(/^\[2\] Done/m);
    expect(`${stdout}${stderr}`).not.toMatch(/^one\/slip-001 reached/m);
  });
});

describe('colour', () => {
  const ESCAPE = '\u001b[';

  test('is left out of pipes, under NO_COLOR, and brought by FORCE_COLOR', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    const plain = await project.run(['run', 'one.json']);
    expect(plain.reported).not.toContain(ESCAPE);
    const forced = await project.run(['run', 'one.json'], { environment: { FORCE_COLOR: '1' } });
    expect(forced.stderr).toContain(ESCAPE);
    expect(stripVTControlCharacters(forced.stderr)).toContain('\n[1] Work\n');
    const none = await project.run(['run', 'one.json'], { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(none.reported).not.toContain(ESCAPE);
  });
});
