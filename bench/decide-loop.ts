import { loopAgent, driveAlone } from './steps.ts';
import { cpuTimed, exponentOf, interleave, median, text, type Measure } from './measure.ts';

const ROUNDS = 7;
/** Just below the moves that a run makes in a row without any work. */
const MOVES = 990;

/** Moves in which only guards and computed names are evaluated, in one batch. */
export const decideLoop: Measure = {
  name: 'decide-loop',
  run: async () => {
    const pair = await interleave(
      ROUNDS,
      () => run(MOVES),
      () => run(MOVES / 10),
    );
    const ms = median(pair.ours);
    return [
      {
        name: 'a decision with a guard and a name',
        value: (1000 * ms) / MOVES,
        unit: 'µs',
        min: (1000 * Math.min(...pair.ours)) / MOVES,
        max: (1000 * Math.max(...pair.ours)) / MOVES,
        detail: `${text(ms)} ms of CPU for ${MOVES} moves in one batch`,
      },
      {
        name: `growth from ${MOVES / 10} to ${MOVES} decisions`,
        value: exponentOf({ size: MOVES / 10, ms: median(pair.limit) }, { size: MOVES, ms }),
        unit: '',
        detail: 'exponent',
      },
    ];
  },
};

function run(moves: number): Promise<number> {
  return cpuTimed(() => driveAlone(countingMap(moves), loopAgent(0), 0, { append: () => undefined }));
}

function countingMap(moves: number): string {
  return JSON.stringify({
    description: 'Counts',
    startTaskDefinition: 'Count',
    taskDefinitions: {
      Count: {
        type: 'decide',
        set: { n: 'has(n) ? n + 1 : 1' },
        actions: {
          More: { target: 'Count', when: `n < ${moves}`, limit: { max: moves, then: 'End' } },
          Enough: { target: 'End' },
        },
      },
      End: { type: 'end' },
    },
  });
}
