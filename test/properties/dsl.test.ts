import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { lex } from '../../src/parse/words/lex.ts';
import { parseDsl } from '../../src/parse/parse-dsl.ts';
import { checkShape } from '../../src/parse/decode/check-shape.ts';
import { parseJson } from '../../src/parse/tree/parse-json.ts';
import { convertMap, formatMap, isSameMap } from '../../src/print/convert.ts';
import { randomMapText } from '../helpers/random-map-text.ts';

const RUNS = Number(process.env['WFMAP_DSL_RUNS'] ?? 40);

/** Only maps of sound shape; two fields of one name, which the generator may give, are none. */
const maps = randomMapText.filter((text) => {
  const { diagnostics, report } = collect();
  const source = { name: 'a.json', text };
  const root = parseJson(source, report);
  return (
    root !== undefined &&
    checkShape(root, source, report) &&
    diagnostics.every((each) => each.severity !== 'error')
  );
});

const dslOf = (json: string): string =>
  convertMap({ name: 'a.json', text: json }, 'wfmap', () => undefined) ?? 'no map';

const laidOut = (text: string): string | undefined => formatMap({ name: 'a.wfmap', text }, () => undefined);

describe('the two forms of a map', () => {
  test('what is written in the map language is the same map', () => {
    fc.assert(
      fc.property(maps, (json) => {
        const dsl = { name: 'a.wfmap', text: dslOf(json) };
        expect(isSameMap({ name: 'a.json', text: json }, dsl), dsl.text).toBe(true);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('a printed map is laid out already, and stays so through JSON', () => {
    fc.assert(
      fc.property(maps, (json) => {
        const dsl = dslOf(json);
        expect(laidOut(dsl)).toBe(dsl);
        expect(dslOf(convertMap({ name: 'a.wfmap', text: dsl }, 'json', () => undefined) ?? '')).toBe(dsl);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('layout', () => {
  test('is the same the second time, keeps the meaning, and every comment', () => {
    fc.assert(
      fc.property(maps, fc.array(fc.nat(), { maxLength: 6 }), fc.boolean(), (json, places, isOwn) => {
        const dsl = dslOf(json);
        const text = places.reduce(
          (each, place, index) => withComment(each, place, isOwn ? `\n// c${index}\n` : ` // c${index}\n`),
          dsl,
        );
        const once = laidOut(text);
        // In the middle of a text in quotes a comment is none.
        fc.pre(once !== undefined);
        expect(laidOut(once ?? ''), once).toBe(once);
        const read = (each: string) =>
          parseDsl({ name: 'a.wfmap', text: each }, () => undefined)?.comments.map(
            (one) => one.text.split('//').length - 1,
          );
        const count = (each: string) => (read(each) ?? []).reduce((sum, one) => sum + one, 0);
        expect(count(once ?? '')).toBe(count(text));
        expect(isSameMap({ name: 'a.wfmap', text }, { name: 'a.wfmap', text: once ?? '' })).toBe(true);
        // But for comments, and the lines that they part, it is what comes back from JSON.
        const words = (each: string) => lex(each).tokens.map(({ image }) => image.replace(/\n\s*/g, '\n'));
        const back = convertMap({ name: 'a.wfmap', text }, 'json', () => undefined) ?? '';
        expect(words(once ?? '')).toEqual(words(dslOf(back)));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('reading', () => {
  test('throws nothing and ends, whatever the text, and all places lie in it', () => {
    fc.assert(
      fc.property(
        maps,
        fc.array(
          fc.tuple(
            fc.nat(),
            fc.nat(12),
            fc.constantFrom(
              '',
              '{',
              '}',
              '"',
              '"""',
              '"""\n',
              '->',
              '(',
              'when',
              ',',
              '\n',
              '=',
              ' model ',
              ' end ',
            ),
          ),
          { maxLength: 4 },
        ),
        (json, cuts) => {
          let text = dslOf(json);
          for (const [place, length, put] of cuts) {
            const at = place % (text.length + 1);
            text = text.slice(0, at) + put + text.slice(at + length);
          }
          const { diagnostics, report } = collect();
          const read = parseDsl({ name: 'a.wfmap', text }, report);
          expect(read !== undefined || diagnostics.length > 0).toBe(true);
          for (const { span } of diagnostics) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeGreaterThanOrEqual(span.start);
            expect(span.end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: RUNS * 2, endOnFailure: true },
    );
  });
});

/** Put in the place of a blank. */
function withComment(text: string, place: number, comment: string): string {
  const blanks = [...text.matchAll(/ /g)].map((each) => each.index);
  const at = blanks[place % Math.max(1, blanks.length)];
  return at === undefined ? text : text.slice(0, at) + comment + text.slice(at + 1);
}
