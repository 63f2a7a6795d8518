import assert from 'node:assert/strict';
import { bash } from '../helpers/answers.ts';
import {
  artifactOf,
  assertArtifacts,
  VERIFIED,
  HANDED_ON,
  PLANNED,
  stageOf,
} from '../helpers/assert-artifacts.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { until } from '../helpers/bench.ts';
import { addIsMended, BOTH_COMMITS, bothBuilt, planOf } from '../helpers/both-subtasks.ts';
import {
  assertClean,
  assertTestsPass,
  editsAdd,
  looks,
  onBranch,
  readsAdd,
  runsTests,
  subjectsOf,
  writesAddTest,
  writesMultiply,
  writesMultiplyTest,
} from '../helpers/calculator.ts';
import { isAlive } from '../helpers/is-alive.ts';
import type { Law } from '../helpers/law.ts';
import { promptsOf } from '../helpers/map-evidence.ts';
import { answersTo, report } from '../helpers/map-jobs.ts';
import {
  approved,
  changed,
  fitForPlan,
  researched,
  specified,
  testsWritten,
  verified,
} from '../helpers/map-reports.ts';

const WAIT =
  "import { writeFileSync } from 'node:fs';\nwriteFileSync('.git/started', `${process.pid}\\n`);\nsetTimeout(() => {}, 300_000);\n";

