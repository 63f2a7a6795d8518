import assert from 'node:assert/strict';
import { choose, turns } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

/** The texts of the model's history that begin with a prompt of the map, request by request. */
function historiesOf(bench: Bench): readonly (readonly string[])[] {
  return bench
    .requests()
    .map(({ texts }) => texts.flatMap((text) => /^(?:Plan|Build|Review|Polish)\w*\b/.exec(text)?.[0] ?? []));
}

export const sessions: readonly Law[] = [
  {
    title: 'a task goes on in the session of another, in its own, or in a copy that stays apart',
    answers: turns('', ...Array.from({ length: 7 }, () => ({ ...choose('Next'), prompt: 'number 4711' }))),
    check: async (bench) => {
      const next = (target: string): object => ({ Next: { target } });
      const map = bench.map({
        Plan: { type: 'claude', promptTemplate: 'Plan with the number 4711.', actions: next('Build') },
        Build: {
          type: 'claude',
          promptTemplate: 'Build${visits} with the number.',
          session: { of: 'Plan' },
          actions: next('Review'),
        },
        Review: {
          type: 'claude',
          promptTemplate: 'Review apart.',
          session: { fork: 'Plan' },
          actions: { Next: { target: 'Build', limit: { max: 1, then: 'Polish' } } },
        },
        Polish: {
          type: 'claude',
          promptTemplate: 'Polish${visits} the number 4711.',
          session: 'continue',
          actions: { Next: { target: 'Polish', limit: { max: 1, then: 'End' } } },
        },
        End: { type: 'end' },
      });
      await bench.wfmap(0, 'run', map);
      assert.deepEqual(historiesOf(bench), [
        ['Plan'],
        ['Plan', 'Build1'],
        ['Plan', 'Build1', 'Review'],
        ['Plan', 'Build1', 'Build2'],
        ['Plan', 'Build1', 'Build2', 'Review'],
        ['Polish1'],
        ['Polish1', 'Polish2'],
      ]);
      await bench.wfmap(0, 'show');
    },
  },
];
