import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { exponentOf, interleave, median, ratioOf, text, type Figure, type Measure } from './measure.ts';

const ROUNDS = 3;
const [ITEMS, MANY] = [10_000, 100_000];
const BRANCHES = 1000;
const OURS = join(import.meta.dirname, 'many-at-once-child.ts');
const MASTRA = join(import.meta.dirname, 'peers/mastra-foreach.mjs');

/** Many blocks beside each other, in a process of their own each time, with nothing on disk: 8 of them work at once. */
export const manyAtOnce: Measure = {
  name: 'many-at-once',
  run: async ({ peers, long }) => [
    peers ? await againstMastra(ITEMS, ROUNDS) : notCompared(ITEMS, '--peers'),
    peers && long ? await againstMastra(MANY, 1) : notCompared(MANY, '--peers --long'),
    memoryOf('a foreach of 10,000', 'items', ITEMS),
    memoryOf('a foreach of 100,000', 'items', MANY),
    await growth(),
    memoryOf('a parallel of 1,000 branches', 'branches', BRANCHES),
  ],
};

const itemOf = (count: number): string => `foreach of ${count.toLocaleString('en')}, an item`;

function notCompared(count: number, flags: string): Figure {
  return { name: itemOf(count), unit: 'x', detail: `not compared: npm run bench -- ${flags}` };
}

/** Units: `ms` of processor time, `rssMiB` the peak above what the process held before. */
interface Taken {
  readonly ms: number;
  readonly rssMiB: number;
}

async function againstMastra(count: number, rounds: number): Promise<Figure> {
  const memory: number[] = [];
  const pair = await interleave(
    rounds,
    () => once([OURS, 'items', String(count)]).ms,
    () => {
      const { ms, rssMiB } = once([MASTRA, String(count)]);
      memory.push(rssMiB);
      return ms;
    },
  );
  const micros = (all: readonly number[]): string => `${text((1000 * median(all)) / count)} µs of CPU`;
  return {
    name: itemOf(count),
    ...ratioOf(pair),
    detail: `${micros(pair.ours)}, with schema, guard, bound name, prompt and encoded journal; Mastra ${micros(pair.limit)}, one step with schemas of zod, nothing stored, ${text(median(memory), 0)} MiB`,
  };
}

async function growth(): Promise<Figure> {
  const pair = await interleave(
    ROUNDS,
    () => once([OURS, 'items', String(ITEMS)]).ms,
    () => once([OURS, 'items', String(ITEMS / 4)]).ms,
  );
  const [ms, small] = [median(pair.ours), median(pair.limit)];
  const beside = ['promises', 'machine'].map((way) => text(once([OURS, way, String(ITEMS)]).ms));
  return {
    name: 'growth from 2,500 to 10,000 items',
    value: exponentOf({ size: ITEMS / 4, ms: small }, { size: ITEMS, ms }),
    unit: '',
    detail: `exponent; ${text(ms)} ms of CPU for 10,000, one Promise.all ${beside[0]}, an XState actor one after the other ${beside[1]}`,
  };
}

function memoryOf(name: string, way: string, count: number): Figure {
  const { ms, rssMiB } = once([OURS, way, String(count)]);
  const detail = `the peak above the start; ${text((1000 * ms) / count)} µs of CPU each`;
  return { name: `memory of ${name}`, value: rssMiB, unit: 'MiB', detail };
}

function once(words: readonly string[]): Taken {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Taken;
}
