import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEYWORDS } from '../../src/parse/words/words.ts';
import { convertMap } from '../../src/print/convert.ts';
import { randomMapText } from '../helpers/random-map-text.ts';
import { partsOf, type Part } from './parts-of.ts';
import { readGrammar, scopesOf } from './read-grammar.ts';

const ROOT = `${import.meta.dirname}/../..`;
const MAPS = globSync('workflows/**/*.wfmap', { cwd: ROOT }).toSorted();
const grammar = await readGrammar();
const RUNS = Number(process.env['WFMAP_DSL_RUNS'] ?? 40);

/** The scope that each part has at least, wherever it stands. */
const SCOPES: Readonly<Record<Part['kind'], RegExp>> = {
  comment: /\bcomment\.line\b/,
  text: /\bstring\b/,
  path: /\bstring\b/,
  name: /\bentity\.name\b/,
  keyword: /\bkeyword\b/,
  literal: /\bconstant\.language\b/,
  number: /\bconstant\.numeric\b/,
  arrow: /\bkeyword\.operator\b/,
  // A word of the language that is a name of a value is not coloured as one.
  word: /^(?!.*\bkeyword\b)/,
};

/** The parts that are coloured as something else, each with what it is coloured as. */
function miscoloured(text: string): readonly string[] {
  const scopes = scopesOf(grammar, text);
  return partsOf(text).flatMap(({ kind, image, start, end }) => {
    for (let at = start; at < end; at += 1) {
      if (/\s/.test(text[at] ?? '') || SCOPES[kind].test(scopes[at] ?? '')) continue;
      return [`${kind} ${image.slice(0, 60)} in "${lineOf(text, start)}": ${scopes[at] ?? ''}`];
    }
    return [];
  });
}

const isMap = (text: string): boolean =>
  convertMap({ name: 'a.wfmap', text }, 'json', () => undefined) !== undefined;

const lineOf = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] ?? '';

describe('the grammar for editors', () => {
  test('colours every word of the language, and no other, as one', () => {
    const words = [...KEYWORDS.keys(), 'word', 'keys', 'ma', 'mapper'];
    const coloured = words.filter((word) =>
      /\b(?:keyword|constant\.language)\b/.test(scopesOf(grammar, `${word} `)[0] ?? ''),
    );
    expect(coloured).toEqual([...KEYWORDS.keys()]);
  });

  test('there are maps', () => {
    expect(MAPS.length).toBeGreaterThan(15);
  });

  test.each(MAPS)('colours %s as the parser reads it', (map) => {
    expect(miscoloured(readFileSync(`${ROOT}/${map}`, 'utf8'))).toEqual([]);
  });
});

test.each([
  'extra { setup: ["""say "a" first""", """=second"""] }',
  'artifacts\n  recipes Review """say "first" second""", Build """a "b" c"""',
])('texts in triple quotes on one line are texts each: %s', (lines) => {
  const text = `map "x"\n\n${lines}\n`;
  const parts = partsOf(text).filter(({ kind }) => kind === 'text');
  expect([parts.length, miscoloured(text)]).toEqual([3, []]);
});

describe('whatever a map holds', () => {
  test('its texts are coloured as texts, and what follows them is not', () => {
    fc.assert(
      fc.property(randomMapText, (json) => {
        const text = convertMap({ name: 'a.json', text: json }, 'wfmap', () => undefined);
        fc.pre(text !== undefined && isMap(text));
        const parts = miscoloured(`${text}\n// the end`).filter((each) => /^(?:text|comment)/.test(each));
        expect(parts, text).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
