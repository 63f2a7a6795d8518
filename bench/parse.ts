import { parse as parseJsonc } from 'jsonc-parser';
import '../src/framework/install-functions.ts';
import { check } from '../src/check/check.ts';
import { collect } from '../src/diagnostics/diagnostic.ts';
import { parse as parseMap } from '../src/parse/parse.ts';
import { convertMap } from '../src/print/convert.ts';
import { chainMap } from './chain-map.ts';
import { exponentOf, median, text, type Figure, type Measure } from './measure.ts';
import { cornerFigures } from './parse-corners.ts';
import {
  chevrotainJson,
  countJsonTokens,
  countTokens,
  langium,
  langiumText,
  type Reader,
} from './parse-peers.ts';
import { cpuTimed } from './parse-time.ts';

const SIZES: readonly number[] = [10, 100, 1000, 10_000];
const ROUNDS = 5;
/** What 1,000 tasks take is told as a multiple of JSON.parse; growth is from there on. */
const [MIDDLE, LARGE] = [1000, 10_000];

/** Somebody who reads maps of each size. `limit` is for the growth. */
interface Candidate extends Reader {
  readonly name: string;
  readonly textOf: (tasks: number) => string;
  readonly limit?: number;
}

/** Reading and checking maps in both forms, beside others who read the same, all in one run. */
export const parse: Measure = {
  name: 'parse',
  run: async () => {
    const candidates = await allCandidates();
    const texts = candidates.map((each) => new Map(SIZES.map((size) => [size, each.textOf(size)])));
    const times = candidates.map(() => new Map(SIZES.map((size) => [size, [] as number[]])));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const size of SIZES) {
        for (const [index, candidate] of candidates.entries()) {
          const ms = timeOf(candidate, size, texts[index]?.get(size) ?? '');
          if (round > 0) times[index]?.get(size)?.push(ms);
        }
      }
    }
    const medians = times.map((each) => new Map(SIZES.map((size) => [size, median(each.get(size) ?? [])])));
    const least = medians[0]?.get(MIDDLE) ?? Number.NaN;
    return [
      ...candidates.flatMap((each, index) =>
        figuresOf(each, { ms: medians[index] ?? new Map(), text: texts[index]?.get(MIDDLE) ?? '', least }),
      ),
      ...cornerFigures(),
    ];
  },
};

async function allCandidates(): Promise<readonly Candidate[]> {
  const json = { textOf: (tasks: number) => chainMap(tasks), countTokens: countJsonTokens };
  const dsl = { textOf: inDsl, countTokens };
  return [
    { ...json, name: 'JSON.parse', parse: (map) => void JSON.parse(map) },
    { ...json, name: 'jsonc-parser', parse: (map) => void parseJsonc(map) },
    { ...json, name: 'chevrotain JSON', parse: chevrotainJson().parse },
    { ...(await langium()), name: 'langium, a small map language', textOf: langiumText },
    { ...dsl, name: 'wfmap parse, map language', parse: (map) => parseAs('map.wfmap', map), limit: 1.1 },
    { ...json, name: 'wfmap parse, JSON', parse: (map) => parseAs('map.json', map), limit: 1.1 },
    { ...dsl, name: 'wfmap check, map language', parse: (map) => checkAs('map.wfmap', map), limit: 1.1 },
    { ...json, name: 'wfmap check, JSON', parse: (map) => checkAs('map.json', map), limit: 1.1 },
  ];
}

function inDsl(tasks: number): string {
  const map = convertMap({ name: 'map.json', text: chainMap(tasks) }, 'wfmap', () => undefined);
  if (map === undefined) throw new Error('The map has errors.');
  return map;
}

function parseAs(name: string, map: string): void {
  const { diagnostics, report } = collect();
  if (!parseMap({ name, text: map }, report) || diagnostics.length > 0)
    throw new Error('The map has errors.');
}

function checkAs(name: string, map: string): void {
  const { diagnostics } = check({ name, text: map }, () => ({ kind: 'missing', lookedIn: [] }));
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error('The map has errors.');
}

/** Small maps are read so often that all sizes are the same work. */
function timeOf({ parse: read }: Candidate, size: number, map: string): number {
  const times = Math.ceil(LARGE / size);
  return (
    cpuTimed(() => {
      for (let left = times; left > 0; left -= 1) read(map);
    }) / times
  );
}

interface Reading {
  readonly ms: ReadonlyMap<number, number>;
  readonly text: string;
  readonly least: number;
}

function figuresOf(
  { name, countTokens, limit }: Candidate,
  { ms, text: map, least }: Reading,
): readonly Figure[] {
  const [middle, large] = [ms.get(MIDDLE) ?? Number.NaN, ms.get(LARGE) ?? Number.NaN];
  const sizes = SIZES.map((size) => `${size}: ${text(ms.get(size) ?? Number.NaN, 2)} ms`).join(', ');
  const speed = `${text(map.length / 1000 / middle)} MB/s, ${text(countTokens(map) / 1000 / middle, 2)} M tokens/s`;
  const growth = exponentOf({ size: MIDDLE, ms: middle }, { size: LARGE, ms: large });
  const figures: Figure[] = [
    { name: `${name}, 1,000 tasks`, value: middle / least, unit: 'x', detail: `${sizes}; ${speed}` },
  ];
  const bound = limit === undefined ? {} : { limit };
  const detail = 'exponent from 1,000 to 10,000 tasks';
  return [...figures, { name: `${name}, growth`, value: growth, unit: '', ...bound, detail }];
}
