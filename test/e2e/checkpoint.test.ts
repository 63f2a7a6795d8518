/** Work that the MAP framework began, gone on with. */
import { join } from 'node:path';
import { describe } from 'vitest';
import { wholeEvents } from './helpers/killed-run.ts';
import { exampleOf, GOES_WELL } from './helpers/map-rules.ts';
import { test, type Project } from './helpers/project.ts';

const PLAN = {
  blueprint: {
    summary: 'Greet by name',
    subtasks: [
      {
        id: 'ST-001',
        title: 'read the name',
        dependencies: [],
        risk_level: 'low',
        complexity_score: 2,
        validation_criteria: ['VC1: it is read'],
      },
      {
        id: 'ST-002',
        title: 'say the name',
        dependencies: ['ST-001'],
        risk_level: 'low',
        complexity_score: 2,
        validation_criteria: ['VC1: it is said'],
      },
    ],
  },
};
const STATE = {
  started_at: '2026-04-01T10:00:00Z',
  current_subtask_id: 'ST-002',
  current_step_phase: 'ACTOR',
  subtask_results: { 'ST-001': { status: 'valid' } },
};
const PROGRESS = '---\nupdated_at: 2026-03-01T10:00:00Z\ncompleted_subtasks: []\n---\n# Progress\n';

const KILL_AT_END = join(import.meta.dirname, 'helpers/kill-at-end.cjs');

/** As the framework leaves it: in a folder that git does not see. */
function putCheckpoint(project: Project): void {
  project.put('.map/.gitignore', '*\n');
  project.put('.map/main/blueprint.json', PLAN);
  project.put('.map/main/step_state.json', STATE);
  project.put('.map/progress.md', PROGRESS);
}

/** What the framework had written stands beside what wfmap writes, and what was adopted beside what the run writes. */
const KEPT = [
  'progress.md.foreign-1',
  'blueprint.json.foreign-1',
  'blueprint.json.foreign-2',
  'state_main.json.foreign-1',
  'step_state.json.foreign-1',
];

function keptBeside(project: Project): readonly string[] {
  return ['.map', '.map/main'].flatMap((folder) =>
    project.list(folder).filter((name) => name.includes('.foreign-')),
  );
}

describe('resume --from-checkpoint', () => {
  test('builds what is left, and not what is done', async ({ project, expect }) => {
    putCheckpoint(project);
    const change = { match: '# Job: make this change', write: { 'src/greet.txt': 'hello, Ada\n' } };
    project.script({ ...change, output: exampleOf('actor-report') }, ...GOES_WELL);
    const asked = await project.run(['resume', '--from-checkpoint', '--skipResearch']);
    expect(asked.code, asked.reported).toBe(4);
    expect(asked.reported).toContain('This counts: .map/main/step_state.json, of 2026-04-01T10:00:00Z');
    expect(asked.reported).toContain('Older: .map/progress.md, of 2026-03-01T10:00:00Z');
    expect(project.calls()).toEqual([]);
    const { code, reported } = await project.run(['answer', 'Yes']);
    expect(code, reported).toBe(0);
    const made = project.calls().filter(({ prompt }) => prompt.includes('# Job: make this change'));
    expect(made.map(({ prompt }) => /\[>>\] (ST-\d+)/.exec(prompt)?.[1])).toEqual(['ST-002']);
    expect(project.git('log', '--format=%s')).toBe('ST-002: say the name\nstart\n');
    expect(JSON.parse(project.read('.map/main/state_main.json'))).toMatchObject({
      workflow: 'map-resume',
      terminal_status: 'complete',
      subtasks: [
        { id: 'ST-001', status: 'complete' },
        { id: 'ST-002', status: 'complete' },
      ],
    });
    expect(JSON.parse(project.read('.map/main/step_state.json.foreign-1'))).toEqual(STATE);
    expect(project.read('.map/progress.md.foreign-1')).toBe(PROGRESS);
    expect(keptBeside(project)).toEqual(KEPT);
    const again = await project.run(['resume', '--from-checkpoint']);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('Every subtask of the checkpoint is done.'),
    ]);
  });

  test('leaves the checkpoint where a person says no, and moves it aside where one says so', async ({
    project,
    expect,
  }) => {
    putCheckpoint(project);
    await project.run(['resume', '--from-checkpoint']);
    const left = await project.run(['answer', 'No']);
    expect(left.code, left.reported).toBe(0);
    expect(JSON.parse(project.read('.map/main/step_state.json'))).toEqual(STATE);
    await project.run(['resume', '--from-checkpoint=.map/main/step_state.json']);
    const cleared = await project.run(['answer', 'Clear']);
    expect(cleared.code, cleared.reported).toBe(0);
    expect(JSON.parse(project.read('.map/main/step_state.abandoned-1.json'))).toEqual(STATE);
    expect([project.has('.map/main/step_state.json'), project.has('.map/main/blueprint.json')]).toEqual([
      false,
      true,
    ]);
    expect(project.calls()).toEqual([]);
  });

  test('starts nothing without a checkpoint, and goes with no run', async ({ project, expect }) => {
    const none = await project.run(['resume', '--from-checkpoint']);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('There is no checkpoint of the MAP framework'),
    ]);
    for (const words of [
      ['slip-001', '--from-checkpoint'],
      ['--from=Look', '--from-checkpoint'],
    ]) {
      const { code, stderr } = await project.run(['resume', ...words]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--from-checkpoint starts a run')]);
    }
    const missing = await project.run(['resume', '--from-checkpoint=.map/nothing.md']);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no such file')]);
    expect(project.has('.wfmap')).toBe(false);
    const ran = await project.run(['run', 'resume']);
    expect(ran.code, ran.reported).toBe(0);
    expect(ran.stdout).toContain('reached its end "Nothing To Resume" with the outcome "nothing"');
  });
});