export const chains: readonly Law[] = [
  {
    title: 'efficient whose wfmap is killed in the middle of a change goes on to the same end',
    answers: [
      ...answersTo('plan', { story: 'KILLED' }, planOf('KILLED')),
      ...answersTo(
        'change',
        { story: 'KILLED', subtask: 'ST-001' },
        readsAdd,
        editsAdd('a - b', 'a + b'),
        bash('node .git/wait.mjs'),
        runsTests,
        changed('The sum of both.', 'src/add.js'),
      ),
      ...bothBuilt('KILLED'),
      ...answersTo('verify', { story: 'KILLED' }, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      bench.write('.git/wait.mjs', WAIT);
      const goal = ['--goal', 'KILLED: make add add, and let the calculator multiply.'];
      const wfmap = bench.start(
        'run',
        'efficient',
        '--storyId=KILLED',
        ...goal,
        '--autoApprove',
        '--skipResearch',
        '--allow=Bash(node .git/wait.mjs)',
      );
      await until(
        'the agent waits',
        () => bench.has('.git/started') && bench.read('.git/started').endsWith('\n'),
      );
      wfmap.child.kill('SIGKILL');
      await wfmap.end;
      const { stdout } = await bench.wfmap(0, 'resume');
      assert.ok(!isAlive(Number(bench.read('.git/started'))));
      assert.match(stdout, /efficient\/slip-001 reached its end "Complete"/);
      assertTestsPass(bench, 2);
      assert.deepEqual(subjectsOf(bench), BOTH_COMMITS);
      assertClean(bench);
      const starts = (await bench.events()).filter(({ type }) => type === 'agent.started');
      const purposes = starts.map(({ data }) => data['purpose']);
      assert.deepEqual(purposes, ['prompt', 'prompt', 'resume', 'prompt', 'prompt', 'prompt', 'prompt']);
      assert.equal(artifactOf(bench, 'step_state.json')['plan_approved'], true);
      assert.equal(stageOf(bench, 'plan'), 'ready');
      assertArtifacts(bench, [...VERIFIED, ...HANDED_ON]);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title:
      'plan, tdd of one subtask, task and check go on from each other through the artifacts of the branch',
    answers: [
      ...answersTo('fit', { story: 'CHAIN' }, fitForPlan({ testFirst: true })),
      ...answersTo('discover', { story: 'CHAIN' }, bash('git grep -n add'), researched),
      ...answersTo(
        'ask',
        { story: 'CHAIN' },
        report({
          questions: [
            { id: 'Q1', question: 'Of how many numbers?', why: 'It is not said.', assumption: 'Two.' },
          ],
          is_clear: false,
        }),
      ),
      ...answersTo(
        'specify',
        { story: 'CHAIN', words: 'Of two numbers' },
        specified('# Decisions\n\nNone.\n\n# Requirements index\n\nAC-1\n'),
      ),
      ...answersTo(
        'review the specification',
        { story: 'CHAIN' },
        report({ blocking: false, summary: 'It can be built.', issues: [], feedback: '' }),
      ),
      ...answersTo('plan', { story: 'CHAIN', words: '# Requirements index' }, planOf('CHAIN')),
      ...answersTo('research', { story: 'CHAIN' }, researched, researched),
      ...answersTo(
        'write tests',
        { story: 'CHAIN', subtask: 'ST-001' },
        writesAddTest,
        runsTests,
        testsWritten('The test of add fails.', 'test/add-negative.test.js'),
      ),
      ...answersTo('change', { story: 'CHAIN', subtask: 'ST-001' }, ...addIsMended),
      ...answersTo('judge', { story: 'CHAIN', subtask: 'ST-001' }, looks, approved),
      ...answersTo(
        'change',
        { story: 'CHAIN', subtask: 'ST-002' },
        writesMultiply,
        writesMultiplyTest,
        changed('The product of both.', 'src/multiply.js'),
      ),
      ...answersTo('judge', { story: 'CHAIN', subtask: 'ST-002' }, looks, approved),
      ...answersTo('verify', { story: 'CHAIN' }, runsTests, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      await bench.wfmap(4, 'run', 'plan', '--storyId=CHAIN', '--goal=CHAIN: add, and multiply.');
      await bench.wfmap(4, 'answer', 'Answer', '--answers=Of two numbers');
      const planned = await bench.wfmap(0, 'answer', 'Approve');
      assert.match(planned.stdout, /plan\/slip-001 reached its end "Planned"/);
      assertArtifacts(bench, [...PLANNED, 'discovery.json', 'spec_feat-x.md', 'workflow-fit.json']);
      const tests = await bench.wfmap(0, 'run', 'tdd', '--subtaskId=ST-001');
      assert.match(tests.stdout, /tdd\/slip-001 reached its end "Contract Ready"/);
      assert.equal(artifactOf(bench, 'test_handoff_ST-001.json')['status'], 'contract_ready');
      assert.ok(bench.has('.map/feat-x/test_contract_ST-001.md'));
      assert.deepEqual(subjectsOf(bench), []);
      const first = await bench.wfmap(0, 'run', 'task', '--subtaskId=ST-001');
      assert.match(first.stdout, /task\/slip-001 reached its end "Complete"/);
      const [code = ''] = promptsOf(bench, 'change', { story: 'CHAIN', subtask: 'ST-001' });
      assert.match(code, /Make the tests that are there pass/);
      const [judge = ''] = promptsOf(bench, 'judge', { story: 'CHAIN', subtask: 'ST-001' });
      for (const prompt of [code, judge]) {
        assert.match(prompt, /## Goal\nCHAIN: add, and multiply\./);
        assert.match(prompt, /test\/add-negative\.test\.js\. The test of add fails\./);
        assert.match(prompt, /Frozen[^:]*: test\/add-negative\.test\.js/);
        assert.match(prompt, /# Requirements index/);
      }
      assert.deepEqual(subjectsOf(bench), ['ST-001: Make add add']);
      assert.equal(stageOf(bench, 'implementation'), 'in_progress');
      await bench.wfmap(0, 'run', 'task', '--subtaskId=ST-002');
      assertTestsPass(bench, 3);
      assert.deepEqual(subjectsOf(bench), BOTH_COMMITS);
      assertClean(bench);
      const checked = await bench.wfmap(0, 'run', 'check');
      assert.match(checked.stdout, /check\/slip-001 reached its end "Ready"/);
      assert.equal(stageOf(bench, 'implementation'), 'complete');
      const [verify = ''] = promptsOf(bench, 'verify', { story: 'CHAIN' });
      assert.match(verify, /The goal: CHAIN: add, and multiply\.[^]*# Requirements index/);
      for (const { stderr } of [planned, tests, first, checked]) assert.doesNotMatch(stderr, /foreign/);
      await assertNobodyIsLeft(bench);
    },
  },
];
