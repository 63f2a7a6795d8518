import { initialTransition, transition } from 'xstate';
import { compile, type TaskEvent } from '../src/compile/compile.ts';
import type { RunEvent } from '../src/model/run-event.ts';
import { loopMap } from './chain-map.ts';
import { exponentOf, interleave, median, ratioOf, text, timed, type Measure } from './measure.ts';
import { memoryFileSystem } from './memory-file-system.ts';
import { driveAlone, loopAgent, makeRun, programOf } from './steps.ts';

const ROUNDS = 9;
const STEPS = 2000;

/** A step with nothing on disk against the bare transition of its machine. */
export const memoryStep: Measure = {
  name: 'memory-step',
  run: async () => {
    const ours = async () => (await run(STEPS)) / STEPS;
    const pair = await interleave(ROUNDS, ours, async () => (await bare(STEPS)) / STEPS);
    const growth = await interleave(
      5,
      async () => run(20 * 250),
      async () => run(250),
    );
    const exponent = exponentOf(
      { size: 250, ms: median(growth.limit) },
      { size: 5000, ms: median(growth.ours) },
    );
    const { value } = ratioOf(pair);
    const encoded = await interleave(
      5,
      async () => (await written(STEPS)) / STEPS,
      async () => (await run(STEPS)) / STEPS,
    );
    return [
      {
        name: 'a step in memory',
        value: 1000 * median(pair.ours),
        unit: 'µs',
        limit: 40,
        min: 1000 * Math.min(...pair.ours),
        max: 1000 * Math.max(...pair.ours),
        detail: `${text(value)} x the bare transition, which takes ${text(1000 * median(pair.limit))} µs`,
      },
      {
        name: 'a step with its journal and files encoded',
        value: 1000 * median(encoded.ours),
        unit: 'µs',
        min: 1000 * Math.min(...encoded.ours),
        max: 1000 * Math.max(...encoded.ours),
        detail: 'on a disk that costs nothing',
      },
      {
        name: 'growth from 250 to 5,000 steps',
        value: exponent,
        unit: '',
        limit: 1.1,
        detail: `exponent; ${text((1000 * median(growth.ours)) / 5000)} µs a step of 5,000`,
      },
    ];
  },
};

function run(steps: number): Promise<number> {
  const kept: RunEvent[] = [];
  return driveAlone(loopMap(), loopAgent(steps), steps, { append: (events) => kept.push(...events) });
}

/** The same with its journal and files, encoded and written to a disk that costs nothing. */
async function written(steps: number): Promise<number> {
  const fs = memoryFileSystem();
  return (await makeRun(loopMap(), fs, { workRoot: '/bench', agent: loopAgent(steps), steps })).ms;
}

function bare(steps: number): Promise<number> {
  const machine = compile(programOf(loopMap()).map.block);
  const event: TaskEvent = { type: 'xstate.done.actor.Work', output: { action: 'Again' } };
  return timed(() => {
    let [snapshot] = initialTransition(machine);
    for (let n = 0; n < steps; n += 1) [snapshot] = transition(machine, snapshot, event);
  });
}
