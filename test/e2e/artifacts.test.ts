import { describe } from 'vitest';
import { artifactSchema, compile, describedIn } from '../helpers/artifact-schemas.ts';
import { exampleOf, GOES_WELL, planOf } from './helpers/map-rules.ts';
import { test, type Project, type Rule } from './helpers/project.ts';

/** What an actor changes for the first subtask, and for the second. */
const CHANGES: readonly Rule[] = ['hello, Ada\n', 'hello, Ada\ngoodbye\n'].map((text, index) => ({
  match: `# Job: make this change.*\\[>>\\] ST-00${index + 1}`,
  write: { 'src/greet.txt': text },
  output: exampleOf('actor-report'),
}));

/** A test that fails as long as nobody is greeted by name. It says so in TAP: only failures of known forms count as red. */
const RED = `grep -q Ada src/greet.txt || {
  printf "not ok 1 - greets by name\\n  location: 'tests/greet.sh:1:1'\\n"
  exit 1
}
`;

const PLANS: readonly Rule[] = [
  { match: '# Job: choose the way of working', output: exampleOf('workflow-fit') },
  {
    match: '# Job: write the specification',
    output: { ...exampleOf('specification'), requirements: [] },
  },
  { match: '# Job: find what is wrong', output: exampleOf('spec-review') },
  { match: '# Job: plan the work', output: planOf('greet by name', 'say goodbye') },
];

function withChecks(project: Project): void {
  project.put(
    'test.sh',
    'for each in tests/*.sh; do test ! -f "$each" || . "./$each"; done\necho all pass\n',
  );
  project.put('wfmap.config.json', { checks: { build: 'true', test: 'sh test.sh', lint: '' } });
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'checks');
}

/** What lies in the folders of artifacts and is not as its schema says, and the names of all that does. */
function artifactsOf(
  project: Project,
  folder: string,
): { readonly names: string[]; readonly faults: unknown[] } {
  const places = ['.map', `.map/${folder}`, '.map/workflow_logs', '.claude/metrics'];
  const paths = places.flatMap((place) => project.list(place).map((name) => `${place}/${name}`));
  // Those of folders have no dot at their end.
  const files = paths.filter((path) => /\.[a-z]+$/.test(path));
  const logs = files.filter((path) => path.startsWith('.map/workflow_logs/'));
  const faults = files.flatMap((path) =>
    describedIn(path, project.read(path)).flatMap(([name, value]) => {
      const found = compile(artifactSchema(name)).check(value);
      return found.length === 0 ? [] : [[path, found]];
    }),
  );
  return { names: files.filter((path) => !logs.includes(path)), faults };
}

function jsonOf(project: Project, path: string): unknown {
  return JSON.parse(project.read(path));
}

/** The branch that is checked out, as a part of paths. */
const keyOf = (project: Project): string => project.git('branch', '--show-current').trim().replace('/', '-');

function statusesIn(project: Project, key = keyOf(project)): readonly string[] {
  const { subtasks } = jsonOf(project, `.map/${key}/state_${key}.json`) as {
    subtasks: { id: string; status: string }[];
  };
  return subtasks.map(({ id, status }) => `${id} ${status}`);
}

const COMMON = [
  '.claude/metrics/.gitignore',
  '.claude/metrics/agent_metrics.jsonl',
  '.map/.gitignore',
  '.map/main/active-issues.json',
  '.map/main/artifact_manifest.json',
  '.map/main/blueprint.json',
  '.map/main/final_verification.json',
  '.map/main/learning-handoff.json',
  '.map/main/learning-handoff.md',
  '.map/main/learning-metrics.json',
  '.map/main/pr-draft.md',
  '.map/main/repo_insight_main.json',
  '.map/main/run_health_report.json',
  '.map/main/state_main.json',
  '.map/main/step_state.json',
  '.map/main/task_plan_main.md',
  '.map/main/verification-summary.md',
  '.map/main/verification_results_main.json',
  '.map/progress.md',
];

