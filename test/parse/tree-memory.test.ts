import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import type { Report } from '../../src/diagnostics/diagnostic.ts';
import { checkShape } from '../../src/parse/decode/check-shape.ts';
import type { JsonNode } from '../../src/parse/tree/json-node.ts';
import { parseTree } from '../../src/parse/parse.ts';
import { TreeMemory } from '../../src/parse/tree-memory.ts';
import { convertMap } from '../../src/print/convert.ts';
import type { Source } from '../../src/text/source.ts';
import { FIXTURE_MAPS, mapOf } from '../helpers/maps.ts';

const RUNS = Number(process.env['WFMAP_DSL_RUNS'] ?? 40);

interface Outcome {
  readonly root: JsonNode | undefined;
  readonly told: readonly unknown[];
}

function outcomeOf(read: (report: Report) => JsonNode | undefined): Outcome {
  const { diagnostics, report } = collect();
  const root = read(report);
  return { root, told: diagnostics.map(({ code, span: { start, end } }) => [code, start, end]) };
}

function readWhole(source: Source): Outcome {
  return outcomeOf((report) => {
    const root = parseTree(source, report);
    return root && checkShape(root, source, report) ? root : undefined;
  });
}

/** Maps in both forms, several tasks each. */
const maps: readonly Source[] = FIXTURE_MAPS.flatMap((text) => {
  const words = convertMap({ name: 'a.json', text }, 'wfmap', () => undefined);
  return words === undefined
    ? []
    : [
        { name: 'a.json', text },
        { name: 'a.wfmap', text: words },
      ];
});
const pieces = fc.constantFrom(
  '',
  ' ',
  'x',
  'X Y',
  '"',
  '"a"',
  '"""',
  '//',
  '/',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ':',
  '=',
  '->',
  '\n',
  '\r\n',

  'claude',
  'end',
  'end Z\n',
  '\nend Z\n',
  'branch a {',
  'when',
  'at most 3 then',
  'template ',
  'templates a',
  '-> A',

  'property x: never A\n',
  '"b": 1,',
  '"type": "end"',
  '{"type": "end"}',
  ', "Z": {"type": "end"}',
  '\\',
  '\u2028',
  '𝒳',
);
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 30 }),
  piece: pieces,
});

describe('a map that changes', () => {
  test('is read as its whole text is, after any edits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...maps),
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        ({ name, text }, edits) => {
          const memory = new TreeMemory();
          let changed = text;
          memory.read({ name, text }, parseTree, () => undefined);
          for (const { at, length, piece } of edits) {
            const start = Math.floor(at * changed.length);
            const next = changed.slice(0, start) + piece + changed.slice(start + length);
            const source = { name, text: next };
            expect(outcomeOf((report) => memory.read(source, parseTree, report))).toEqual(readWhole(source));
            // An author mends what has a fault before going on.
            if (readWhole(source).root) changed = next;
          }
        },
      ),
      { numRuns: 5 * RUNS },
    );
  }, 120_000);

  test.each(['json', 'wfmap'] as const)('has only the task read again that is another: .%s', (form) => {
    const json = mapOf(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`T${n}`, taskOf(n)])));
    const text = convertMap({ name: 'a.json', text: json }, form, () => undefined) ?? '';
    const name = `a.${form}`;
    const memory = new TreeMemory();
    memory.read({ name, text }, parseTree, () => undefined);
    const sizes: number[] = [];
    const reading = (source: Source, report: Report): JsonNode | undefined => {
      sizes.push(source.text.length);
      return parseTree(source, report);
    };
    for (const word of ['one', 'another', 'a third']) {
      memory.read({ name, text: text.replace('part 15', word) }, reading, () => undefined);
    }
    expect(sizes).toHaveLength(6);
    expect(Math.max(...sizes)).toBeLessThan(text.length / 4);
  });
});

function taskOf(n: number): object {
  const actions = { Next: { target: `T${Math.min(n + 1, 29)}`, choose: 'it is done' } };
  return { type: 'claude', prompt: `Do part ${n} of the whole work, as it was planned.`, actions };
}
