import assert from 'node:assert/strict';
import { bash, choose, say, turns, write } from '../helpers/answers.ts';
import { assertPromptsSent, type Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const MENDED = 'export function add(a, b) {\n  return a + b;\n}\n';
const DOUBLED = 'export function add(a, b) {\n  return b + a;\n}\n';

export const shippedMaps: readonly Law[] = [
  {
    title: 'do-subtask goes through all of its actions to its end',
    answers: [
      ...turns(
        '# Code subtask 2 of story SHIP-2',
        write('src/add.js', DOUBLED),
        choose('Complete'),
        choose('Complete'),
        write('src/add.js', MENDED),
        bash('npm test 2>&1 | tail -20'),
        choose('Complete'),
      ),
      ...turns(
        '# Is the code of subtask 2 of story SHIP-2 complete?',
        choose('Continue Code Subtask'),
        choose('Start Review Work'),
        choose('Start Review Work'),
      ),
      ...turns(
        '# Review subtask 2 of story SHIP-2',
        write('.map/SHIP-2/2/review.md', 'must: a + b'),
        choose('Complete'),
        choose('Complete'),
        choose('Complete'),
      ),
      ...turns(
        '# Is the review of subtask 2 of story SHIP-2 complete?',
        choose('Continue Review Work'),
        choose('Start Review Feedback'),
        choose('Report Completion'),
      ),
      ...turns('# Weigh the review of subtask 2 of story SHIP-2', choose('Plan New Work')),
      ...turns('# Plan the further work on subtask 2 of story SHIP-2', choose('Continue Coding')),
      ...turns('# Report subtask 2 of story SHIP-2', say('Done.'), choose('Complete')),
    ],
    check: async (bench) => {
      const { stdout } = await bench.wfmap(0, 'run', 'do-subtask', '--storyId=SHIP-2', '--subtaskId', '2');
      assert.match(stdout, /do-subtask\/slip-001 reached its end "End Workflow"/);
      assert.equal(assertPromptsSent(bench, '.wfmap/runs/do-subtask/slip-001'), 15);
      assert.match(bench.git('diff', '--', 'src'), /-\s+return a - b;\n\+\s+return a \+ b;/);
      assert.ok(bench.has('.map/SHIP-2/2/review.md'));
      assert.match(resultsOf(bench), /pass 1/);
      await assertNoDenials(bench);
    },
  },
];

function resultsOf(bench: Bench): string {
  return bench
    .requests()
    .flatMap(({ results }) => results)
    .join('\n');
}

async function assertNoDenials(bench: Bench): Promise<void> {
  for (const { type, data } of await bench.events()) {
    if (type === 'agent.finished') assert.deepEqual(data['denials'], []);
  }
}