test('one run of efficient leaves every artifact that it should, each as its schema says', async ({
  project,
  expect,
}) => {
  withChecks(project);
  project.script(...CHANGES, ...GOES_WELL);
  const { code, reported } = await project.run([
    'run',
    'efficient',
    '--storyId=STORY-1',
    '--autoApprove',
    '--here',
  ]);
  expect(code, reported).toBe(0);
  const { names, faults } = artifactsOf(project, 'main');
  expect(faults).toEqual([]);
  expect(names.toSorted()).toEqual(COMMON);
  expect(project.list('.map/workflow_logs')).toEqual(['efficient-slip-001.json']);
  expect(jsonOf(project, '.map/main/verification_results_main.json')).toEqual({
    overall: 'unknown',
    recipes: [
      {
        id: 'build',
        status: 'pass',
        summary: 'true: exit code 0',
        duration_ms: expect.any(Number) as unknown,
      },
      {
        id: 'tests',
        status: 'pass',
        summary: 'sh test.sh: exit code 0',
        duration_ms: expect.any(Number) as unknown,
      },
      expect.objectContaining({ id: 'lint', skip_reason: 'the project names no command for it' }),
      expect.objectContaining({ id: 'final_verification', status: 'pass' }),
    ],
  });
  expect(statusesIn(project)).toEqual(['ST-001 complete']);
  expect(project.git('status', '--porcelain', '-uall')).toBe('');
});

describe('from the default branch on', () => {
  test('each map finds what the one before it left, on the branch that the first to commit makes', async ({
    project,
    expect,
  }) => {
    withChecks(project);
    project.script(
      ...PLANS,
      {
        match: '# Job: write the tests',
        write: { 'tests/greet.sh': RED },
        output: { ...exampleOf('test-report'), test_files: ['tests/greet.sh'] },
      },
      ...CHANGES,
      { match: '# Job: draw rules', output: exampleOf('reflection') },
      ...GOES_WELL,
    );
    const go = async (...words: readonly string[]): Promise<number | null> => {
      const { code, reported } = await project.run(['run', ...words]);
      const key = keyOf(project);
      const { faults } = artifactsOf(project, key);
      expect([words, faults], reported).toEqual([words, []]);
      expect(
        project.list(`.map/${key}`).filter((name) => name.includes('foreign')),
        reported,
      ).toEqual([]);
      return code;
    };
    const start = project.git('rev-parse', 'main');

    expect(await go('plan', '--storyId=STORY-1', '--light', '--autoApprove')).toBe(0);
    expect(statusesIn(project)).toEqual(['ST-001 pending', 'ST-002 pending']);

    expect(keyOf(project)).toBe('main');

    expect(await go('tdd', '--subtaskId=ST-001')).toBe(0);
    expect(keyOf(project)).toBe('wfmap-tdd-001');
    const folder = '.map/wfmap-tdd-001';
    expect(statusesIn(project)).toEqual(['ST-001 pending', 'ST-002 pending']);
    expect(project.list(folder)).toContain('test_handoff_ST-001.json');

    expect(await go('task', '--subtaskId=ST-001')).toBe(0);
    expect(statusesIn(project)).toEqual(['ST-001 complete', 'ST-002 pending']);
    // The tests stood already.
    expect(project.calls().filter(({ prompt }) => prompt.includes('# Job: write the tests'))).toHaveLength(1);
    expect(project.calls().filter(({ prompt }) => prompt.includes('# Job: prepare a subtask'))).toHaveLength(
      1,
    );
    expect(project.git('log', '-1', '--format=%s', '--name-only')).toContain('tests/greet.sh');

    expect(await go('check')).toBe(1);
    expect(await go('task', '--subtaskId=ST-002')).toBe(0);
    expect(statusesIn(project)).toEqual(['ST-001 complete', 'ST-002 complete']);
    expect(await go('check')).toBe(0);
    expect(statusesIn(project)).toEqual(['ST-001 complete', 'ST-002 complete']);
    expect(jsonOf(project, `${folder}/verification-gate.json`)).toMatchObject({ verdict: 'ready' });
    expect(jsonOf(project, `${folder}/artifact_manifest.json`)).toMatchObject({
      stages: {
        workflow_fit: { status: 'recorded' },
        spec: { status: 'ready' },
        test_contract: { status: 'contract_ready' },
        verification: { status: 'ready' },
        learn_handoff: { status: 'ready' },
      },
    });

    expect(await go('learn')).toBe(0);
    const asked = project.calls().findLast(({ prompt }) => prompt.includes('# Job: draw rules'));
    expect(asked?.prompt).toContain(project.read(`${folder}/learning-handoff.md`).trim().split('\n')[0]);
    expect(project.read('.claude/rules/learned/implementation-patterns.md')).toMatch(
      /^- Read durations in one place: /,
    );
    expect(keyOf(project)).toBe('wfmap-tdd-001');
    // What is checked out by default has neither commits nor progress.
    expect(project.git('rev-parse', 'main')).toBe(start);
    expect(statusesIn(project, 'main')).toEqual(['ST-001 pending', 'ST-002 pending']);
  });
});

