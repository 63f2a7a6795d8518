import { createJournal } from '../src/journal/journal.ts';
import { loopMap } from './chain-map.ts';
import { cpuTimed, exponentOf, interleave, median, ratioOf, text, type Measure } from './measure.ts';
import { memoryFileSystem } from './memory-file-system.ts';
import { driveAlone, loopAgent, makeRun } from './steps.ts';
import { driveMachine } from './xstate-loop.ts';

const ROUNDS = 9;
const STEPS = 2000;

/** A step whose journal is encoded for a disk that costs nothing, against a plain XState actor. */
export const memoryStep: Measure = {
  name: 'memory-step',
  run: async () => {
    const pair = await interleave(
      ROUNDS,
      async () => (await step(STEPS)) / STEPS,
      async () => (await cpuTimed(() => driveMachine(STEPS, () => undefined))) / STEPS,
    );
    const growth = await interleave(
      5,
      () => step(5000),
      () => step(250),
    );
    const withFiles = await interleave(
      5,
      async () => (await run(STEPS)) / STEPS,
      async () => (await step(STEPS)) / STEPS,
    );
    const micros = (all: readonly number[]): string => `${text(1000 * median(all))} µs`;
    return [
      {
        name: 'a step in memory, journal encoded',
        ...ratioOf(pair),
        detail: `${micros(pair.ours)} of CPU with schema, guard, bound name and template; XState ${micros(pair.limit)} with guard and assignment`,
      },
      {
        name: 'a step in memory with its files, above the journal alone',
        ...ratioOf(withFiles),
        detail: `${micros(withFiles.ours)}; journal alone ${micros(withFiles.limit)}`,
      },
      {
        name: 'growth from 250 to 5,000 steps in memory',
        value: exponentOf({ size: 250, ms: median(growth.limit) }, { size: 5000, ms: median(growth.ours) }),
        unit: '',
        detail: `exponent; ${text((1000 * median(growth.ours)) / 5000)} µs a step of 5,000`,
      },
    ];
  },
};

/** Units: ms of processor time, here and below. */
function step(steps: number): Promise<number> {
  const journal = createJournal(memoryFileSystem(), '/bench/journal.jsonl');
  return cpuTimed(() => driveAlone(loopMap(), loopAgent(steps), steps, journal));
}

function run(steps: number): Promise<number> {
  const options = { workRoot: '/bench', agent: loopAgent(steps), steps };
  return cpuTimed(() => makeRun(loopMap(), memoryFileSystem(), options));
}
