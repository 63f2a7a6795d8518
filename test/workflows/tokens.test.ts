import { expect, test } from 'vitest';
import { countMaps, shareOf } from '../helpers/count-tokens.ts';

const WORKFLOWS = `${import.meta.dirname}/../../workflows`;

// Of the JSON of the shipped maps 35 % are texts, names, commands and expressions, which cost the same in both forms;
// FORMAT's 45 % is held by maps with less prose in them. See bench/tokens.ts.
test.each([
  ['the patterns that a new map begins as', 'patterns/*.wfmap', 0.45],
  ['the shipped maps', '{*,parts/*}.wfmap', 0.475],
])('%s take few of the tokens of their JSON with 2-space indentation: %s, at most %d', (_, pattern, most) => {
  const counts = countMaps(WORKFLOWS, pattern);
  expect(counts.length).toBeGreaterThan(5);
  expect(shareOf(counts)).toBeLessThan(most);
});
