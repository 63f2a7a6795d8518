import assert from 'node:assert/strict';
import { bash, write } from '../helpers/answers.ts';
import {
  artifactOf,
  assertArtifacts,
  BUILT,
  HANDED_ON,
  stageOf,
  VERIFIED,
} from '../helpers/assert-artifacts.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { assertPromptsSent } from '../helpers/bench.ts';
import { addIsMended, BOTH_COMMITS, bothBuilt, planOf } from '../helpers/both-subtasks.ts';
import {
  assertClean,
  assertTestsPass,
  looks,
  onBranch,
  readsAdd,
  runsTests,
  subjectsOf,
  writesAddTest,
  writesMultiply,
  writesMultiplyTest,
} from '../helpers/calculator.ts';
import type { Law } from '../helpers/law.ts';
import { actionsOf, assertNoDenials, promptsOf, requestOf } from '../helpers/map-evidence.ts';
import { answersTo, report } from '../helpers/map-jobs.ts';
import {
  approved,
  changed,
  predicted,
  researched,
  reviewed,
  scored,
  SEARCH_STEP,
  testsWritten,
  verified,
} from '../helpers/map-reports.ts';

const VACUOUS = write(
  'test/multiply.test.js',
  "import test from 'node:test';\n\ntest('multiplies', () => {});\n",
);

