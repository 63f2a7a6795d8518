import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const APPROVE = mapOf({
  Approve: {
    type: 'human',
    promptTemplate: 'Is it good?',
    fields: {
      note: { type: 'string', description: 'Why?', required: true },
      count: { type: 'number', description: 'How many?', required: false, default: 1 },
    },
    timeout: '1h',
    as: 'said',
    actions: { Yes: { target: 'Good', choose: 'it is good' }, 'Not yet': { target: 'Done' } },
  },
  Good: { type: 'end', result: 'said.fields' },
});

/** A run that waits for a person. */
async function startWaiting(project: Project, map: object = APPROVE): Promise<void> {
  project.put('approve.json', map);
  const { code, reported } = await project.run(['run', 'approve.json']);
  if (code !== 4) throw new Error(`the run does not wait:\n${reported}`);
}

const answersOf = (project: Project) =>
  project.events('approve/slip-001').filter((event) => event.type === 'human.answered');

describe('an answer from anywhere', () => {
  test.concurrent('goes on with the run, by the line that the run printed', async ({ project, expect }) => {
    project.put('approve.json', APPROVE);
    const { stdout } = await project.run(['run', 'approve.json']);
    const line = /^Answer with: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(line).toBe('wfmap answer approve/slip-001 Yes --note=…');
    // Whoever comes later is told the same.
    expect((await project.run(['show'])).stdout).toContain(`Answer with: ${line}\n`);
    expect((await project.run(['runs'])).stderr).toContain(`  ${line}\n`);
    const { code, stdout: reported } = await project.paste(line);
    expect([code, reported]).toEqual([0, expect.stringContaining('reached its end "Good"')]);
    expect(answersOf(project)).toMatchObject([
      { data: { task: 'Approve', action: 'Yes', fields: { note: '…', count: 1 }, via: 'answer' } },
    ]);
  });

  test.concurrent(
    'is kept alone with --no-continue, and counts when the run is gone on with',
    async ({ project, expect }) => {
      await startWaiting(project);
      const kept = await project.run(['answer', 'yes', '--note=a "b"\n$(c)', '--no-continue']);
      expect([kept.code, kept.stdout]).toEqual([
        0,
        'Answered "Approve" with "Yes". Resume with: wfmap resume approve/slip-001\n',
      ]);
      expect(answersOf(project)).toEqual([]);
      const { code, reported } = await project.run(['resume']);
      expect(code, reported).toBe(0);
      expect(project.events('approve/slip-001').at(-1)).toMatchObject({
        type: 'run.finished',
        data: { result: { note: 'a "b"\n$(c)', count: 1 } },
      });
    },
  );

  test.concurrent(
    'that comes second is told who was first, before the run went on and after it',
    async ({ project, expect }) => {
      await startWaiting(project);
      await project.run(['answer', 'Yes', '--note=x', '--no-continue']);
      const before = await project.run(['answer', 'Not yet', '--note=x']);
      expect([before.code, before.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^"Approve" is already answered with "Yes" by process \d+, according to the file; it is kept in \.wfmap\/runs\/approve\/slip-001\/answers\/2-[0-9a-f]{32}\.json\. Resume with: wfmap resume approve\/slip-001\n$/,
        ),
      ]);
      await project.run(['resume']);
      const after = await project.run(['answer', 'Not yet', '--note=x', '--json']);
      expect(after.code).toBe(1);
      expect(JSON.parse(after.stdout)).toEqual({
        run: 'approve/slip-001',
        recorded: false,
        message: 'approve/slip-001 asks nothing any more: "Approve" is already answered with "Yes".',
      });
    },
  );

  test.concurrent(
    'that comes too late is told of the task that it names, not of the one that was answered last',
    async ({ project, expect }) => {
      const steps = ['First', 'Second'].map(
        (name, at, all) => `human ${name}\n prompt "?"\n Yes -> ${all[at + 1] ?? 'Done'}\n`,
      );
      project.put('two.wfmap', `map "Asks twice"\n${steps.join('')}end Done\n`);
      await project.run(['run', 'two.wfmap']);
      await project.run(['answer', 'Yes']);
      await project.run(['answer', 'Yes']);
      const told = [];
      for (const flags of [['--task=first'], ['--task=Second'], ['--task=Third'], []]) {
        const { code, stderr } = await project.run(['answer', 'Yes', ...flags]);
        told.push(`${code} ${/any more: "(\w+)"/.exec(stderr)?.[1] ?? stderr}`);
      }
      expect(told).toEqual(['1 First', '1 Second', '1 Second', '1 Second']);
    },
  );

  test.concurrent(
    'replaces a file in its place that the run would not take, whatever choice that file names',
    async ({ project, expect }) => {
      await startWaiting(project);
      const asked = project.events('approve/slip-001').flatMap((event) => {
        return event.type === 'human.asked' ? [{ start: 2, nonce: event.data.nonce }] : [];
      });
      const [{ start, nonce } = { start: 0, nonce: '' }] = asked;
      const folder = '.wfmap/runs/approve/slip-001/answers';
      const fields = { note: 'x', count: 'many' };
      const sender = { pid: 1, start: null };
      project.put(`${folder}/${start}-${nonce}.json`, { nonce, action: 'Yes', fields, sender });
      const { code, stderr, reported } = await project.run([
        'answer',
        'Not yet',
        '--note=y',
        '--no-continue',
      ]);
      expect(code, reported).toBe(0);
      expect(stderr).toMatch(/count/);
      await project.run(['resume']);
      expect(answersOf(project)).toMatchObject([{ data: { action: 'Not yet', fields: { note: 'y' } } }]);
      const refusals = project.events('approve/slip-001').filter(({ type }) => type === 'human.refused');
      expect(refusals).toMatchObject([{ data: { task: 'Approve', kept: expect.any(String) } }]);
    },
  );

  test.concurrent(
    'to a map that another runs is checked by the schemas of that map',
    async ({ project, expect }) => {
      const schema = { type: 'object', properties: { width: { type: 'number' } } };
      const size = { type: 'object', description: 'How large?', required: true, schema };
      project.put(
        'inner.json',
        mapOf({
          Ask: {
            type: 'human',
            prompt: 'How large?',
            fields: { size },
            actions: { Done: { target: 'End' } },
          },
          End: { type: 'end' },
        }),
      );
      const outer = {
        Inner: { type: 'workflow', map: 'inner.json', actions: { Done: { target: 'End' } } },
        End: { type: 'end' },
      };
      await startWaiting(project, mapOf(outer));
      const refused = await project.run(['answer', 'Done', '--size={"width": "wide"}']);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('width')]);
      const taken = await project.run(['answer', 'Done', '--size={"width": 3}']);
      expect(taken.code, taken.reported).toBe(0);
    },
  );

  test.concurrent('is one where many are given at once', async ({ project, expect }) => {
    await startWaiting(project);
    const words = ['answer', 'Yes', '--note=x', '--no-continue'];
    const all = await Promise.all([1, 2, 3, 4].map(() => project.run(words)));
    expect(all.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1, 1, 1]);
    expect(project.list('.wfmap/runs/approve/slip-001/answers')).toHaveLength(1);
  });

  test.concurrent(
    'counts beside the answers to other questions that are given at the same time',
    async ({ project, expect }) => {
      const names = ['A', 'B', 'C', 'D'];
      const branch = (name: string): string =>
        `  branch ${name} {\n human Ask${name}\n prompt "?"\n Yes -> Done\n end Done\n }\n`;
      project.put(
        'all.wfmap',
        `map "Asks"\nparallel All\n${names.map(branch).join('')} Ok -> Done always\nend Done\n`,
      );
      await project.run(['run', 'all.wfmap']);
      const run = 'all/slip-001';
      const answers = names.map((name) => project.run(['answer', 'Yes', `--task=Ask${name}`]));
      const reported = (await Promise.all(answers)).map((each) => each.reported).join('\n');
      const types = project.events(run).map(({ type }) => type);
      expect(types, reported).not.toContain('human.refused');
      expect(types, reported).toContain('run.finished');
    },
  );

  test.concurrent('that does not fit is refused, and nothing is recorded', async ({ project, expect }) => {
    await startWaiting(project);
    const refused = [
      [['answer'], 'No action is named.'],
      [['answer', 'Yess', '--note=x'], 'Did you mean "Yes"?'],
      [['answer', 'Yes'], 'also asks for --note (Why?)'],
      [['answer', 'Yes', '--note=x', '--count=many'], 'is not a decimal number'],
      [['answer', 'Yes', '--not=x'], 'Did you mean --note?'],
      [['answer', 'Not', 'yet', 'now'], 'one word too many'],
      [['answer', 'Yes', '--note=x', '--task=Aprove'], 'Did you mean --task="Approve"?'],
      [['answer', 'nowhere/slip-001', 'Yes'], 'There is no run'],
    ] as const;
    for (const [words, reason] of refused) {
      const { code, stdout, stderr, reported } = await project.run(words);
      expect([code, stdout], reported).toEqual([2, '']);
      expect(stderr).toContain(reason);
    }
    expect(project.has('.wfmap/runs/approve/slip-001/answers')).toBe(false);
  });

  test.concurrent('that comes after the deadline is none', async ({ project, expect }) => {
    const { Approve, ...rest } = (APPROVE as { taskDefinitions: Record<string, object> }).taskDefinitions;
    const map = { ...APPROVE, taskDefinitions: { ...rest, Approve: { ...Approve, timeout: '4s' } } };
    await startWaiting(project, map);
    const asked = project.events('approve/slip-001').find((event) => event.type === 'human.asked');
    const deadline = asked?.type === 'human.asked' ? Date.parse(asked.data.deadline ?? '') : NaN;
    await until(() => Date.now() > deadline);
    const { code, stderr } = await project.run(['answer', 'Yes', '--note=x']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The time to answer "Approve" ended')]);
    expect(project.has('.wfmap/runs/approve/slip-001/answers')).toBe(false);
    expect((await project.run(['resume'])).code).toBe(6);
  });

  test.concurrent('is asked for by show and runs', async ({ project, expect }) => {
    await startWaiting(project);
    const line = 'wfmap answer approve/slip-001 Yes --note=…';
    const show = await project.run(['show']);
    expect(show.stdout).toContain('"Approve" asks (until ');
    expect(show.stdout).toContain(`Answer with: ${line}`);
    expect(show.stdout).toContain('waits for an answer');
    const runs = await project.run(['runs']);
    expect(runs.stderr).toBe(`\nTo answer:\n  ${line}\n`);
    expect(runs.stdout).not.toContain(line);
    const [first] = JSON.parse((await project.run(['runs', '--json'])).stdout);
    expect(first.questions).toMatchObject([{ asked: { task: 'Approve', text: 'Is it good?' } }]);
  });
});

