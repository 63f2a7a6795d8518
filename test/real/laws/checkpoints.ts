import assert from 'node:assert/strict';
import { bash } from '../helpers/answers.ts';
import { artifactOf } from '../helpers/assert-artifacts.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { until } from '../helpers/bench.ts';
import { BOTH_COMMITS, SUBTASKS } from '../helpers/both-subtasks.ts';
import {
  assertClean,
  assertTestsPass,
  looks,
  onBranch,
  runsTests,
  subjectsOf,
  writesMultiply,
  writesMultiplyTest,
} from '../helpers/calculator.ts';
import { isAlive } from '../helpers/is-alive.ts';
import type { Law } from '../helpers/law.ts';
import { promptsOf } from '../helpers/map-evidence.ts';
import { answersTo } from '../helpers/map-jobs.ts';
import { approved, changed, verified } from '../helpers/map-reports.ts';

const WAIT =
  "import { writeFileSync } from 'node:fs';\nwriteFileSync('.git/started', `${process.pid}\\n`);\nsetTimeout(() => {}, 300_000);\n";

const STATE = {
  started_at: '2026-04-01T10:00:00Z',
  current_subtask_id: 'ST-002',
  current_step_phase: 'ACTOR',
  subtask_results: { 'ST-001': { status: 'valid' } },
};

export const checkpoints: readonly Law[] = [
  {
    title:
      'resume --from-checkpoint builds what the framework left, also after a kill, and nothing that is done',
    answers: [
      ...answersTo(
        'change',
        { story: 'FOREIGN', subtask: 'ST-002' },
        writesMultiply,
        bash('node .git/wait.mjs'),
        writesMultiplyTest,
        runsTests,
        changed('The product of both.', 'src/multiply.js', 'test/multiply.test.js'),
      ),
      ...answersTo('judge', { story: 'FOREIGN', subtask: 'ST-002' }, looks, runsTests, approved),
      ...answersTo('verify', { story: 'FOREIGN' }, runsTests, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      bench.write('src/add.js', 'export function add(a, b) {\n  return a + b;\n}\n');
      bench.git('commit', '-q', '-a', '-m', 'ST-001: Make add add');
      bench.write('.map/.gitignore', '*\n');
      bench.write(
        '.map/feat-x/blueprint.json',
        JSON.stringify({ summary: 'FOREIGN: add, and multiply.', subtasks: SUBTASKS }),
      );
      bench.write('.map/feat-x/step_state.json', JSON.stringify(STATE));
      bench.write('.git/wait.mjs', WAIT);
      const allow = '--allow=Bash(node .git/wait.mjs)';
      const asked = await bench.wfmap(4, 'resume', '--from-checkpoint', '--skipResearch', allow);
      assert.match(asked.stdout, /Progress: 1\/2 completed/);
      assert.deepEqual(bench.requests(), []);
      const wfmap = bench.start('answer', 'Yes');
      await until(
        'the agent waits',
        () => bench.has('.git/started') && bench.read('.git/started').endsWith('\n'),
      );
      wfmap.child.kill('SIGKILL');
      await wfmap.end;
      const { stdout } = await bench.wfmap(0, 'resume');
      assert.ok(!isAlive(Number(bench.read('.git/started'))));
      assert.match(stdout, /resume\/slip-001 reached its end "Complete"/);
      assertTestsPass(bench, 2);
      assert.deepEqual(subjectsOf(bench), BOTH_COMMITS);
      assertClean(bench);
      assert.deepEqual(promptsOf(bench, 'change', { story: 'FOREIGN', subtask: 'ST-001' }), []);
      const starts = (await bench.events()).filter(({ type }) => type === 'agent.started');
      const purposes = starts.map(({ data }) => data['purpose']);
      assert.deepEqual(purposes, ['prompt', 'resume', 'prompt', 'prompt']);
      assert.equal(artifactOf(bench, 'state_feat-x.json')['terminal_status'], 'complete');
      await assertNobodyIsLeft(bench);
    },
  },
];
