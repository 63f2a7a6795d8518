import assert from 'node:assert/strict';
import { choose, tool, turns } from '../helpers/answers.ts';
import { assertPromptsSent } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const read = tool('Read', { file_path: 'src/add.js' });
const edit = (from: string, to: string) =>
  tool('Edit', { file_path: 'src/add.js', old_string: from, new_string: to });

const WAYS = {
  Repaired: { target: 'Test', choose: 'the fault is mended' },
  'Cannot be done': { target: 'Stuck', choose: 'there is no way' },
};

export const gates: readonly Law[] = [
  {
    title: 'real tests are a gate: what they print goes to the coder until they pass',
    answers: turns(
      'Make the tests pass.',
      read,
      edit('a - b', 'a * b'),
      choose('Repaired'),
      read,
      edit('a * b', 'a + b'),
      choose('Repaired'),
    ),
    check: async (bench) => {
      const map = bench.map({
        Test: {
          type: 'shell',
          command: ['npm', 'test'],
          idempotent: true,
          timeout: '1m',
          as: 'tests',
          actions: {
            Green: { target: 'Done', when: 'result.exitCode == 0' },
            Red: {
              target: 'Repair',
              args: { printed: { expr: 'result.stdout' }, attempt: { expr: 'visits' } },
              limit: { max: 3, then: 'Stuck' },
            },
          },
        },
        Repair: {
          type: 'claude',
          promptTemplate: 'Make the tests pass. Attempt ${attempt}. They print:\n\n${printed}\n',
          promptParams: { printed: { type: 'string' }, attempt: { type: 'number' } },
          writes: ['anything'],
          permissionMode: 'acceptEdits',
          actions: WAYS,
        },
        Done: { type: 'end', result: 'tests.exitCode' },
        Stuck: { type: 'end', failed: true },
      });
      assert.equal((await bench.wfmap(0, 'validate', map)).stdout, 'No problems in 1 map.\n');
      const { stderr, stdout } = await bench.wfmap(0, 'run', map);
      assert.deepEqual(
        [...stderr.matchAll(/-> (\w+) /g)].map(([, action]) => action),
        ['Red', 'Repaired', 'Red', 'Repaired', 'Green'],
      );
      assert.match(stdout, /reached its end "Done" \(5 steps/);
      const directory = '.wfmap/runs/test/slip-001';
      assert.equal(assertPromptsSent(bench, directory), 2);
      const [first = '', second = ''] = Object.values(bench.prompts(directory));
      assert.match(first, /^Make the tests pass\. Attempt 1\. .*fail 1\n.* -1 !?==+ 3/s);
      assert.match(second, /^Make the tests pass\. Attempt 2\. .*fail 1\n.* 2 !?==+ 3/s);
      assert.match(bench.git('diff', '--', 'src'), /^\+ {2}return a \+ b;$/m);
      const shown = await bench.wfmap(0, 'show');
      assert.match(shown.stdout, /Green/);
      assert.match((await bench.wfmap(0, 'logs', 'test/slip-001', 'Test')).stdout, /pass 1/);
    },
  },
  {
    title: 'a gate that never passes ends where its limit leads',
    answers: turns('Try to make them pass.', choose('Repaired'), choose('Repaired')),
    check: async (bench) => {
      const map = bench.map({
        Test: {
          type: 'shell',
          command: 'npm test 2>&1 | tail -n 40; npm test >/dev/null 2>&1',
          idempotent: true,
          actions: {
            Green: { target: 'Done', when: 'result.exitCode == 0' },
            Red: { target: 'Repair', limit: { max: 2, then: 'Stuck' } },
          },
        },
        Repair: {
          type: 'claude',
          promptTemplate: 'Try to make them pass.',
          actions: WAYS,
        },
        Done: { type: 'end' },
        Stuck: { type: 'end', failed: true },
      });
      const { stdout } = await bench.wfmap(1, 'run', map);
      assert.match(stdout, /reached the failed end "Stuck" \(5 steps/);
    },
  },
];
