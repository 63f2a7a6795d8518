import assert from 'node:assert/strict';
import { write } from '../helpers/answers.ts';
import { artifactOf } from '../helpers/assert-artifacts.ts';
import { assertHolds } from '../helpers/assert-holds.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import type { Bench } from '../helpers/bench.ts';
import { addIsMended } from '../helpers/both-subtasks.ts';
import { looks, onBranch, readsAdd, runsTests, subjectsOf } from '../helpers/calculator.ts';
import type { Law } from '../helpers/law.ts';
import { promptsOf } from '../helpers/map-evidence.ts';
import { answersTo, report } from '../helpers/map-jobs.ts';
import { approved, changed, planned, researched, subtaskOf, verified } from '../helpers/map-reports.ts';

// What becomes of subtasks that are made again, left or stopped at, and who is told.

function statusesOf(bench: Bench): Readonly<Record<string, string>> {
  const subtasks = artifactOf(bench, 'state_feat-x.json')['subtasks'] as readonly {
    readonly id: string;
    readonly status: string;
  }[];
  return Object.fromEntries(subtasks.map(({ id, status }) => [id, status]));
}

const TOO_LITTLE = report({
  confidence: 0.1,
  status: 'NO_RESULTS',
  executive_summary: 'UNREAD: nothing multiplies.',
  relevant_locations: [],
  patterns_discovered: [],
});

/** A plan of two subtasks that need nothing of each other, of which the first cannot be read. */
function leftAt(story: string) {
  return [
    ...answersTo(
      'plan',
      { story },
      planned(
        `The plan of ${story}.`,
        subtaskOf('ST-001', 'Multiply', { affected_files: ['src/multiply.js'] }),
        subtaskOf('ST-002', 'Make add add'),
      ),
    ),
    ...answersTo('research', { story, subtask: 'ST-001' }, TOO_LITTLE),
    ...answersTo('research', { story, subtask: 'ST-002' }, researched),
  ];
}

export const left: readonly Law[] = [
  {
    title: 'what meets other changes in a wave is made again on the merged head, and knows it',
    answers: [
      ...answersTo(
        'plan',
        { story: 'WAVE' },
        planned(
          'The plan of WAVE.',
          subtaskOf('ST-001', 'Make add add'),
          subtaskOf('ST-002', 'Say what it adds', { affected_files: ['README.md'] }),
        ),
      ),
      // Which of the two is merged first is nobody's promise.
      ...['ST-001', 'ST-002'].flatMap((subtask) => [
        ...answersTo(
          'change',
          { story: 'WAVE', subtask, words: 'made and accepted before' },
          readsAdd,
          write('src/add.js', `export function add(a, b) {\n  return a + b; // again ${subtask}\n}\n`),
          runsTests,
          changed(`Again ${subtask}.`, 'src/add.js'),
        ),
        ...answersTo(
          'change',
          { story: 'WAVE', subtask },
          readsAdd,
          write('src/add.js', `export function add(a, b) {\n  return a + b; // ${subtask}\n}\n`),
          runsTests,
          changed(`Once ${subtask}.`, 'src/add.js'),
        ),
        ...answersTo('judge', { story: 'WAVE', subtask }, looks, approved, looks, approved),
      ]),
      ...answersTo('verify', { story: 'WAVE' }, runsTests, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      const goal = '--goal=WAVE: make add add, and say so.';
      const flags = ['--waves', '--autoApprove', '--skipResearch'];
      const { stdout } = await bench.wfmap(0, 'run', 'efficient', '--storyId=WAVE', goal, ...flags);
      assert.match(stdout, /reached its end "Complete"/);
      const again = promptsOf(bench, 'change', { story: 'WAVE', words: 'made and accepted before' });
      assert.equal(again.length, 1);
      assertHolds(again[0], 'Make it again on what is there now.');
      assert.match(bench.read('src/add.js'), /a \+ b; \/\/ again ST-00[12]/);
      for (const subject of subjectsOf(bench)) assert.match(subject, /^(?:Merge )?ST-00[12]: /);
      assert.deepEqual(statusesOf(bench), { 'ST-001': 'complete', 'ST-002': 'complete' });
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'a subtask that a person skips is not complete, and the verification is told why it was left',
    answers: [
      ...leftAt('SKIPPED'),
      ...answersTo('change', { story: 'SKIPPED', subtask: 'ST-002' }, ...addIsMended),
      ...answersTo('judge', { story: 'SKIPPED', subtask: 'ST-002' }, looks, approved),
      ...answersTo('verify', { story: 'SKIPPED' }, verified),
    ],
    check: async (bench) => {
      onBranch(bench);
      bench.write('WIP.txt', 'mine\n');
      const story = 'SKIPPED';
      const goal = '--goal=SKIPPED: multiply, and make add add.';
      const asked = await bench.wfmap(4, 'run', 'efficient', `--storyId=${story}`, goal, '--autoApprove');
      assertHolds(
        asked.stdout,
        'told too little to begin with (confidence 0.1): UNREAD: nothing multiplies.',
      );
      const { stdout } = await bench.wfmap(1, 'answer', 'Skip');
      assert.match(stdout, /Partly/);
      assertHolds(stdout, 'Left: ST-001');
      const [verify] = promptsOf(bench, 'verify', { story });
      assertHolds(
        verify,
        '- ST-001: left, because Reading the code told too little',
        '- ST-002: complete, commit ',
      );
      assert.deepEqual(statusesOf(bench), { 'ST-001': 'blocked', 'ST-002': 'complete' });
      assert.notEqual(artifactOf(bench, 'state_feat-x.json')['terminal_status'], 'complete');
      assert.deepEqual(subjectsOf(bench), ['ST-002: Make add add']);
      assert.equal(bench.read('WIP.txt'), 'mine\n');
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'a person who stops the work at a subtask is recorded as the one who did, with the reason',
    answers: leftAt('ABORTED'),
    check: async (bench) => {
      onBranch(bench);
      const goal = '--goal=ABORTED: multiply, and make add add.';
      await bench.wfmap(4, 'run', 'efficient', '--storyId=ABORTED', goal, '--autoApprove');
      const { stdout } = await bench.wfmap(1, 'answer', 'Abort', '--note=NOTNOW: next week.');
      assert.match(stdout, /Called Off/);
      assertHolds(stdout, 'NOTNOW: next week.');
      const state = artifactOf(bench, 'state_feat-x.json');
      assert.equal(state['terminal_status'], "won't_do");
      assert.deepEqual(state['ended_early'], {
        by_user: true,
        reason: 'NOTNOW: next week.',
        at_subtask_id: 'ST-001',
      });
      assert.deepEqual(subjectsOf(bench), []);
      await assertNobodyIsLeft(bench);
    },
  },
];
