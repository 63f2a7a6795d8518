import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type ExpectStatic } from 'vitest';
import { mapOf } from '../e2e/helpers/maps.ts';
import { PROGRAM } from '../e2e/helpers/program.ts';
import { test, type Project } from '../e2e/helpers/project.ts';
import { typeInTerminal } from '../e2e/helpers/typed-terminal.ts';
import { until } from '../e2e/helpers/until.ts';
import {
  asksWfmap,
  BEHIND_TESTS,
  DEPLOY,
  escapes,
  forges,
  GATE,
  ONE_AFTER_THE_OTHER,
  prelude,
  preplaced,
  SIDE_BY_SIDE,
  spoiltTest,
  stops,
} from '../helpers/gate-attacks.ts';
import { tries } from '../helpers/tries.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../src/model/run-event.ts';

const RUN = 'gate/slip-001';
const RUN_DIRECTORY = `.wfmap/runs/${RUN}`;
const TARGET = { run: RUN, main: PROGRAM };

/** Lets an agent run an attack: \`code\` is what it does as it works. */
function arm(
  project: Project,
  map: Readonly<Record<string, object>>,
  code: string,
  file = 'attack.cjs',
): void {
  project.put('gate.json', mapOf(map));
  project.put(file, code);
  project.script({
    match: '^(Plan|Work beside) it',
    run: file === 'attack.cjs' ? 'node attack.cjs' : 'true',
  });
}

const printed = (project: Project): string => readFileSync(join(project.state, 'run.log'), 'utf8');

function dataOf<T extends RunEventType>(project: Project, type: T): RunEventOf<T>['data'][] {
  const isOf = (event: RunEvent): event is RunEventOf<T> & RunEvent => event.type === type;
  return project
    .events(RUN)
    .filter(isOf)
    .map(({ data }) => data);
}

/** The gate is shut: nothing was answered or deployed, and a person can still say no. */
async function expectShut(project: Project, expect: ExpectStatic): Promise<void> {
  expect(dataOf(project, 'human.answered')).toEqual([]);
  expect(project.has('deployed')).toBe(false);
  const { code, reported } = await project.run(['answer', 'Reject']);
  expect(code, reported).toBe(0);
  expect(dataOf(project, 'human.answered')).toMatchObject([{ action: 'Reject', via: 'answer' }]);
  expect(project.has('deployed')).toBe(false);
}

