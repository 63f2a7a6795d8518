import assert from 'node:assert/strict';
import { artifactOf } from '../helpers/assert-artifacts.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { editsAdd, looks, onBranch, readsAdd, runsTests, subjectsOf } from '../helpers/calculator.ts';
import { assertHolds } from '../helpers/assert-holds.ts';
import type { Law } from '../helpers/law.ts';
import { assertNoDenials, promptsOf } from '../helpers/map-evidence.ts';
import { answersTo, report } from '../helpers/map-jobs.ts';
import {
  approved,
  changed,
  fitForPlan,
  planned,
  predicted,
  rejected,
  researched,
  reviewed,
  scored,
  SEARCH_STEP,
  specified,
  subtaskOf,
} from '../helpers/map-reports.ts';

// What one agent or person found, and whether it is in the prompt of whoever needs it.

const ADDS = subtaskOf('ST-001', 'Make add add');
const MULTIPLIES = subtaskOf('ST-002', 'Multiply', {
  affected_files: ['src/multiply.js', 'test/multiply.test.js'],
});

function found(cause: string, ...quotes: readonly string[]) {
  return report({
    quotes,
    findings: ['FOUND: it subtracts.'],
    root_cause: cause,
    next_steps: ['NEXT: turn the sign.'],
    code_locations: ['src/add.js:2'],
    confidence: 0.9,
  });
}

