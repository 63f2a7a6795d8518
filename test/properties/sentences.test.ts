import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

import { describe, expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { parseDsl } from '../../src/parse/parse-dsl.ts';
import { Mistake, KEYWORDS } from '../../src/parse/words/words.ts';
import { parse } from '../../src/parse/parse.ts';
import { mapGrammar, mapLexicon, mapWords, reachInMap } from '../helpers/ebnf-of-map.ts';
import { EbnfSentences } from '../helpers/ebnf-sentences.ts';
import { isAmbiguous, spell } from '../helpers/ebnf-spell.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { readCorpus } from './mutants-corpus.ts';
import { mutate } from './mutants-mutate.ts';
import { tries } from '../helpers/tries.ts';

const RUNS = Number(process.env['WFMAP_SENTENCES'] ?? tries(400, 100));

/** Half of them are tasks, which are most of the grammar. Shape: undefined where a parser may read it in two ways. */
function sentenceOf(sentences: EbnfSentences, seed: number): string | undefined {
  const random = new SeededRandom(seed);
  const isWhole = random.oneIn(2);
  const terms = isWhole
    ? sentences.derive('map', random)
    : ['task', 'end', 'task'].flatMap((start) => sentences.derive(start, random));
  return isAmbiguous(terms) ? undefined : `${isWhole ? '' : 'map "m"\n'}${spell(terms, random)}`;
}

/** That a name stands twice is no matter of syntax. */
function faultsOf(text: string): readonly string[] {
  const { diagnostics, report } = collect();
  parseDsl({ name: 'a.wfmap', text }, report);
  return diagnostics.filter(({ code }) => code !== 'duplicate-key').map(({ message }) => message);
}

/** Whether a text is a map, with nothing to be told about it. */
function isMap(text: string): boolean {
  const { diagnostics, report } = collect();
  return parse({ name: 'a.wfmap', text }, report) !== undefined && diagnostics.length === 0;
}

describe('a sentence of the reference grammar', () => {
  test('parses without a fault', () => {
    const sentences = new EbnfSentences(mapGrammar, mapLexicon);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = sentenceOf(sentences, seed);
        fc.pre(text !== undefined);
        expect(faultsOf(text), text).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('may have the word for an agent at the begin of a line of an expression, beside a task without a name', () => {
    expect(
      faultsOf('map "m"\nshell A "x"\n  command "true"\n  -> "" when plan .\nagent["a"] == 1\n'),
    ).toEqual([]);
  });

  test('goes every way of every production within some of them', () => {
    const sentences = new EbnfSentences(mapGrammar, mapLexicon);
    for (let seed = 0; seed < 3000 && (seed < 10 || sentences.untaken().length > 0); seed += 1)
      sentenceOf(sentences, seed);
    expect(sentences.untaken()).toEqual([]);
  });
});

describe('a map that parses with nothing told', () => {
  test('is a sentence of the reference grammar, shipped or changed at random', () => {
    const { whole, dsl } = readCorpus();
    const sources = [...whole.filter(({ name }) => name === 'map.wfmap'), ...dsl];
    const changed = Array.from({ length: RUNS }, (_, seed) =>
      mutate({ whole: dsl, json: dsl, dsl }, new SeededRandom(seed)),
    );
    const maps = [...sources, ...changed].map(({ text }) => text).filter(isMap);
    expect(maps.length).toBeGreaterThan(RUNS / 10);
    for (const text of maps) {
      const reach = reachInMap(text);
      expect(reach, `${text.slice(0, reach)}<<here>>${text.slice(reach)}`).toBe(text.length);
    }
  });

  test.each([
    ['braces around a task', 'map "m"\nclaude X {\n  prompt "x"\n}'],
    ['a word of the first edition', 'map "m"\nabout "x"'],
    ['a word of the language in a name of several', 'map "m"\nclaude Plan when\nprompt "x"'],
    ['a situation of nothing', 'map "m"\nproperty p: always'],
  ])('has not %s', (_, text) => {
    expect(reachInMap(text)).toBeLessThan(text.length);
    expect(isMap(text)).toBe(false);
  });
});

/** Rules that are a part of a production that is not their own; those of none are read to be refused. */
const PARTS: Readonly<Record<string, string>> = {
  'map item': 'folder inputField limits wall defaults artifacts property start',
  'task item':
    'pathClause textClause param output command assignment bindings each expressionClause join workspace inner ' +
    'visits onError',
  setting: 'retry session reminder flag',
  'action part': 'args bound',
  operand: 'grouped',
  artifact: 'labels artifactFile',
  binding: 'boundNames',
  '': 'about mistake',
};
/** Productions that are a part of a rule that is not their own. */
const INLINE = ['assigned', 'defined', 'input', 'letters', 'prefix'];

describe('the reference grammar and the parser', () => {
  const parser = new URL('../../src/parse/', import.meta.url);
  const code = ['grammar', 'words'].flatMap((room) =>
    readdirSync(new URL(room, parser)).map((file) =>
      readFileSync(new URL(`${room}/${file}`, parser), 'utf8'),
    ),
  );
  const rules = code.flatMap((text) =>
    [...text.matchAll(/this\.RULE\('(\w+)'/g)].map(([, rule = '']) => rule),
  );
  const tokens = code.flatMap((text) =>
    [...text.matchAll(/(?:name: |none\(|category\()'(\w+)'/g)].map(
      ([, name = '']) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`,
    ),
  );
  const productions = [...mapGrammar.productions.keys(), ...mapGrammar.prose].map((name) =>
    name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
  );

  test('have the same words, but for those that are read to be refused', () => {
    const words = [...KEYWORDS].filter(([, token]) => !token.CATEGORIES?.includes(Mistake));
    expect(words.map(([word]) => word).toSorted()).toEqual(mapWords);
  });

  test('have a rule, or a token, for each production', () => {
    const unread = productions.filter((name) => ![...rules, ...tokens].includes(name));
    expect(unread.toSorted()).toEqual(INLINE);
  });

  test('have a production for each rule, or one that it is a part of', () => {
    const parts = Object.values(PARTS).flatMap((names) => names.split(' '));
    expect(rules.filter((rule) => !productions.includes(rule)).toSorted()).toEqual(parts.toSorted());
    expect(Object.keys(PARTS).filter((name) => name !== '' && !mapGrammar.productions.has(name))).toEqual([]);
  });

  test('have texts for everything that is described in words, and for nothing else', () => {
    expect([...mapGrammar.prose].toSorted()).toEqual([...mapLexicon.keys()].toSorted());
  });
});