describe('a gate', () => {
  test.concurrent(
    'is not opened by answers that lay there before it was asked',
    async ({ project, expect }) => {
      arm(project, ONE_AFTER_THE_OTHER, preplaced(TARGET));
      const { code, stderr, reported } = await project.run(['run', 'gate.json']);
      expect(code, reported).toBe(4);
      expect(stderr).toContain(
        'The file 7.json in answers/ was refused: no open question has this name; it is kept in',
      );
      expect(dataOf(project, 'human.refused')).toHaveLength(78);
      expect(project.list(`${RUN_DIRECTORY}/answers/refused`)).toHaveLength(78);
      expect((await project.run(['show'])).stdout).toContain('78 files in answers/ were refused');
      await expectShut(project, expect);
    },
  );

  test.concurrent(
    'is not opened by ever so many files, which are not all moved',
    async ({ project, expect }) => {
      arm(
        project,
        ONE_AFTER_THE_OTHER,
        `${prelude(TARGET)}fs.mkdirSync(answers, { recursive: true });
      for (let n = 0; n < ${tries(100_000, 3000)}; n += 1) fs.writeFileSync(answers + '/' + n + '.json', '{}');`,
      );
      const { code, reported } = await project.run(['run', 'gate.json']);
      expect(code, reported).toBe(4);
      expect(dataOf(project, 'human.refused')).toHaveLength(101);
      expect(dataOf(project, 'human.refused').at(-1)?.reason).toContain('more than 100 such files');
      await expectShut(project, expect);
    },
  );

  test.concurrent(
    'is not opened by "wfmap answer" of an agent at work beside it, however it starts that',
    async ({ project, expect }) => {
      arm(project, SIDE_BY_SIDE, asksWfmap(TARGET));
      const { code, reported } = await project.run(['run', 'gate.json']);
      expect(code, reported).toBe(4);
      const refusal =
        /^2 .*This process is inside of the run (gate\/slip-001|another), so it cannot answer gate\/slip-001\.\s/gm;
      expect([...printed(project).matchAll(refusal)]).toHaveLength(8);
      await expectShut(project, expect);
    },
  );

  test.concurrent('is not reached by "wfmap stop" and "resume" of an agent', async ({ project, expect }) => {
    arm(project, SIDE_BY_SIDE, stops(TARGET));
    const { code, reported } = await project.run(['run', 'gate.json']);
    expect(code, reported).toBe(4);
    expect(printed(project).match(/^2 .*it cannot (stop|resume) gate\/slip-001/gm)).toHaveLength(3);
    await expectShut(project, expect);
  });

  test.concurrent('is not opened by a forged file that names its question', async ({ project, expect }) => {
    arm(project, SIDE_BY_SIDE, forges(TARGET));
    const { code, reported } = await project.run(['run', 'gate.json']);
    expect(code, reported + printed(project)).toBe(4);
    expect(printed(project)).toBe('');
    expect(dataOf(project, 'human.refused').every(({ task }) => task === 'Gate')).toBe(true);
    await expectShut(project, expect);
  });

  test.concurrent(
    'is not opened in the name of a person who answers another run',
    async ({ project, expect }) => {
      // A "wfmap answer" that goes on with its own run lives as long as that, with the same words.
      project.put(
        'other.json',
        mapOf({
          Gate: { ...GATE, actions: { Approve: { target: 'Long' } } },
          Long: {
            type: 'shell',
            command: 'until [ -e attacked ]; do sleep 0.1; done',
            actions: { Next: { target: 'Done' } },
          },
        }),
      );
      await project.run(['run', 'other.json']);
      const person = project.start(['answer', 'other/slip-001', 'Approve']);
      await until(() => project.events('other/slip-001').some(({ type }) => type === 'shell.started'));
      arm(
        project,
        SIDE_BY_SIDE,
        `${prelude(TARGET)}forge({ pid: ${person.pid}, start: startOf(${person.pid}) }); refused('does not have this file open, so it gave another answer or none');`,
      );
      const { code, reported } = await project.run(['run', 'gate.json']);
      project.put('attacked', '');
      expect([code, (await person.end).code], reported).toEqual([4, 0]);
      await expectShut(project, expect);
    },
  );

  test.concurrent(
    'is not opened by what an agent wrote into a test that the map runs',
    async ({ project, expect }) => {
      arm(project, BEHIND_TESTS, spoiltTest(TARGET), 'test.cjs');
      const { code, reported } = await project.run(['run', 'gate.json']);
      expect(code, reported).toBe(4);
      expect(project.read('resumed')).toMatch(
        /^2.*This process is inside of the run gate\/slip-001, so it cannot resume/,
      );
      expect(dataOf(project, 'human.refused')).toMatchObject([{ file: '9.json', task: null }]);
      await expectShut(project, expect);
    },
  );

  test.concurrent(
    'that a process without marks, parents and terminal answers was answered by a claim, and says so',
    async ({ project, expect }) => {
      arm(project, SIDE_BY_SIDE, escapes(TARGET));
      const { code, stderr, reported } = await project.run(['run', 'gate.json']);
      expect(code, reported).toBe(0);
      expect(dataOf(project, 'human.answered')).toMatchObject([
        { via: 'answer', origin: 'claimed', sender: { isGone: false, terminal: null } },
      ]);
      expect(stderr).toMatch(
        /Answered from elsewhere: Approve, by process \d+ without a terminal \(claimed\)\./,
      );
      expect((await project.run(['show'])).stdout).toMatch(
        /-> Approve, by process \d+ without a terminal \(claimed\)/,
      );
    },
  );

  test.concurrent('that lay open for long takes no nonsense for an answer', async ({ project, expect }) => {
    project.put('gate.json', mapOf({ Gate: GATE, Deploy: DEPLOY }));
    await project.run(['run', 'gate.json']);
    const [asked] = dataOf(project, 'human.asked');
    const start = project.events(RUN).find(({ type }) => type === 'task.started')?.seq;
    const file = `${RUN_DIRECTORY}/answers/${start}-${asked?.nonce}.json`;
    project.put(file, { action: 'Nope', fields: {}, via: 'answer' });
    const paused = await project.run(['resume']);
    expect([paused.code, paused.stderr], paused.reported).toEqual([
      4,
      expect.stringContaining('was refused'),
    ]);
    project.put(file, 'nonsense');
    const { code, stderr, reported } = await project.run(['answer', 'Reject', '--no-continue']);
    expect([code, stderr], reported).toEqual([
      0,
      expect.stringMatching(
        /^An answer to "Gate" was refused: it is not JSON; it is kept in answers\/refused\//,
      ),
    ]);
    expect(JSON.parse((await project.run(['show', '--json'])).stdout)).toMatchObject({ status: 'paused' });
    expect(dataOf(project, 'human.refused').map(({ reason }) => reason)).toEqual([
      'it does not name its question',
      'it is not JSON',
    ]);
    expect((await project.run(['resume'])).code).toBe(0);
    expect(dataOf(project, 'human.answered')).toMatchObject([
      { action: 'Reject', origin: 'claimed', sender: { isGone: true } },
    ]);
  });

  test.concurrent(
    'is opened from a terminal outside of the run, beside an agent, and that is seen',
    async ({ project, expect }) => {
      arm(project, SIDE_BY_SIDE, `${prelude(TARGET)}asked(); find(({ type }) => type === 'human.answered');`);
      const run = project.start(['run', 'gate.json']);
      await until(() => project.has(RUN_DIRECTORY) && dataOf(project, 'human.asked').length > 0);
      const answered = await typeInTerminal(['answer', 'approve', '--note=fine'], project);
      expect([answered.code, answered.shown]).toEqual([
        0,
        expect.stringMatching(/^Answered "Gate" with "Approve"\. Process \d+ continues with it\.\s*$/),
      ]);
      expect((await run.end).code).toBe(0);
      expect(dataOf(project, 'human.answered')).toMatchObject([
        {
          action: 'Approve',
          fields: { note: 'fine' },
          via: 'answer',
          origin: 'seen',
          sender: { isGone: false, terminal: expect.any(String) },
        },
      ]);
    },
  );
});

