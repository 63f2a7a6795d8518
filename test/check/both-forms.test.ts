import { globSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { convertMap, isSameMap } from '../../src/print/convert.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import type { Source } from '../../src/text/source.ts';
import { fixtureText } from '../helpers/fixture-text.ts';

const ERRORS = `${import.meta.dirname}/../fixtures/err`;

interface Pair {
  readonly json: Source;
  readonly dsl: Source;
  readonly folder: string;
}

/** The fixtures that have another form: whose syntax and shape are sound. */
async function readPairs(): Promise<ReadonlyMap<string, Pair>> {
  const pairs = new Map<string, Pair>();
  for (const file of globSync(`${ERRORS}/*/*.json`).toSorted()) {
    // Their rings of maps go through the JSON file.
    if (basename(dirname(file)) === 'recursive-map') continue;
    const json = { name: basename(file), text: await fixtureText(file) };
    const text = convertMap(json, 'wfmap', () => undefined);
    const dsl = { name: json.name.replace('.json', '.wfmap'), text: text ?? '' };
    if (text !== undefined) pairs.set(relative(ERRORS, file), { json, dsl, folder: dirname(file) });
  }
  return pairs;
}

const pairs = await readPairs();

test('most fixtures of bad maps have another form', () => {
  expect(pairs.size).toBeGreaterThan(200);
});

describe('the map language is told what the JSON form is told, and its fixes mean the same', () => {
  test.each([...pairs])('%s', (_, { json, dsl, folder }) => {
    const [ofJson, ofDsl] = [diagnose(json, folder), diagnose(dsl, folder)];
    expect(ofDsl.map(said).toSorted()).toEqual(ofJson.map(inWords).toSorted());
    for (const { span } of ofDsl.filter((each) => each.span.source === dsl)) {
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(dsl.text.length);
    }
    const [mended, mendedDsl] = [fixed(json, ofJson), fixed(dsl, ofDsl)];
    if (isSameMap(json, json) && isSameMap(mended, mended)) {
      expect(isSameMap(mended, mendedDsl), `${mended.text}\n${mendedDsl.text}`).toBe(true);
    }
  });
});

const said = ({ code, message, severity, span }: Diagnostic) =>
  `${severity} ${code}: ${message} ${span.source.name.replace(/\.(?:json|wfmap)$/, '')}`;

/** What is said of the JSON form, with what the map language calls the field of a task that does not belong there. */
const inWords = (diagnostic: Diagnostic) => {
  const { code } = diagnostic;
  if (!['ineffective-field', 'several-prompts', 'prompt-on-end'].includes(code)) return said(diagnostic);
  return said(diagnostic).replaceAll(
    /"(\w+)"(?= (?:of|and|has)\b|\.)/gu,
    (_, field: string) => `"${WORDS[field] ?? field}"`,
  );
};
/** Written out here, so that a wrong word of the product fails. */
const WORDS: Readonly<Record<string, string>> = {
  branches: 'branch',
  maxVisits: 'visits',
  onError: 'on error ->',
  promptParams: 'param',
  result: '=',
  set: 'name = …',
};

function fixed(source: Source, diagnostics: readonly Diagnostic[]): Source {
  return { name: source.name, text: applyFixes(source, diagnostics, () => true) };
}

function diagnose(source: Source, folder: string): readonly Diagnostic[] {
  const lookUp = templateReader({ workRoot: folder, mapRoot: folder, nameFrom: folder });
  const { diagnostics } = check(source, lookUp);
  return diagnostics.toSorted((a, b) => (said(a) < said(b) ? -1 : 1));
}
