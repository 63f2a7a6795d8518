import { bash, type Answer } from './answers.ts';
import { looks, mendsAdd, runsTests, writesMultiply, writesMultiplyTest } from './calculator.ts';
import { answersTo } from './map-jobs.ts';
import { approved, changed, planned, subtaskOf } from './map-reports.ts';

/** The plan that most laws work off: `add` is mended, then `multiply` is written. */

const ADDS = subtaskOf('ST-001', 'Make add add');

const MULTIPLIES = subtaskOf('ST-002', 'Multiply', {
  dependencies: ['ST-001'],
  affected_files: ['src/multiply.js', 'test/multiply.test.js'],
});

/** Both subtasks, as a plan has them. */
export const SUBTASKS = [ADDS, MULTIPLIES] as const;

/** Its one or two subtasks; the story is in its summary. */
export function planOf(story: string, count: 1 | 2 = 2): Answer {
  return planned(`The plan of ${story}.`, ...SUBTASKS.slice(0, count));
}

export const BOTH_COMMITS = ['ST-001: Make add add', 'ST-002: Multiply'];

export const addIsMended = [...mendsAdd, runsTests, changed('ADDED: the sum of both.', 'src/add.js')];

export const multiplyIsWritten = [
  writesMultiply,
  writesMultiplyTest,
  runsTests,
  changed('The product of both.', 'src/multiply.js', 'test/multiply.test.js'),
];

/** Both subtasks of a story, each changed and judged once. */
export function bothBuilt(story: string): readonly Answer[] {
  return [
    ...answersTo('change', { story, subtask: 'ST-001' }, ...addIsMended),
    ...answersTo('judge', { story, subtask: 'ST-001' }, looks, runsTests, approved),
    ...answersTo('change', { story, subtask: 'ST-002' }, ...multiplyIsWritten),
    ...answersTo('judge', { story, subtask: 'ST-002' }, bash('git status'), runsTests, approved),
  ];
}