describe('a command', () => {
  test.concurrent('gets every value as it is, and its exit code leads on', async ({ project, expect }) => {
    const value = 'it\'s "so" $(touch made) `touch made`\n${x} \\ end';
    const fields = { value: { type: 'string', description: 'Any', required: true } };
    const map = mapOf(
      {
        Print: {
          type: 'shell',
          command: `printf '%s|' \${value} "\${value}" '\${value}'; exit 7`,
          as: 'printed',
          actions: { Fine: { target: 'Done', when: 'result.exitCode == 0' }, Seven: { target: 'Out' } },
        },
        Out: { type: 'end', result: 'printed' },
      },
      { workslipFields: fields },
    );
    project.put('print.json', map);
    const { code, reported } = await project.run(['run', 'print.json', `--value=${value}`]);
    expect(code, reported).toBe(0);
    expect(project.events('print/slip-001').at(-1)).toMatchObject({
      data: { result: { exitCode: 7, stdout: `${value}|${value}|${value}|` } },
    });
    expect(project.has('made')).toBe(false);
  });

  test.concurrent('that cannot be started fails at once and says why', async ({ project, expect }) => {
    const command = ['no-such-program-here', 'x'];
    project.put(
      'gone.json',
      mapOf({ Gone: { type: 'shell', command, actions: { Next: { target: 'Done' } } } }),
    );
    const { code, stdout } = await project.run(['run', 'gone.json']);
    expect(code).toBe(6);
    expect(stdout).toContain('"no-such-program-here" does not exist');
    expect(stdout).toContain('PATH');
  });
});