describe('what is begun by resume --from-checkpoint, and killed,', () => {
  const RUN = '.wfmap/runs/resume/slip-001';
  /** Each with the line in which it ends. The last ends the maps around it too. */
  const STEPS: readonly (readonly [task: string, words: readonly string[]])[] = [
    ['Look', ['resume', '--from-checkpoint', '--skipResearch']],
    ['Ask', ['answer', 'Yes']],
    ...['Adopt', 'Act', 'Monitor', 'Commit', 'Final Verify'].map((task) => [task, ['resume']] as const),
  ];

  test.for(['before', 'after'] as const)(
    '%s the end of each task is in the journal, comes to the same end, with nothing done twice',
    async (when, { project, expect }) => {
      putCheckpoint(project);
      const change = { match: '# Job: make this change', write: { 'src/greet.txt': 'hello, Ada\n' } };
      // An agent whose reply is lost is told to go on, whatever its job.
      const goesOn = ['actor-report', 'monitor-report', 'final-verification'].map((schema) => ({
        continues: true,
        times: 1,
        output: exampleOf(schema),
      }));
      project.script(...goesOn, { ...change, output: exampleOf('actor-report') }, ...GOES_WELL);
      for (const [task, words] of when === 'before' ? STEPS : STEPS.slice(0, -1)) {
        if (task === 'Ask') expect((await project.run(['resume'])).code).toBe(4);
        const environment = {
          NODE_OPTIONS: `--require ${KILL_AT_END}`,
          KILL_TASK: task,
          KILL_WHEN: when,
        };
        const { signal, reported } = await project.run(words, { environment });
        expect(signal, `${task}: ${reported}`).toBe('SIGKILL');
        const isOver = wholeEvents(project, RUN).some(
          (event) => event.type === 'task.finished' && event.data.task === task,
        );
        expect(isOver, task).toBe(when === 'after');
      }
      const { code, reported } = await project.run(['resume']);
      expect(code, reported).toBe(0);
      expect(project.git('log', '--format=%s')).toBe('ST-002: say the name\nstart\n');
      expect(keptBeside(project)).toEqual(KEPT);
      expect(JSON.parse(project.read('.map/main/state_main.json'))).toMatchObject({
        terminal_status: 'complete',
        subtasks: [
          { id: 'ST-001', status: 'complete' },
          { id: 'ST-002', status: 'complete' },
        ],
      });
      const made = project.calls().filter(({ prompt }) => prompt.includes('# Job: make this change'));
      expect(made).toHaveLength(1);
    },
  );
});