describe('a branch that is made for a run', () => {
  test('begins with the plan of the one that it is made from, which stays as it is', async ({
    project,
    expect,
  }) => {
    withChecks(project);
    project.script(...PLANS, ...CHANGES, ...GOES_WELL);
    const plan = await project.run(['run', 'plan', '--storyId=STORY-1', '--light', '--autoApprove']);
    expect(plan.code, plan.reported).toBe(0);
    const { code, reported } = await project.run(['run', 'task', '--subtaskId=ST-001', '--worktree']);
    expect(code, reported).toBe(0);
    expect(statusesIn(project)).toEqual(['ST-001 pending', 'ST-002 pending']);
    const folder = '.map/wfmap-task-001';
    expect(jsonOf(project, `${folder}/state_wfmap-task-001.json`)).toMatchObject({
      subtasks: [{ status: 'complete' }, { status: 'pending' }],
    });
    expect(project.list(folder).filter((name) => /foreign|_main/.test(name))).toEqual([]);
    expect(artifactsOf(project, 'wfmap-task-001').faults).toEqual([]);
  });
});

describe('run.artifacts', () => {
  const READS = {
    description: 'Reads an artifact of its own run',
    startTaskDefinition: 'All',
    workslipFields: {},
    artifacts: { map: { workflow: 'reads' } },
    taskDefinitions: {
      All: {
        type: 'foreach',
        items: '[1]',
        item: 'each',
        concurrency: 1,
        workspace: { worktree: { merge: 'never' } },
        body: {
          startTaskDefinition: 'Read',
          taskDefinitions: {
            Read: {
              type: 'shell',
              command: ['cat', '${run.artifacts}/artifact_manifest.json'],
              actions: { Found: { target: 'Found', when: 'result.exitCode == 0' }, Not: { target: 'Not' } },
            },
            Found: { type: 'end' },
            Not: { type: 'end', failed: true },
          },
        },
        actions: { Go: { target: 'Done', when: "result[0].outcome == 'Found'" }, Not: { target: 'Not' } },
      },
      Done: { type: 'end' },
      Not: { type: 'end', failed: true },
    },
  };

  test.for([['in the worktree of an item', []] as const, ['under --worktree', ['--worktree']] as const])(
    'is where they lie, %s',
    async ([, flags], { project, expect }) => {
      project.put('reads.json', READS);
      project.git('add', '-A');
      project.git('commit', '-q', '-m', 'map');
      const { code, reported } = await project.run(['run', 'reads.json', ...flags]);
      expect(code, reported).toBe(0);
      expect(reported).toMatch(/^Artifacts: \.map\//m);
    },
  );
});
