import assert from 'node:assert/strict';
import { bash, choose, say, turns, write } from '../helpers/answers.ts';
import { assertPromptsSent, type Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const PLAN = '# Goal\n\n- [ ] ST-001 Make add add\n';
const MENDED = 'export function add(a, b) {\n  return a + b;\n}\n';
const DOUBLED = 'export function add(a, b) {\n  return b + a;\n}\n';

export const shippedMaps: readonly Law[] = [
  {
    title: 'efficient goes through a rework and a gap to its end, and the change is committed',
    answers: [
      ...turns(
        '# Plan story SHIP-1',
        write('.map/SHIP-1/plan.md', PLAN),
        choose('Planned'),
        // After the gaps.
        bash('git log --oneline'),
        choose('Planned'),
      ),
      ...turns(
        '# Research the next subtask of story SHIP-1',
        bash('git grep -n subtract'),
        write('.map/SHIP-1/notes.md', 'ST-001'),
        choose('Ready'),
        choose('Ready'),
      ),
      ...turns(
        '# Build one subtask of story SHIP-1',
        bash('node --test'),
        write('src/add.js', DOUBLED),
        choose('Submitted'),
        write('src/add.js', MENDED),
        bash('npm test'),
        choose('Submitted'),
        choose('Submitted'),
      ),
      ...turns(
        '# Review one subtask of story SHIP-1',
        bash('git diff'),
        choose('Rework'),
        choose('Accept'),
        choose('Accept'),
      ),
      ...turns(
        '# Commit the accepted subtask of story SHIP-1',
        bash('git add src/add.js'),
        bash('git commit -m "ST-001: add adds"'),
        choose('All Done'),
        choose('All Done'),
      ),
      ...turns('# Verify story SHIP-1', bash('npm test'), choose('Gaps'), choose('Complete')),
    ],
    check: async (bench) => {
      bench.write('stories/SHIP-1.md', 'Make `add` add.\nIt subtracts: "1 + 2" is ${-1}.\n');
      const { stdout } = await bench.wfmap(0, 'run', 'efficient', '--storyId=SHIP-1');
      assert.match(stdout, /efficient\/slip-001 reached its end "Done" \(14 steps, .*\$0\.\d\d\)/);
      assert.equal(assertPromptsSent(bench, '.wfmap/runs/efficient/slip-001'), 14);
      assert.equal(bench.read('src/add.js'), MENDED);
      assert.match(bench.git('log', '-1', '--format=%s'), /^ST-001: add adds$/m);
      assert.match(bench.git('show', '--format=', 'HEAD'), /-\s+return a - b;\n\+\s+return a \+ b;/);
      // What the tools printed came back to the model: the tests failed first, then passed.
      const results = resultsOf(bench);
      assert.match(results, /fail 1/);
      assert.match(results, /pass 1/);
      const texts = bench.requests().flatMap((request) => request.texts);
      assert.ok(texts.some((text) => text.includes('It subtracts: "1 + 2" is ${-1}.')));
      assert.ok(texts.some((text) => text.includes('A review rejected the last attempt.')));
      assert.ok(texts.some((text) => text.includes('A verification found gaps.')));
      // Runs are not committed, nor seen by git.
      assert.doesNotMatch(bench.git('status', '--porcelain'), /wfmap/);
      await bench.wfmap(0, 'show');
      await bench.wfmap(0, 'logs', 'efficient/slip-001', '3');
      await bench.wfmap(0, 'runs');
      await assertNoDenials(bench);
    },
  },
  {
    title: 'efficient ends failed where the story is unclear, and where the reworks are used up',
    answers: [
      ...turns('# Plan story SHIP-3', say('It says nothing.'), choose('Unclear')),
      ...turns('# Plan story SHIP-4', choose('Planned')),
      ...turns('# Research the next subtask of story SHIP-4', choose('Ready')),
      ...turns('# Build one subtask of story SHIP-4', { ...choose('Submitted'), times: 11 }),
      ...turns('# Review one subtask of story SHIP-4', { ...choose('Rework'), times: 11 }),
    ],
    check: async (bench) => {
      const unclear = await bench.wfmap(1, 'run', 'efficient', '--storyId=SHIP-3');
      assert.match(unclear.stdout, /reached the failed end "Unclear"/);
      const blocked = await bench.wfmap(1, 'run', 'efficient', '--goal', 'Do it', '--storyId=SHIP-4');
      assert.match(blocked.stdout, /slip-002 reached the failed end "Blocked" \(24 steps/);
    },
  },
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