describe('a run inside of a run', () => {
  test.concurrent(
    'is answered, resumed and stopped by the agent that began it, and by no other',
    async ({ project, expect }) => {
      project.put('inner.json', mapOf({ Gate: { ...GATE, actions: { Approve: { target: 'Done' } } } }));
      arm(
        project,
        ONE_AFTER_THE_OTHER,
        `${prelude(TARGET)}wfmap('run', 'inner.json');
      wfmap('run', 'inner.json');
      wfmap('resume', 'inner/slip-001');
      wfmap('answer', 'inner/slip-001', 'Approve');
      const other = { ...process.env, WFMAP_AGENT: 'another' };
      console.log(spawnSync(process.execPath, [${JSON.stringify(PROGRAM)}, 'answer', 'inner/slip-002', 'Approve'], { env: other, encoding: 'utf8' }).status);`,
      );
      expect((await project.run(['run', 'gate.json'])).code).toBe(4);
      expect(printed(project).match(/^\d/gm)).toEqual(['4', '4', '4', '0', '2']);
      const [started] = project.events('inner/slip-001');
      const outer = project.events(RUN)[0];
      if (started?.type !== 'run.started' || outer?.type !== 'run.started')
        throw new Error('nothing was started');
      expect(started.data.within).toEqual([{ run: outer.data.run, agent: expect.any(String) }]);
      expect(outer.data.within).toBe(undefined);
      const answers = project.events('inner/slip-001').filter(({ type }) => type === 'human.answered');
      expect(answers).toMatchObject([{ data: { origin: 'claimed' } }]);
    },
  );
});

describe('answers at once', () => {
  test('are one that is recorded, each time', { timeout: 1_800_000 }, async ({ project, expect }) => {
    project.put('gate.json', mapOf({ Gate: GATE, Deploy: DEPLOY }));
    for (let round = 1; round <= tries(50, 1); round += 1) {
      await project.run(['run', 'gate.json']);
      const run = `gate/slip-${String(round).padStart(3, '0')}`;
      const words = ['Approve', 'Reject', 'Approve', 'Reject', 'Approve', 'Reject'];
      const all = await Promise.all(words.map((action) => project.run(['answer', run, action])));
      const codes = all.map(({ code }) => code);
      expect(
        codes.filter((code) => code === 0).length,
        all.map(({ reported }) => reported).join('\n'),
      ).toBeGreaterThanOrEqual(1);
      expect(
        codes.every((code) => code === 0 || code === 1),
        codes.join(),
      ).toBe(true);
      const events = project.events(run);
      const answered = events.filter((event) => event.type === 'human.answered');
      expect(answered).toHaveLength(1);
      expect(events.filter((event) => event.type === 'human.refused')).toEqual([]);
      // Who was told that it was recorded gave the answer that was.
      for (const [index, { code }] of all.entries()) {
        if (code === 0) expect(answered[0]?.data.action).toBe(words[index]);
      }
    }
  });
});