export const flows: readonly Law[] = [
  {
    title: 'debug hands cause, evidence, log and places on, and every refusal to the next attempt',
    answers: [
      ...answersTo('find places', { story: 'FLOWBUG' }, readsAdd, researched),
      ...answersTo(
        'plan a search',
        { story: 'FLOWBUG' },
        report({
          root_cause_hypothesis: 'SUSPECTED: the sign is wrong.',
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
        { story: 'FLOWBUG' },
        readsAdd,
        found('GUESS: the test is wrong.'),
        readsAdd,
        found('CAUSE: the sign in src/add.js:2.', 'src/add.js:2: return a - b;'),
      ),
      ...answersTo(
        'judge findings',
        { story: 'FLOWBUG' },
        rejected('1. UNPROVED: quote the line.'),
        readsAdd,
        approved,
      ),
      ...answersTo(
        'mend',
        { story: 'FLOWBUG', subtask: 'ST-002' },
        readsAdd,
        editsAdd('a - b', 'a * b'),
        changed('TRIED: the product.', 'src/add.js'),
        readsAdd,
        editsAdd('a * b', 'a + b'),
        runsTests,
        changed('The sum.', 'src/add.js'),
      ),
      ...answersTo(
        'judge',
        { story: 'FLOWBUG', subtask: 'ST-002' },
        rejected('1. src/add.js:2 MULTIPLIES.'),
        looks,
        approved,
      ),
      ...answersTo('predict', { story: 'FLOWBUG' }, predicted('low')),
      ...answersTo('score', { story: 'FLOWBUG' }, scored(8, 'proceed')),
    ],
    check: async (bench) => {
      onBranch(bench);
      const story = 'FLOWBUG';
      await bench.wfmap(
        0,
        'run',
        'debug',
        `--storyId=${story}`,
        '--goal=FLOWBUG: 1 + 2 is -1.',
        '--reproduceCommand=node --test test/add.test.js',
      );
      const [, again] = promptsOf(bench, 'investigate', { story });
      assertHolds(again, 'GUESS: the test is wrong.', 'UNPROVED: quote the line.', 'SUSPECTED: the sign');
      const cause = [
        'CAUSE: the sign in src/add.js:2.',
        'FOUND: it subtracts.',
        '> src/add.js:2: return a - b;',
      ];
      const [mend, second] = promptsOf(bench, 'mend', { story });
      assertHolds(
        mend,
        ...cause,
        'NEXT: turn the sign.',
        '- Place: src/add.js:2',
        'RESEARCHED: the calculator',
      );
      assert.match(mend ?? '', /`node --test test\/add\.test\.js` fails and prints[^]* -1 !?==+ 3/);
      assertHolds(
        second,
        ...cause,
        'TRIED: the product. Refused by the review',
        '1. src/add.js:2 MULTIPLIES.',
      );
      const [judge, judgeAgain] = promptsOf(bench, 'judge', { story });
      assertHolds(judge, ...cause, '`node --test test/add.test.js` failed before the change');
      assertHolds(judgeAgain, 'An earlier attempt was reviewed', '1. src/add.js:2 MULTIPLIES.');
      assertHolds(promptsOf(bench, 'predict', { story })[0], ...cause);
      assertHolds(promptsOf(bench, 'score', { story })[0], ...cause);
      assertHolds(bench.read('.map/feat-x/learning-handoff.md'), 'UNPROVED: quote the line.', 'MULTIPLIES.');
      assertHolds(bench.read('.map/feat-x/code-review-001.md'), 'UNPROVED');
      assertHolds(bench.read('.map/feat-x/code-review-002.md'), 'MULTIPLIES');
      const { subtask_retry_counts } = artifactOf(bench, 'step_state.json');
      assert.deepEqual(subtask_retry_counts, { 'ST-001': 1, 'ST-002': 1, 'ST-003': 0 });
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'plan takes what a review and a person want changed to who writes it, and changes nothing else',
    answers: [
      ...answersTo('fit', { story: 'PLANREV' }, fitForPlan({ testFirst: false })),
      ...answersTo(
        'specify',
        { story: 'PLANREV' },
        specified('# Decisions\n\nFIRSTTEXT\n\n# Requirements index\n\nAC-1\n'),
        specified('# Decisions\n\nSECONDTEXT\n\n# Requirements index\n\nAC-1\n'),
      ),
      ...answersTo(
        'review the specification',
        { story: 'PLANREV' },
        report({
          blocking: true,
          summary: 'No.',
          feedback: '1. VAGUE.',
          issues: [
            { severity: 'high', problem: 'OPEN: of what?', suggestion: 'Say integers.', blocking: true },
          ],
        }),
        report({ blocking: false, summary: 'Good.', feedback: '', issues: [] }),
      ),
      ...answersTo(
        'plan',
        { story: 'PLANREV' },
        planned('The plan of PLANREV.', ADDS, MULTIPLIES),
        planned(
          'The plan of PLANREV.',
          { ...ADDS, title: 'Something else' },
          { ...MULTIPLIES, title: 'Multiply integers' },
        ),
      ),
    ],
    check: async (bench) => {
      onBranch(bench);
      const story = 'PLANREV';
      await bench.wfmap(
        4,
        'run',
        'plan',
        '--light',
        `--storyId=${story}`,
        '--goal=PLANREV: add, and multiply.',
      );
      const asked = await bench.wfmap(
        4,
        'answer',
        'Revise',
        '--note=NOTED: integers alone.',
        '--only=ST-002',
      );
      assert.match(asked.stdout, /ST-002 changed: title/);
      assert.doesNotMatch(asked.stdout, /Something else/);
      await bench.wfmap(0, 'answer', 'Approve');
      const [, spec] = promptsOf(bench, 'specify', { story });
      assertHolds(spec, 'FIRSTTEXT', '1. VAGUE.', 'OPEN: of what? Say integers.');
      const [, plan] = promptsOf(bench, 'plan', { story });
      assertHolds(
        plan,
        'SECONDTEXT',
        'The last plan, as JSON:',
        '"Make add add"',
        'NOTED: integers alone.',
        'ST-002',
      );
      const blueprint = JSON.stringify(artifactOf(bench, 'blueprint.json'));
      assertHolds(blueprint, 'Make add add', 'Multiply integers', 'PLANREV: add, and multiply.');
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'review leaves what it found and what a person decided, and learn gets both',
    answers: [
      ...answersTo('review as monitor', { story: 'REVLEARN' }, looks, reviewed('needs_revision', 'NOTEST')),
      ...answersTo('review as predictor', { story: 'REVLEARN' }, predicted('low')),
      ...answersTo('review as evaluator', { story: 'REVLEARN' }, scored(6, 'improve')),
      ...answersTo(
        'reflect',
        { story: 'NOTEST' },
        report({
          key_insight: 'When a sum is changed, always test it, because nobody sees it.',
          patterns_used: [],
          patterns_discovered: ['Test sums.'],
          suggested_new_bullets: [
            {
              section: 'TESTING_STRATEGIES',
              title: 'Test sums',
              content: `When an operation of the calculator is changed, always add a test of its result, because ${'the reviewers found none and asked for it. '.repeat(2)}`,
              rationale: 'A review found no test.',
            },
          ],
          outcome: 'PARTIAL',
        }),
      ),
    ],
    check: async (bench) => {
      onBranch(bench);
      const story = 'REVLEARN';
      bench.write('src/add.js', '// REVLEARN\nexport function add(a, b) {\n  return a + b;\n}\n');
      bench.git('commit', '-q', '-a', '-m', 'PURPOSE: let add add');
      bench.write('src/unknown.js', 'export const UNTRACKED = 1;\n');
      const depth = await bench.wfmap(4, 'run', 'review');
      assert.match(depth.stdout, /NOTEST/);
      const finding = await bench.wfmap(4, 'answer', 'Small');
      for (const word of ['medium', 'NOTEST', 'src/add.js:2']) assert.ok(finding.stdout.includes(word), word);
      assert.match(finding.stdout, /\+ +return a \+ b;/);
      const { stdout } = await bench.wfmap(1, 'answer', 'Fix Now', '--note=DECIDED: write one.');
      assert.match(stdout, /Revise/);
      const [prompt] = promptsOf(bench, 'review as monitor', { story });
      assertHolds(prompt, 'PURPOSE: let add add', 'git diff ', 'src/add.js', 'src/unknown.js', 'UNTRACKED');
      const review = bench.read('.map/feat-x/review.md');
      assertHolds(
        review,
        'REVISE',
        'NOTEST',
        'src/add.js:2',
        'fix_now'.replace('_', '\\_'),
        'DECIDED: write one.',
      );
      assertHolds(bench.read('.map/feat-x/review.sarif'), 'NOTEST', 'src/add.js');
      await bench.wfmap(0, 'run', 'learn');
      const [reflect] = promptsOf(bench, 'reflect', { story: 'NOTEST' });
      assertHolds(reflect, 'NOTEST', 'src/add.js:2', 'DECIDED: write one.');
      assertHolds(
        bench.read('.claude/rules/learned/testing-strategies.md'),
        "---\npaths: ['**/*.test.*'",
        '- Test sums: When an operation',
        '  What taught it: A review found no test.',
      );
      assert.deepEqual(subjectsOf(bench), ['PURPOSE: let add add']);
      await assertNobodyIsLeft(bench);
    },
  },
];
