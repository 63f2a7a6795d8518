import { Worker } from 'node:worker_threads';
import type { BrokenMutant, MutantReport, MutantWork } from './mutants-worker.ts';

export interface MutantRun {
  readonly from: number;
  readonly count: number;
  readonly workers: number;
}

/** What one text may take. Units: ms that this process works, whatever else the machine does. */
const MAX_MS = 30_000;
/** As much as a process has by default: a thread has four times that, and hides what recurses too deep. Units: MiB. */
const STACK_MB = 1;

/** Holds mutants of maps against the laws, each in one of some threads. One that does not end is broken too. */
export async function runMutants({ from, count, workers }: MutantRun): Promise<MutantReport> {
  const steps = Array.from({ length: workers }, (_, index) => index);
  const reports = await Promise.all(
    steps.map((each) =>
      runWorker({ from: from + each, to: from + count, step: workers, at: new SharedArrayBuffer(4) }),
    ),
  );
  const slowest = reports.reduce((a, b) => (b.slowestMs > a.slowestMs ? b : a));
  return {
    ...slowest,
    laidOut: reports.reduce((sum, each) => sum + each.laidOut, 0),
    units: reports.reduce((sum, each) => sum + each.units, 0),
    broken: reports.flatMap((each) => each.broken),
  };
}

function runWorker(work: MutantWork): Promise<MutantReport> {
  const place = new Int32Array(work.at);
  const worker = new Worker(new URL('mutants-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<MutantReport>();
  let seen = { seed: -1, since: workedMs() };
  const watch = setInterval(() => {
    const seed = Atomics.load(place, 0);
    if (seed !== seen.seed) seen = { seed, since: workedMs() };
    else if (workedMs() - seen.since > MAX_MS) resolve(endless(seed));
  }, 500);
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(async () => {
    clearInterval(watch);
    await worker.terminate();
  });
}

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function endless(seed: number): MutantReport {
  const broken: BrokenMutant = { seed, fault: `No end within ${MAX_MS} ms.`, name: '', text: '' };
  return { laidOut: 0, units: 0, slowestMs: MAX_MS, slowestSeed: seed, broken: [broken] };
}
