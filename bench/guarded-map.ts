import '../src/framework/install-functions.ts';
import { check } from '../src/check/check.ts';
import { exponentOf, interleave, median, text, timed, type Measure } from './measure.ts';

const [SMALL, LARGE] = [1000, 10_000];
const ROUNDS = 3;

/** A large map in which the engine chooses: typed results, bound names and guards at every task. */
export const guardedMap: Measure = {
  name: 'guarded-map',
  run: async () => {
    const [small, large] = [guardedChain(SMALL), guardedChain(LARGE)];
    const pair = await interleave(
      ROUNDS,
      () => timed(() => checkText(large)),
      () => timed(() => checkText(small)),
    );
    const [ms, smallMs] = [median(pair.ours), median(pair.limit)];
    return [
      {
        name: '10,000 guarded tasks: parse + validate',
        value: ms,
        unit: 'ms',
        limit: 5000,
        min: Math.min(...pair.ours),
        max: Math.max(...pair.ours),
        detail: `${text(large.length / 2 ** 20)} MiB; ${text((1000 * ms) / LARGE, 0)} µs a task with two guards and a typed result`,
      },
      {
        name: 'growth from 1,000 to 10,000 guarded tasks',
        value: exponentOf({ size: SMALL, ms: smallMs }, { size: LARGE, ms }),
        unit: '',
        limit: 1.2,
        detail: `exponent; 1,000 tasks take ${text(smallMs)} ms`,
      },
    ];
  },
};

function guardedChain(tasks: number): string {
  const definitions = Array.from({ length: tasks }, (_, n) => [
    `Task ${n}`,
    {
      type: 'claude',
      prompt: `Do part ${n}.`,
      as: `review${n % 50}`,
      output: { schema: reviewOf(n) },
      actions: {
        Next: { target: n + 1 < tasks ? `Task ${n + 1}` : 'End', when: 'result.ok && result.score >= 5' },
        Again: { target: `Task ${n}`, when: 'visits < 3 && !result.ok' },
        Back: { target: 'Task 0' },
      },
    },
  ]);
  const map = {
    description: 'Many tasks whose guards choose',
    startTaskDefinition: 'Task 0',
    taskDefinitions: Object.fromEntries([...definitions, ['End', { type: 'end' }]]),
  };
  return JSON.stringify(map, undefined, 2);
}

/** A hundred different schemas, as of a map whose parts share them. */
function reviewOf(n: number): object {
  return {
    type: 'object',
    properties: { ok: { type: 'boolean' }, score: { type: 'integer', maximum: 10 + (n % 100) } },
    required: ['ok', 'score'],
  };
}

function checkText(map: string): void {
  const { diagnostics } = check({ name: 'map.json', text: map }, () => ({ kind: 'missing', lookedIn: [] }));
  const [first] = diagnostics;
  if (first) throw new Error(`The map has a fault: ${first.message}`);
}
