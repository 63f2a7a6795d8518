import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { choose, turns } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

/** Units: tokens. */
const BUDGET = 400;

/** What the API was sent by the user in the session whose prompt begins with some words. */
function sentWith(bench: Bench, words: string): string {
  const request = bench.requests().find(({ texts }) => texts.some((text) => text.startsWith(words)));
  assert.ok(request, `a request begins with "${words}"`);
  return request.texts.join('\n');
}

export const outlines: readonly Law[] = [
  {
    title: 'the outline of a prompt reaches the API, and adds no more tokens than its budget',
    answers: [...turns('Look with it.', choose('Next')), ...turns('Look without.', choose('Next'))],
    check: async (bench) => {
      const task = (promptTemplate: string, target: string, more: object = {}) => ({
        type: 'claude',
        promptTemplate,
        actions: { Next: { target } },
        ...more,
      });
      const settings = { outlineTokens: BUDGET, outlineFocus: "['test/add.test.js']" };
      const map = bench.map({
        With: task('Look with it.\n\n${outline}\n', 'Without', settings),
        Without: task('Look without.\n', 'End'),
        End: { type: 'end' },
      });
      await bench.wfmap(0, 'run', map);
      const more = sentWith(bench, 'Look with it.');
      const added = countTokens(more) - countTokens(sentWith(bench, 'Look without.'));
      bench.show(`The outline adds ${added} tokens of ${BUDGET} (o200k).`);
      assert.match(more, /# Project outline: calculator[^]*- 1 function add\(a, b\)/);
      assert.ok(added > 0 && added <= BUDGET, `${added} tokens`);
      const read = (await bench.events()).find(({ type }) => type === 'outline.read');
      assert.ok(more.includes(String(read?.data['text'])), 'the journal has what was sent');
    },
  },
];
