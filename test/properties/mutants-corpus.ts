import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Source } from '../../src/text/source.ts';
import { mapGrammar, mapLexicon } from '../helpers/ebnf-of-map.ts';
import { EbnfSentences } from '../helpers/ebnf-sentences.ts';
import { spell } from '../helpers/ebnf-spell.ts';
import { randomMapText } from '../helpers/random-map-text.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { convertMap } from '../../src/print/convert.ts';

const ROOT = `${import.meta.dirname}/../..`;

export type Sources = readonly [Source, ...Source[]];

/** Texts to begin with: few whole maps, since small ones cost a tenth; the map language apart from JSON. */
export interface Corpus {
  readonly whole: Sources;
  readonly dsl: Sources;
  readonly json: Sources;
}

/** Units: characters. */
const MAX_SMALL = 2000;

/** The shipped maps, the fixtures of every diagnostic, sentences of the grammar and random maps, in both forms. */
export function readCorpus(): Corpus {
  const shipped = read(`${ROOT}/workflows`);
  const fixtures = [...read(`${ROOT}/test/fixtures`), ...randomMaps(100)];
  const small = [...fixtures, ...fixtures.flatMap(inDsl), ...piecesOf(shipped), ...sentences(120)].filter(
    ({ text }) => text.length < MAX_SMALL,
  );
  return {
    whole: filled(shipped),
    dsl: filled(small.filter(({ name }) => name === 'map.wfmap')),
    json: filled(small.filter(({ name }) => name === 'map.json')),
  };
}

/** Errors: throws where there is none: nothing would be tested. */
function filled(sources: readonly Source[]): Sources {
  const [first, ...others] = sources;
  if (!first) throw new Error('There are no texts to change.');
  return [first, ...others];
}

function read(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:wfmap|json)$/.test(file))
    .toSorted()
    .map((file) => ({
      name: `map${file.slice(file.lastIndexOf('.'))}`,
      text: readFileSync(`${folder}/${file}`, 'utf8'),
    }));
}

/** The head of a map with a few of its paragraphs. */
function piecesOf(maps: readonly Source[]): readonly Source[] {
  return maps
    .filter(({ name }) => name.endsWith('.wfmap'))
    .flatMap(({ name, text }) => {
      const [head = '', ...others] = text.split(
        /\n(?=(?:claude|shell|human|decide|parallel|foreach|workflow|end) )/,
      );
      return others.map((_, at) => ({ name, text: `${head}\n${others.slice(at, at + 2).join('\n')}` }));
    });
}

function sentences(count: number): readonly Source[] {
  const all = new EbnfSentences(mapGrammar, mapLexicon);
  return Array.from({ length: count }, (_, seed) => {
    const random = new SeededRandom(seed);
    const [head, start] = seed % 2 === 0 ? ['', 'map'] : ['map "m"\n', 'task'];
    return { name: 'map.wfmap', text: head + spell(all.derive(start, random), random) };
  });
}

function randomMaps(count: number): readonly Source[] {
  return fc.sample(randomMapText, { seed: 1, numRuns: count }).map((text) => ({ name: 'map.json', text }));
}

function inDsl(source: Source): readonly Source[] {
  const text = source.name === 'map.json' ? convertMap(source, 'wfmap', () => undefined) : undefined;
  return text === undefined ? [] : [{ name: 'map.wfmap', text }];
}
