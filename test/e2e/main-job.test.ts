import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { exampleOf, GOES_WELL, planOf } from './helpers/map-rules.ts';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { STORY, test, type Project } from './helpers/project.ts';

const ASKED = new Set(['Decompose', 'Research', 'Act', 'Monitor', 'Final Verify', 'Complete']);

function tasksOf(project: Project, run: string): unknown[] {
  const data = JSON.parse(project.read(`.wfmap/runs/${run}/data.json`)) as { history: { name: string }[] };
  return data.history.map(({ name }) => name);
}

describe('a shipped map', () => {
  const WORDS = ['run', 'efficient', '--storyId=STORY-1', '--autoApprove'];

  test('does a story of the repository, and leaves nothing else in it', async ({ project, expect }) => {
    const change = { match: '# Job: make this change', write: { 'src/greet.txt': 'hello, Ada\n' } };
    project.script({ ...change, output: exampleOf('actor-report') }, ...GOES_WELL);
    const { code, stdout, reported } = await project.run(WORDS);
    expect(code, reported).toBe(0);
    expect(stdout).toMatch(
      /^efficient\/slip-001 reached its end "Complete" with the outcome "complete" \(\d+ steps, .*, \$0\.05\)\.\n$/,
    );
    expect(project.git('log', '--format=%s')).toBe('ST-001: greet by name\nstart\n');
    expect(project.git('show', '-U0', '--no-color')).toContain('-hello\n+hello, Ada\n');
    expect(project.git('status', '--porcelain', '-uall')).toBe('');
    expect(tasksOf(project, 'efficient/slip-001').filter((name) => ASKED.has(String(name)))).toEqual([
      'Decompose',
      'Research',
      'Act',
      'Monitor',
      'Final Verify',
      'Complete',
    ]);
    expect(project.calls()[0]?.prompt).toContain(STORY.trim());
  });

  test('goes round by what was found: rework, then the next subtask', async ({ project, expect }) => {
    const rejected = {
      ...exampleOf('monitor-report'),
      valid: false,
      recommendation: 'revise',
      feedback_for_actor: '1. src/greet.txt: the name is missing',
    };
    project.script(
      { match: '# Job: judge this change', output: rejected, times: 1 },
      { match: '# Job: plan the work', output: planOf('greet by name', 'say goodbye') },
      {
        match: '# Job: make this change',
        run: 'echo more >> src/more.txt',
        output: exampleOf('actor-report'),
      },
      ...GOES_WELL,
    );
    const { code, reported } = await project.run(WORDS);
    expect(code, reported).toBe(0);
    const made = project.calls().filter(({ prompt }) => prompt.includes('# Job: make this change'));
    expect(made.map(({ prompt }) => prompt.includes('the name is missing'))).toEqual([false, true, false]);
    expect(made.map(({ prompt }) => /\[>>\] (ST-\d+)/.exec(prompt)?.[1])).toEqual([
      'ST-001',
      'ST-001',
      'ST-002',
    ]);
  });

  test('runs from any folder of the repository, and its agents work at the top', async ({
    project,
    expect,
  }) => {
    project.script(...GOES_WELL);
    const words = ['run', 'workflows/efficient.json', '--story-id', 'STORY-1', '--auto-approve'];
    const { code, reported } = await project.run(words, { folder: 'src' });
    expect(code, reported).toBe(0);
    expect(new Set(project.calls().map(({ cwd }) => cwd))).toEqual(new Set([project.root]));
    expect(project.list('.wfmap/runs/efficient')).toEqual(['slip-001']);
  });

  test('do-subtask runs to its end', async ({ project, expect }) => {
    project.script(
      { match: 'Start Review Work', action: 'Start Review Work' },
      {
        match: 'Report Completion',
        action: 'Report Completion',
      },
    );
    const words = ['run', 'do-subtask', '--storyId=STORY-1', '--subtaskId=ST-001'];
    const { code, stdout, reported } = await project.run(words);
    expect(code, reported).toBe(0);
    expect(stdout).toContain('do-subtask/slip-001 reached its end "End Workflow"');
  });
});

