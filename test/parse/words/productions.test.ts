/** What is said about the rules of the grammar: it is in the reference grammar, and the examples follow it. */
import { describe, expect, test } from 'vitest';
import { MapGrammar } from '../../../src/parse/grammar/map-grammar.ts';
import { WordsExpected } from '../../../src/parse/words/expected.ts';
import { PRODUCTIONS } from '../../../src/parse/words/productions.ts';
import { reachInMap, rulesWith } from '../../helpers/ebnf-of-map.ts';

const rows = Object.entries(PRODUCTIONS);
/** Rules for what is written by mistake. */
const MISTAKES = ['about', 'mistake'];
/** Long lists of clauses, whose words are named instead. */
const LISTS = ['blockItem', 'mapItem', 'setting', 'taskItem'];

test('each rule of the parser has its entry', () => {
  const rules = Object.keys(new MapGrammar(new WordsExpected()).getGAstProductions());
  expect([...Object.keys(PRODUCTIONS), ...MISTAKES].toSorted()).toEqual(rules.toSorted());
});

describe('the rule that is shown stands in the reference grammar', () => {
  test.each(rows.filter(([rule]) => !LISTS.includes(rule)))('%s', (_, { written = '' }) => {
    expect(rulesWith(written)).not.toEqual([]);
  });
});

test('the rules without one are lists of clauses', () => {
  const without = rows.filter(([, { written }]) => written === undefined).map(([rule]) => rule);
  expect(without.toSorted()).toEqual(LISTS);
});

describe('the example follows the rule', () => {
  test.each(rows)('%s', (rule, { written, example }) => {
    const start = LISTS.includes(rule) ? rule.replace('Item', ' item') : (written ?? '');
    expect(reachInMap(example, start), example).toBe(example.length);
    expect(reachInMap(`${example} }`, start)).toBeLessThan(`${example} }`.length);
  });
});
