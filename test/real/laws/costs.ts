import assert from 'node:assert/strict';
import { choose, say, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const usage = { input_tokens: 10_000, output_tokens: 500 };
const paid = <T extends object>(answer: T): T & { usage: typeof usage } => ({ ...answer, usage });

interface Shown {
  readonly costUsd: number;
  readonly tokens: number;
  readonly executions: readonly { readonly costUsd: number }[];
}

/** What the program says a session came to, in all: its totals go on where a session is continued. */
function totalOf(bench: Bench, log: string): number {
  const lines = bench.read(log).split('\n');
  const results = lines.filter((line) => line.includes('"type":"result"'));
  return (JSON.parse(results.at(-1) ?? 'null') as { total_cost_usd: number }).total_cost_usd;
}

export const costs: readonly Law[] = [
  {
    title: 'cost and tokens are those of all requests, a continued session counted once',
    answers: [
      ...turns(
        'Cost twice.',
        paid(write('a.txt', 'x')),
        paid(say('?')),
        paid(say('?')),
        paid(choose('Done')),
      ),
      ...turns('Cost once.', paid(choose('Done'))),
    ],
    check: async (bench) => {
      const map = bench.map({
        Twice: { type: 'claude', prompt: 'Cost twice.', actions: { Done: { target: 'Once' } } },
        Once: { type: 'claude', prompt: 'Cost once.', actions: { Done: { target: 'End' } } },
        End: { type: 'end' },
      });
      const { stdout } = await bench.wfmap(0, 'run', map);
      const shown = JSON.parse((await bench.wfmap(0, 'show', '--json')).stdout) as Shown;
      const requests = bench.requests().length;
      assert.equal(requests, 5);
      assert.equal(shown.tokens, requests * 10_500);
      const folder = '.wfmap/runs/test/slip-001';
      const twice = totalOf(bench, `${folder}/task-001-twice.log`);
      const once = totalOf(bench, `${folder}/task-002-once.log`);
      assert.ok(once > 0 && Math.abs(twice - 4 * once) < 1e-9, `${twice} is four times ${once}`);
      assert.ok(Math.abs(shown.costUsd - twice - once) < 1e-9, `${shown.costUsd} is ${twice} and ${once}`);
      assert.ok(stdout.includes(`$${(5 * once).toFixed(2)}`));
      assert.ok(Math.abs((shown.executions[0]?.costUsd ?? 0) - twice) < 1e-9);
    },
  },
  {
    title: 'a limit of cost pauses the run with 5, and a raised one goes on',
    answers: [
      ...turns('Spend first.', paid(choose('Done')), paid(choose('Done'))),
      ...turns('Spend second.', paid(choose('Done'))),
    ],
    check: async (bench) => {
      const map = bench.map({
        First: { type: 'claude', prompt: 'Spend first.', actions: { Done: { target: 'Second' } } },
        Second: { type: 'claude', prompt: 'Spend second.', actions: { Done: { target: 'End' } } },
        End: { type: 'end' },
      });
      const { stdout } = await bench.wfmap(5, 'run', map, '--max-cost=0.001');
      assert.match(stdout, /cost limit/);
      await bench.wfmap(0, 'resume', '--max-cost=+5');
    },
  },
];
