import { writeFileSync } from 'node:fs';
import '../src/framework/install-functions.ts';
import { check } from '../src/check/check.ts';
import { chainMap, largestMap } from './chain-map.ts';
import {
  exponentOf,
  interleave,
  median,
  ratioOf,
  text,
  timed,
  type Figure,
  type Measure,
} from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, runNode, runNothing } from './whole-process.ts';

const [SMALL, LARGE] = [1000, 10_000];
const ROUNDS = 5;

/** Maps far larger than people write: parse and validate in this process, and as a whole process. */
export const largeMap: Measure = {
  name: 'large-map',
  run: async () => {
    const [small, large] = [chainMap(SMALL), chainMap(LARGE)];
    const pair = await interleave(
      ROUNDS,
      () => timed(() => checkText(large)),
      () => timed(() => checkText(small)),
    );
    const [ms, smallMs] = [median(pair.ours), median(pair.limit)];
    const exponent = exponentOf({ size: SMALL, ms: smallMs }, { size: LARGE, ms });
    const parse = await interleave(
      ROUNDS,
      () => timed(() => checkText(large)),
      () => timed(() => JSON.parse(large)),
    );
    return [
      {
        name: '10,000 tasks: parse + validate',
        value: ms,
        unit: 'ms',
        limit: 1000,
        min: Math.min(...pair.ours),
        max: Math.max(...pair.ours),
        detail: `${text(large.length / 2 ** 20)} MiB; ${text(ratioOf(parse).value)} x JSON.parse`,
      },
      {
        name: 'growth from 1,000 to 10,000 tasks',
        value: exponent,
        unit: '',
        limit: 1.2,
        detail: `exponent; 1,000 tasks take ${text(smallMs)} ms`,
      },
      ...(await wholeProcesses(large)),
    ];
  },
};

function checkText(map: string): void {
  const { diagnostics } = check({ name: 'map.json', text: map }, () => ({ kind: 'missing', lookedIn: [] }));
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error('The map has errors.');
}

/** With nothing kept from before. */
function wholeProcesses(large: string): Promise<readonly Figure[]> {
  return withScratch(async (folder) => {
    const largest = largestMap();
    const environment = { XDG_CACHE_HOME: '/dev/null' };
    const figures: Figure[] = [];
    for (const [name, map] of [
      ['10,000 tasks', large],
      ['16 MiB', largest],
    ] as const) {
      writeFileSync(`${folder}/map.json`, map);
      const run = () => runNode([PROGRAM, 'validate', 'map.json'], { environment, folder });
      const pair = await interleave(3, run, runNothing);
      const detail = `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`;
      figures.push({ name: `wfmap validate on ${name}`, ...ratioOf(pair), detail });
    }
    return figures;
  });
}