describe('--json', () => {
  test('prints the records of the journal and live messages, and nothing else', async ({
    project,
    expect,
  }) => {
    project.script({ say: 'Reading\u2028on.', tools: [{ name: 'Bash', input: { command: 'ls' } }] });
    project.put('one.json', ONE_TASK);
    const { code, stdout, reported } = await project.run(['run', 'one.json', '--json']);
    expect(code, reported).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ seq }) => seq !== undefined)).toEqual(project.events('one/slip-001'));
    const live = lines.filter(({ seq }) => seq === undefined);
    expect(new Set(live.map(({ type }) => type))).toEqual(new Set(['agent.message']));
    expect(live.map(({ data }) => data.kind)).toEqual(['ready', 'tool', 'text']);
    expect(live[1]).toMatchObject({ address: { block: [], task: 'Work', visit: 1, attempt: 1 } });
  });

  test('an early end of the reader ends neither the run nor the agent', async ({ project, expect }) => {
    project.script({ sleepMs: 300 });
    project.put('one.json', ONE_TASK);
    const run = project.start(['run', 'one.json', '--json']);
    run.closeOutput();
    const { code, reported } = await run.end;
    expect(code, reported).toBe(0);
    expect(project.events('one/slip-001').at(-1)?.type).toBe('run.finished');
  });
});

describe('--agent scripted', () => {
  const WALK = ['run', 'efficient', '--storyId=STORY-1', '--agent', 'scripted', '--seed'];

  test('says on every line of both streams that it is a simulation', async ({ project, expect }) => {
    const { code, stdout, stderr } = await project.run([...WALK, '7']);
    expect(code).toBe(0);
    const lines = `${stdout}${stderr}`.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(7);
    expect(lines.filter((line) => !line.startsWith('[simulation] '))).toEqual([]);
    expect(project.calls()).toEqual([]);
  });

  test('says it of a run that pauses, of one that is resumed, and in each object of JSON', async ({
    project,
    expect,
  }) => {
    const paused = await project.run([...WALK, '7', '--max-steps=2', '--json']);
    expect(paused.code).toBe(5);
    const objects = paused.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects.filter(({ simulation }) => simulation !== true)).toEqual([]);
    expect(
      paused.stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('[simulation] ')),
    ).toEqual([]);
    const resumed = await project.run(['resume', '--max-steps=+50']);
    expect(resumed.code, resumed.reported).toBe(0);
    const lines = `${resumed.stdout}${resumed.stderr}`.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('[simulation] '))).toEqual([]);
    expect((await project.run(['show'])).stdout).toContain('(simulation)');
    expect((await project.run(['runs'])).stdout).toContain('(simulation)');
  });

  test('the same seed plays the same walk, and some other another', async ({ project, expect }) => {
    const walks = await Promise.all(
      ['7', '7', '1', '2', '3', '4', '5', '6'].map(async (seed) => {
        const { stdout } = await project.run([...WALK, seed, '--json']);
        const events = stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        return events.flatMap(({ type, data }) => (type === 'action.chosen' ? [data.action] : [])).join();
      }),
    );
    expect(walks[0]).toBe(walks[1]);
    expect(new Set(walks).size).toBeGreaterThan(1);
  });

  test('plays a file of answers, and names the place in one that is wrong', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    project.put('play.json', { answers: { Work: [['Nonsense', 'Complete']] } });
    const { code, stderr } = await project.run(['run', 'one.json', '--agent', 'scripted:play.json']);
    expect(code).toBe(0);
    expect(stderr).toContain('"Nonsense"');
    project.put('bad.json', { answers: { Work: [7] } });
    const bad = await project.run(['run', 'one.json', '--agent=scripted:bad.json']);
    expect(bad).toMatchObject({ code: 2, stdout: '' });
    expect(bad.stderr).toContain('Work[0]');
  });
});

