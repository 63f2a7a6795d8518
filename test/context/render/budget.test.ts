import { getTokenizer } from '@anthropic-ai/tokenizer';
import fc from 'fast-check';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, test } from 'vitest';
import type { Outline } from '../../../src/context/project/outline.ts';
import { estimateTokens } from '../../../src/context/render/estimate-tokens.ts';
import { renderOutline } from '../../../src/context/render/render-outline.ts';
import { tries } from '../../helpers/tries.ts';

const claude = getTokenizer();
afterAll(() => {
  claude.free();
});
function countClaude(text: string): number {
  return claude.encode(text.normalize('NFKC'), 'all').length;
}

const WORDS = (
  'get set read write parse print user order index file list value name type error state event task agent journal config render ' +
  'Handler Service Manager Factory Request Response Buffer Stream Token Node Tree Graph Layout Widget Session Cache xml http sql io'
).split(' ');
const camel = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) =>
    words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
  );
const snake = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join('_'));
/** Names as people write them, and as nobody does. */
const name = fc.oneof(
  { weight: 6, arbitrary: camel },
  { weight: 4, arbitrary: snake },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '漢字仮名',
      '🎉🎉🎉',
      'xqzjkvwbnm',
      '----====',
      '\u001b[31m',
      'a\nb',
      '`#<!--',
    ),
  },
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const folder = fc.record({ path: path.map((each) => `${each}/`), files: fc.nat(5_000) });
const symbol = fc
  .record({
    path,
    name,
    within: fc.oneof(fc.constant(''), name),
    line: fc.nat(9_999),
    usedBy: fc.nat(500),
    types: fc.array(name, { maxLength: 6 }),
  })
  .map(({ types, ...each }) => ({
    ...each,
    kind: 'function' as const,
    rank: each.usedBy,
    signature: `function ${each.name}(${types.map((type) => `${type}: ${type}`).join(', ')})`,
  }));
/** With all that lead to them, those near the root first, as a project has them. */
const folders = fc.array(path, { maxLength: 30, size: 'max' }).map((paths) => {
  const all = paths.flatMap((each) => {
    const parts = each.split('/').filter((part) => part !== '');
    return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
  });
  const depth = (each: string): number => each.split('/').length;
  return [...new Set(all)]
    .toSorted((a, b) => depth(a) - depth(b))
    .map((each, at) => ({ path: each, files: at }));
});
const many = <T>(of: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(of, { maxLength, size: 'max' });
const outline: fc.Arbitrary<Outline> = fc.record({
  name,
  stacks: many(fc.record({ name, from: fc.array(name, { maxLength: 4 }), files: fc.nat(900) }), 6),
  commands: many(fc.record({ command: name, from: name }), 30),
  keyFiles: many(path, 20),
  modules: many(folder, 30),
  folders,
  symbols: many(symbol, 120),
  health: fc.option(
    fc.record({
      completed: fc.nat(99),
      failed: fc.nat(99),
      open: fc.nat(9),
      costUsd: fc.double({ min: 0, max: 999, noNaN: true }),
      failing: fc.array(fc.record({ task: name, times: fc.nat(9) }), { maxLength: 3 }),
    }),
    { nil: undefined },
  ),
  notes: many(name, 3),
});

describe('an outline and its budget', () => {
  test('random outlines take no more than their budgets by the estimate and by two tokenizers', () => {
    fc.assert(
      fc.property(outline, fc.integer({ min: 100, max: 4_000 }), (each, budget) => {
        const { text, tokens } = renderOutline(each, budget);
        expect(tokens).toBe(estimateTokens(text));
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(countO200k(text)).toBeLessThanOrEqual(budget);
        expect(countClaude(text)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: tries(2_000, 250) },
    );
  });

  test('random outlines with more to say use 85 % of budgets from 200', () => {
    let cut = 0;
    fc.assert(
      fc.property(outline, fc.integer({ min: 200, max: 4_000 }), (each, budget) => {
        const { tokens, leftOut } = renderOutline(each, budget);
        if (Object.values(leftOut).every((count) => count === 0)) return;
        cut += 1;
        expect(tokens).toBeGreaterThanOrEqual(budget * 0.85);
      }),
      { numRuns: tries(2_000, 250) },
    );
    expect(cut).toBeGreaterThan(tries(1_000, 125));
  });

  test('what is shown and what is left out are all there is, and the text says how much that is', () => {
    fc.assert(
      fc.property(outline, fc.integer({ min: 100, max: 2_000 }), (each, budget) => {
        const { text, shown, leftOut } = renderOutline(each, budget);
        expect(shown.symbols.length + leftOut.symbols).toBe(each.symbols.length);
        expect(shown.commands.length + leftOut.commands).toBe(each.commands.length);
        if (leftOut.symbols > 1) expect(text).toContain(`${leftOut.symbols} symbols`);
      }),
      { numRuns: 300 },
    );
  });

  test('an outline of every budget shows the most important symbols, up to what fits at its end', () => {
    fc.assert(
      fc.property(outline, fc.integer({ min: 100, max: 2_000 }), (each, budget) => {
        const { shown } = renderOutline(each, budget);
        expect(shown.symbols).toEqual(shown.symbols.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  test('no name of a project begins a line, a heading or an order to the terminal', () => {
    fc.assert(
      fc.property(outline, (each) => {
        const { text } = renderOutline(each, 3_000);
        // oxlint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
        const headings = text.split('\n').filter((line) => /^ *(?:#|>|```|---|<)/.test(line));
        expect(headings.filter((line) => !/^(?:# Project outline|## [A-Z])/.test(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
