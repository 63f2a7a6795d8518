import { expect, test } from 'vitest';
import { countMaps, shareOf } from '../helpers/count-tokens.ts';

const WORKFLOWS = `${import.meta.dirname}/../../workflows`;

// Of the JSON of the maps in workflows/ itself 35 % are texts, names, commands and expressions, which cost the same in both
// forms, and grow with what a map asks and tells: they are a little over what all that ships is held to. Of
// `release` and `signal-loop` they are most, since these are made of scripts: they say little of the language. See bench/tokens.ts.
test.each([
  ['all maps that ship', '{!(release|signal-loop),parts/*,patterns/*}.wfmap', 0.5],
  ['the patterns that a new map begins as', 'patterns/*.wfmap', 0.38],
  ['the maps of the MAP framework', '{!(release|signal-loop),parts/*}.wfmap', 0.51],
])('%s take few of the tokens of their JSON with 2-space indentation: %s, at most %d', (_, pattern, most) => {
  const counts = countMaps(WORKFLOWS, pattern);
  expect(counts.length).toBeGreaterThan(5);
  expect(shareOf(counts)).toBeLessThan(most);
});
