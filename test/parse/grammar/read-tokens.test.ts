import { expect, test } from 'vitest';
import { lex } from '../../../src/parse/words/lex.ts';
import { readTokens } from '../../../src/parse/grammar/read-tokens.ts';

const faultsOf = (text: string) => readTokens(lex(text).tokens, 'map').faults.length;

test('after hundreds of faults no more are looked for, and the next text is read from its beginning', () => {
  const words = Array.from({ length: 5000 }, (_, index) => `A${index} -> B at most C`).join('\n');
  const faults = faultsOf(`map "m"\nclaude X\n${words}`);
  expect(faults).toBeGreaterThan(100);
  expect(faults).toBeLessThan(1000);
  expect(faultsOf('map "m"\nclaude X\nprompt "x"\n-> Done\nend Done')).toBe(0);
});

test('a claim may begin with a task called like a word of the language', () => {
  const text = (claim: string) => `map "m"\nproperty "p": ${claim}\nend at`;
  expect(faultsOf(text('at precedes at'))).toBe(0);
  expect(faultsOf(text('at most 3 times at'))).toBe(0);
  expect(faultsOf(text('at most at'))).toBeGreaterThan(0);
});
