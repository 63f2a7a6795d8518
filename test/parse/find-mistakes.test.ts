import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { lex } from '../../src/parse/words/lex.ts';
import { parseDsl } from '../../src/parse/parse-dsl.ts';
import { mistakesOf } from '../../src/parse/recovery/report-syntax.ts';
import { insideValues } from '../../src/parse/recovery/inside-values.ts';
import { lineAt } from '../../src/parse/recovery/line.ts';
import { readMistake } from '../helpers/mistake.ts';

const ROOT = `${import.meta.dirname}/../..`;
const maps = [
  ...globSync(`${ROOT}/{workflows,test/fixtures/ok}/**/*.wfmap`).map((file) => readFileSync(file, 'utf8')),
  ...globSync(`${ROOT}/test/fixtures/mistakes/**/*.txt`).map((file) => readMistake(file).meant),
].filter((text) => {
  const { diagnostics, report } = collect();
  parseDsl({ name: 'map.wfmap', text }, report);
  return diagnostics.length === 0;
});

/** What would be told of a line that only stands beside a fault. */
function foundIn(text: string): readonly string[] {
  const source = { name: 'map.wfmap', text };
  const { tokens } = lex(text);
  const isIn = insideValues(tokens);
  const starts = new Set(tokens.map(({ startOffset }) => text.lastIndexOf('\n', startOffset - 1) + 1));
  return [...starts].flatMap((start) => {
    const line = lineAt(source, tokens, start);
    if (!line) return [];
    const isInside = isIn(start);
    const found = mistakesOf(isInside).flatMap((find) => find({ ...line, isInside, missed: [] }) ?? []);
    return found.map(({ expected, word }) => `${line.text}: ${expected ?? word ?? ''}`);
  });
}

test('no line of a map without faults is taken for a mistake', () => {
  expect(maps.length).toBeGreaterThan(100);
  expect(maps.flatMap(foundIn)).toEqual([]);
});
