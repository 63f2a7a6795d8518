import assert from 'node:assert/strict';
import { artifactOf } from '../helpers/assert-artifacts.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { planOf } from '../helpers/both-subtasks.ts';
import {
  assertClean,
  assertTestsPass,
  editsAdd,
  looks,
  onBranch,
  readsAdd,
  runsTests,
  subjectsOf,
} from '../helpers/calculator.ts';
import type { Law } from '../helpers/law.ts';
import { assertNoDenials, promptsOf } from '../helpers/map-evidence.ts';
import { answersTo } from '../helpers/map-jobs.ts';
import {
  approved,
  changed,
  judgedVariant,
  merged,
  planned,
  predicted,
  rejected,
  subtaskOf,
  verified,
} from '../helpers/map-reports.ts';

const VARIANTS = [
  ['v1', 'security', 'Number(a) + Number(b)'],
  ['v2', 'performance', 'b + a'],
  ['v3', 'simplicity', 'a + b'],
] as const;

export const reworks: readonly Law[] = [
  {
    title: 'a rejected change is reworked with the feedback of the review in its prompt',
    answers: [
      ...answersTo('plan', { story: 'REWORK' }, planOf('REWORK', 1)),
      ...answersTo(
        'change',
        { story: 'REWORK' },
        readsAdd,
        editsAdd('a - b', 'a * b'),
        changed('The product.', 'src/add.js'),
        readsAdd,
        editsAdd('a * b', 'a + b'),
        runsTests,
        changed('The sum.', 'src/add.js'),
      ),
      ...answersTo(
        'judge',
        { story: 'REWORK' },
        runsTests,
        rejected('1. src/add.js:2 multiplies: add.'),
        looks,
        approved,
      ),
      ...answersTo('verify', { story: 'REWORK' }, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      const goal = ['--goal', 'REWORK: make add add.'];
      await bench.wfmap(
        0,
        'run',
        'efficient',
        '--storyId=REWORK',
        ...goal,
        '--autoApprove',
        '--skipResearch',
      );
      const [first = '', second = ''] = promptsOf(bench, 'change', { story: 'REWORK' });
      assert.doesNotMatch(first, /Feedback on the last attempt/);
      assert.match(
        second,
        /## Feedback on the last attempt\n\n(?:The [^\n]+\n)+\n1\. src\/add\.js:2 multiplies: add\./,
      );
      const refused = /Goal: REWORK: make add add\.\\+nRefused last: /;
      assert.ok(bench.requests().some(({ all }) => refused.test(all)));
      assertTestsPass(bench, 1);
      assert.deepEqual(subjectsOf(bench), ['ST-001: Make add add']);
      assertClean(bench);
      assert.deepEqual(artifactOf(bench, 'step_state.json')['subtask_retry_counts'], { 'ST-001': 1 });
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'three variants are made at once in worktrees of their own, and merged into one commit',
    answers: [
      ...answersTo(
        'plan',
        { story: 'MOA' },
        planned(
          'The plan of MOA.',
          subtaskOf('ST-001', 'Make add add', { risk_level: 'high', risks: ['Everybody adds.'] }),
        ),
      ),
      ...VARIANTS.flatMap(([id, focus, sum]) => [
        ...answersTo(
          'change',
          { story: 'MOA', words: `yours puts ${focus} first` },
          readsAdd,
          editsAdd('a - b', sum),
          runsTests,
          changed(`${id}: ${sum}`, 'src/add.js'),
        ),
        ...answersTo(
          'judge',
          { story: 'MOA', words: `This is variant ${id} of several` },
          looks,
          judgedVariant(id, sum),
        ),
      ]),
      ...answersTo(
        'merge',
        { story: 'MOA' },
        readsAdd,
        editsAdd('a - b', 'Number(a) + Number(b)'),
        runsTests,
        merged('src/add.js'),
      ),
      ...answersTo('judge', { story: 'MOA' }, looks, approved),
      ...answersTo('predict', { story: 'MOA' }, predicted('low')),
      ...answersTo('verify', { story: 'MOA' }, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      const goal = ['--goal', 'MOA: make add add.'];
      await bench.wfmap(0, 'run', 'efficient', '--storyId=MOA', ...goal, '--autoApprove', '--skipResearch');
      const events = await bench.events();
      const count = (wanted: string): number => events.filter(({ type }) => type === wanted).length;
      assert.equal(count('worktree.planned'), 3);
      const reminder = /Subtask ST-001; 0 of 1 done\.\\+nGoal: MOA: make add add/;
      assert.ok(bench.requests().some(({ all }) => reminder.test(all)));
      const [merge = ''] = promptsOf(bench, 'merge', { story: 'MOA' });
      for (const [id, , sum] of VARIANTS) {
        assert.match(merge, new RegExp(`## Variant ${id}\n`));
        assert.ok(merge.includes(`+  return ${sum};`), merge);
      }
      assert.match(bench.read('src/add.js'), /Number\(a\) \+ Number\(b\)/);
      assertTestsPass(bench, 1);
      assert.deepEqual(subjectsOf(bench), ['ST-001: Make add add']);
      assertClean(bench);
      await assertNoDenials(bench);
      await assertNobodyIsLeft(bench);
    },
  },
];