describe('the story', () => {
  const planned = (project: Project): string => project.calls()[0]?.prompt ?? '';
  const stop = ['--max-steps=2'];

  test('a goal stands in for it, and gives the id', async ({ project, expect }) => {
    project.script(...GOES_WELL);
    const { code, reported } = await project.run([
      'run',
      'efficient',
      '--goal',
      'Add a --version flag',
      ...stop,
    ]);
    expect(code, reported).toBe(5);
    expect(planned(project)).toContain('# Job: plan the work\n\nAdd a --version flag\n');
    expect(project.events('efficient/slip-001')[0]?.data).toMatchObject({
      fields: { storyId: 'add-a-version-flag' },
    });
  });

  test('standard input stands in for it where neither story nor id is named', async ({ project, expect }) => {
    project.script(...GOES_WELL);
    const { reported, code } = await project.run(['run', 'efficient', ...stop], {
      input: 'Mend the gate.\n',
    });
    expect(code, reported).toBe(5);
    expect(planned(project)).toContain('# Job: plan the work\n\nMend the gate.');
    const dashed = await project.run(['run', 'efficient', '--goal', '-', ...stop], {
      input: 'Paint the gate.\n',
    });
    expect(dashed.code, dashed.reported).toBe(5);
    expect(project.calls()[1]?.prompt).toContain('Paint the gate.');
  });

  test('is taken from --story before any file', async ({ project, expect }) => {
    project.script(...GOES_WELL);
    const words = ['run', 'efficient', '--storyId=STORY-1', '--story=Only this.', ...stop];
    const { code, reported } = await project.run(words);
    expect(code, reported).toBe(5);
    expect(planned(project)).toContain('# Job: plan the work\n\nOnly this.');
  });

  test('is found in .sdlc and where the configuration says', async ({ project, expect }) => {
    project.script(...GOES_WELL);
    project.put('.sdlc/stories/ST-7-the-seventh.md', 'The seventh.');
    project.put('docs/ST-8.txt', 'The eighth.');
    await project.run(['run', 'efficient', '--storyId=ST-7', ...stop]);
    expect(planned(project)).toContain('The seventh.');
    project.put('wfmap.config.json', { stories: ['docs/{id}.txt'] });
    await project.run(['run', 'efficient', '--storyId=ST-8', ...stop]);
    expect(project.calls()[1]?.prompt).toContain('The eighth.');
  });

  test('an id without a file is told, with where it was looked for', async ({ project, expect }) => {
    project.script(...GOES_WELL);
    const { code, stderr } = await project.run(['run', 'efficient', '--storyId=ST-9', ...stop]);
    expect(code).toBe(5);
    expect(stderr).toContain('No file for story "ST-9" (looked for stories/ST-9.md, .sdlc/stories/ST-9*)');
    const away = await project.run(['run', 'efficient', '--storyId=../STORY-1', ...stop]);
    expect(away.stderr).toContain('No file for story "../STORY-1"');
  });
});

describe('run folders', () => {
  test('are numbered on from the highest, whatever is missing between', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    expect((await project.run(['run', 'one.json'])).stdout).toContain('one/slip-001');
    expect((await project.run(['run', 'one.json'])).stdout).toContain('one/slip-002');
    mkdirSync(join(project.root, '.wfmap/runs/gap/slip-001'), { recursive: true });
    mkdirSync(join(project.root, '.wfmap/runs/gap/slip-003'));
    project.put('gap.json', ONE_TASK);
    expect((await project.run(['run', 'gap.json'])).stdout).toContain('gap/slip-004');
  });

  test('of runs that start together are all different', async ({ project, expect }) => {
    project.put('one.json', ONE_TASK);
    const ends = await Promise.all([1, 2, 3, 4].map(() => project.run(['run', 'one.json'])));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(project.list('.wfmap/runs/one')).toEqual(['slip-001', 'slip-002', 'slip-003', 'slip-004']);
  });

  test('a map of .sdlc keeps its runs beside its scope', async ({ project, expect }) => {
    project.put('.sdlc/workflows/team/one-map.json', ONE_TASK);
    const { code, reported } = await project.run(['run', '.sdlc/workflows/team/one-map.json']);
    expect(code, reported).toBe(0);
    const directory = '.sdlc/workslips/team/one-slips/slip-001';
    expect(project.list(directory)).toContain('data.json');
    expect(JSON.parse(project.read(`${directory}/data.json`))).toMatchObject({
      map: '.sdlc/workflows/team/one-map.json',
      path: `${directory}/`,
      status: 'completed',
      history: [
        { name: 'Work', action: 'Complete', prompt: 'task-001-work-prompt.md', log: 'task-001-work.log' },
        { name: 'Done' },
      ],
    });
    expect((await project.run(['show', 'slip-001'])).stdout).toContain('completed');
  });

  test('an end marked failed is 1', async ({ project, expect }) => {
    project.put('lost.json', mapOf({ Work: ask({ GiveUp: 'Lost' }), Lost: { type: 'end', failed: true } }));
    const { code, stdout } = await project.run(['run', 'lost.json']);
    expect(code).toBe(1);
    expect(stdout).toContain('reached the failed end "Lost"');
  });
});
