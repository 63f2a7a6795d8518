// Holds the mutants of a range of seeds against the laws. The main thread watches, since a loop without an end is
// seen from outside only.
import '../../src/framework/install-functions.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { readCorpus } from './mutants-corpus.ts';
import { holdAgainstLaws } from './mutants-laws.ts';
import { mutate } from './mutants-mutate.ts';
import { shrink } from './mutants-shrink.ts';

/** Which seeds a worker takes: `from`, `from + step`, … Shape: `at` is where it says which one it is at. */
export interface MutantWork {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly at: SharedArrayBuffer;
}

/** Units: `slowestMs` of one mutant. Shape: `laidOut` counts those that were maps in the language. */
export interface MutantReport {
  readonly laidOut: number;
  readonly units: number;
  readonly slowestMs: number;
  readonly slowestSeed: number;
  readonly broken: readonly BrokenMutant[];
}

export interface BrokenMutant {
  readonly seed: number;
  readonly fault: string;
  readonly name: string;
  readonly text: string;
}

const MAX_BROKEN = 20;

function work({ from, to, step, at }: MutantWork): MutantReport {
  const corpus = readCorpus();
  const place = new Int32Array(at);
  const broken: BrokenMutant[] = [];
  let [laidOut, units, slowestMs, slowestSeed] = [0, 0, 0, from];
  for (let seed = from; seed < to && broken.length < MAX_BROKEN; seed += step) {
    Atomics.store(place, 0, seed);
    const source = mutate(corpus, new SeededRandom(seed));
    const start = performance.now();
    try {
      if (holdAgainstLaws(source)) laidOut += 1;
    } catch (error) {
      const { text, fault } = shrink(source, error);
      broken.push({ seed, fault, name: source.name, text });
    }
    const ms = performance.now() - start;
    if (ms > slowestMs) [slowestMs, slowestSeed] = [ms, seed];
    units += source.text.length;
  }
  return { laidOut, units, slowestMs, slowestSeed, broken };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(work(workerData as MutantWork));