export const variants: readonly Law[] = [
  {
    title: 'efficient builds, commits and verifies each subtask of a plan that a person approved elsewhere',
    answers: [
      ...answersTo('plan', { story: 'EFFICIENT' }, readsAdd, planOf('EFFICIENT')),
      ...answersTo('research', { story: 'EFFICIENT' }, bash('git grep -n add'), researched, researched),
      ...bothBuilt('EFFICIENT'),
      ...answersTo('verify', { story: 'EFFICIENT' }, runsTests, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      const goal = ['--goal', 'EFFICIENT: make add add, and let the calculator multiply.'];
      const asked = await bench.wfmap(4, 'run', 'efficient', '--storyId=EFFICIENT', ...goal);
      assert.match(asked.stdout, /wfmap answer efficient\/slip-001 Approve/);
      assert.equal(artifactOf(bench, 'step_state.json')['plan_approved'], false);
      const { stdout } = await bench.wfmap(0, 'answer', 'Approve');
      assert.match(stdout, /efficient\/slip-001 reached its end "Complete"/);
      assertTestsPass(bench, 2);
      assert.deepEqual(subjectsOf(bench), BOTH_COMMITS);
      assertClean(bench);
      assert.equal(assertPromptsSent(bench, '.wfmap/runs/subtask/slip-002'), 3);
      const [context = ''] = promptsOf(bench, 'change', { story: 'EFFICIENT', subtask: 'ST-002' });
      assert.match(context, /## Plan\n\[x\] ST-001: Make add add\n\[>>\] ST-002: Multiply\n/);
      assert.match(
        context,
        /## Upstream Results\n- ST-001 \(complete\): ADDED: the sum of both\.\n {2}Files: src\/add\.js/,
      );
      assert.match(context, /RESEARCHED: the calculator/);
      const reminders = bench.requests().map(({ all }) => all);
      const reminder =
        /Checkpoint\. Step: 2\.3 ACTOR\. Subtask ST-002; 1 of 2 done: ST-001\.\\+nGoal: EFFICIENT: make add/;
      assert.ok(reminders.some((each) => reminder.test(each)));
      const judge = requestOf(bench, 'judge', { story: 'EFFICIENT' });
      assert.match(judge.model, /sonnet/);
      assert.ok(
        judge.tools.includes('Bash') && !judge.tools.includes('Edit') && !judge.tools.includes('Write'),
      );
      assert.ok(requestOf(bench, 'change', { story: 'EFFICIENT' }).tools.includes('Edit'));
      assertArtifacts(bench, [...VERIFIED, ...HANDED_ON]);
      assert.equal(artifactOf(bench, 'state_feat-x.json')['terminal_status'], 'complete');
      await bench.wfmap(0, 'show');
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'fast makes one commit of a small change once the tests pass',
    answers: [...answersTo('plan', { story: 'FAST' }, planOf('FAST')), ...bothBuilt('FAST')],
    check: async (bench) => {
      onBranch(bench);
      const goal = ['--goal', 'FAST: make add add, and let the calculator multiply.'];
      const { stdout } = await bench.wfmap(0, 'run', 'fast', '--storyId=FAST', ...goal);
      assert.match(stdout, /fast\/slip-001 reached its end "Complete"/);
      assertTestsPass(bench, 2);
      assert.deepEqual(subjectsOf(bench), ['FAST: The plan of FAST.']);
      assertClean(bench);
      assertArtifacts(bench, BUILT);
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'tdd sees the new tests of a plan fail before their code is written, and refuses those that pass',
    answers: [
      ...answersTo('plan', { story: 'TDD' }, planOf('TDD')),
      ...answersTo('research', { story: 'TDD' }, researched, researched),
      ...answersTo(
        'write tests',
        { story: 'TDD', subtask: 'ST-001' },
        writesAddTest,
        runsTests,
        testsWritten('One test that fails.', 'test/add-negative.test.js'),
      ),
      ...answersTo('change', { story: 'TDD', subtask: 'ST-001' }, ...addIsMended),
      ...answersTo('judge', { story: 'TDD', subtask: 'ST-001' }, approved),
      ...answersTo(
        'write tests',
        { story: 'TDD', subtask: 'ST-002' },
        VACUOUS,
        testsWritten('One test.', 'test/multiply.test.js'),
        runsTests,
        writesMultiplyTest,
        testsWritten('One test that fails.', 'test/multiply.test.js'),
      ),
      ...answersTo(
        'change',
        { story: 'TDD', subtask: 'ST-002' },
        writesMultiply,
        runsTests,
        changed('The product of both.', 'src/multiply.js'),
      ),
      ...answersTo('judge', { story: 'TDD', subtask: 'ST-002' }, looks, approved),
      ...answersTo('verify', { story: 'TDD' }, runsTests, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      await bench.wfmap(
        4,
        'run',
        'efficient',
        '--storyId=TDD',
        '--goal',
        'TDD: make add add, then multiply.',
      );
      const planned = await bench.wfmap(0, 'answer', 'Later');
      assert.match(planned.stdout, /reached its end "Pending"/);
      const { stdout, stderr } = await bench.wfmap(0, 'run', 'tdd', '--storyId=TDD');
      assert.match(stdout, /tdd\/slip-001 reached its end "Complete"/);
      assert.doesNotMatch(stderr, /foreign/);
      assert.deepEqual(await actionsOf(bench, 'Judge Tests'), ['Red', 'Refuse', 'Red']);
      const [, second = ''] = promptsOf(bench, 'write tests', { story: 'TDD', subtask: 'ST-002' });
      assert.match(second, /Nothing fails that did not fail before/);
      const [code = ''] = promptsOf(bench, 'change', { story: 'TDD', subtask: 'ST-002' });
      assert.match(code, /Its tests are written and fail: test\/multiply\.test\.js\. One test that fails\./);
      assertTestsPass(bench, 3);
      assert.deepEqual(subjectsOf(bench), BOTH_COMMITS);
      assertClean(bench);
      assertArtifacts(bench, [...BUILT, ...HANDED_ON]);
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'debug finds the cause of a fault that a command shows, mends it, and sees that it is gone',
    answers: [
      ...answersTo('find places', { story: 'DEBUG' }, readsAdd, researched),
      ...answersTo(
        'plan a search',
        { story: 'DEBUG' },
        report({
          root_cause_hypothesis: 'DEBUG: the sign is wrong.',
          open_questions: [],
          steps: [
            SEARCH_STEP,
            {
              ...SEARCH_STEP,
              id: 'ST-002',
              title: 'Make add add',
              debug_type: 'fix',
              affected_files: ['src/add.js'],
            },
            { ...SEARCH_STEP, id: 'ST-003', title: 'See that it adds', debug_type: 'verification' },
          ],
        }),
      ),
      ...answersTo(
        'investigate',
        { story: 'DEBUG' },
        runsTests,
        readsAdd,
        report({
          quotes: ['src/add.js:2 return a - b;'],
          findings: ['It subtracts.'],
          root_cause: 'The sign in src/add.js:2.',
          next_steps: [],
          code_locations: ['src/add.js:2'],
          confidence: 0.9,
        }),
      ),
      ...answersTo('judge findings', { story: 'DEBUG' }, readsAdd, approved),
      ...answersTo('mend', { story: 'DEBUG', subtask: 'ST-002' }, ...addIsMended),
      ...answersTo('judge', { story: 'DEBUG', subtask: 'ST-002' }, looks, approved),
      ...answersTo('predict', { story: 'DEBUG' }, bash('git grep -n add'), predicted('low')),
      ...answersTo('score', { story: 'DEBUG' }, looks, scored(8, 'proceed')),
    ],
    check: async (bench) => {
      onBranch(bench);
      const { stdout } = await bench.wfmap(
        0,
        'run',
        'debug',
        '--storyId=DEBUG',
        '--goal=DEBUG: 1 + 2 is -1.',
        '--reproduceCommand=node --test test/add.test.js',
      );
      assert.match(stdout, /debug\/slip-001 reached its end "Complete"/);
      assert.deepEqual(await actionsOf(bench, 'Reproduce'), ['Look']);
      assert.deepEqual(await actionsOf(bench, 'Verify'), ['Whole Suite']);
      const [analysis = ''] = promptsOf(bench, 'plan a search', { story: 'DEBUG' });
      assert.match(analysis, / -1 !?==+ 3/);
      assertTestsPass(bench, 1);
      assert.deepEqual(subjectsOf(bench), ['DEBUG: Make add add']);
      assertClean(bench);
      assertArtifacts(bench, [...BUILT, ...HANDED_ON]);
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'review --ci ends with 0 for PROCEED alone, and changes nothing',
    answers: [
      ...answersTo(
        'review as monitor',
        { story: 'REVIEW' },
        looks,
        reviewed('approved'),
        reviewed('needs_revision', 'No test'),
        reviewed('approved'),
      ),
      ...answersTo(
        'review as predictor',
        { story: 'REVIEW' },
        predicted('low'),
        predicted('low'),
        predicted('high', 'add no longer subtracts'),
      ),
      ...answersTo(
        'review as evaluator',
        { story: 'REVIEW' },
        scored(8, 'proceed'),
        scored(6, 'improve'),
        scored(8, 'proceed'),
      ),
    ],
    check: async (bench) => {
      onBranch(bench);
      bench.write('src/add.js', '// REVIEW\nexport function add(a, b) {\n  return a + b;\n}\n');
      bench.git('commit', '-q', '-a', '-m', 'Add');
      for (const [exitCode, verdict] of [
        [0, 'PROCEED'],
        [1, 'REVISE'],
        [1, 'BLOCK'],
      ] as const) {
        const { stdout } = await bench.wfmap(exitCode, 'run', 'review', '--ci');
        assert.match(stdout, new RegExp(`reached (?:its|the failed) end "${verdict}"`, 'i'));
        assert.match(stdout, new RegExp(`"verdict":"${verdict}"`));
        assert.equal(stageOf(bench, 'review'), verdict);
      }
      assert.deepEqual(subjectsOf(bench), ['Add']);
      assertClean(bench);
      assertArtifacts(bench, [...HANDED_ON, 'review.md', 'review.sarif']);
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
];
