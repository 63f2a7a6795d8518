import fc from 'fast-check';
import { expect, test } from 'vitest';
import { start } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import type { Arrivals } from './answers.ts';
import { courseOf, perBlock } from './course.ts';
import { mapText, type JsonMap } from './map-json.ts';
import { nestedProgram } from './nested-program.ts';
import { hostFor } from './nested-host.ts';
import { allOrders, nestedRuns, tasksIn, type NestedRun } from './random-nested.ts';
import { play } from './reference-blocks.ts';
import { performersOf } from './scripted-performers.ts';
import { tries } from '../helpers/tries.ts';

const MOST_ORDERS = 24;

async function run({ map, answers, places }: NestedRun, arrivals: Arrivals) {
  const { program, texts } = nestedProgram(mapText(map));
  const host = hostFor(createCrashingFileSystem(), performersOf(answers, arrivals), places);
  const { state } = await start(host, program, { texts });
  const lines = courseOf(host.events);
  return { state, lines, course: play(program, answers, lines) };
}

const seen = new Set<string>();
const tally = { maps: 0, orders: 0, most: 0, depth: 0 };

function count(map: JsonMap, orders: number): void {
  tally.maps += 1;
  tally.orders += orders;
  tally.most = Math.max(tally.most, orders);
  for (const { type } of tasksIn(map.taskDefinitions)) seen.add(type);
}

async function expectAsReference(random: NestedRun): Promise<void> {
  let orders = 0;
  for (const arrivals of allOrders(MOST_ORDERS)) {
    const { lines, state, course } = await run(random, arrivals);
    orders += 1;
    expect(Object.fromEntries([...state.blocks.values()][0]?.bound ?? [])).toEqual(
      Object.fromEntries(course.bound),
    );
    expect(state.costUsd).toBeLessThan(course.spent.costUsd + 1e-6);
    // What was cancelled may have cost less than all its turns, or nothing.
    const isSure = !lines.some((line) => / cancel |^cancel /.test(line));
    if (isSure) expect(state.costUsd).toBeCloseTo(course.spent.costUsd);
    for (const kind of KINDS) if (lines.some((line) => kind.test(line))) seen.add(kind.source);
  }
  count(random.map, orders);
}

/** What is reached rarely is in three of a hundred maps: these are enough to meet it at last. */
const MOST_MAPS = 2000;

test('in whatever order answers arrive, a run goes as the reference says', async () => {
  await fc.assert(fc.asyncProperty(nestedRuns(), expectAsReference), { numRuns: tries(150, 30) });
  // A generator that no longer reaches something would let the rest of this pass for nothing.
  const all = [...KINDS.map(({ source }) => source), ...TYPES].toSorted();
  const reachesAll = (): boolean => seen.size >= all.length && tally.orders > 1.5 * tally.maps;
  while (tally.maps < MOST_MAPS && !reachesAll())
    await fc.assert(fc.asyncProperty(nestedRuns(), expectAsReference), { numRuns: 10 });
  expect([...seen].toSorted()).toEqual(all);
  expect(tally.orders).toBeGreaterThan(1.5 * tally.maps);
}, 240_000);

test('where nothing is cancelled or left out, the order of answers makes no difference', async () => {
  await fc.assert(
    fc.asyncProperty(nestedRuns({ isSure: true }), async (random) => {
      const ends = new Set<string>();
      for (const arrivals of allOrders(MOST_ORDERS)) {
        const { lines, state, course } = await run(random, arrivals);
        fc.pre(lines.at(-1)?.startsWith('end') === true);
        const bound = Object.fromEntries(course.bound);
        ends.add(JSON.stringify([perBlockSorted(lines), bound, state.finished, state.costUsd]));
      }
      expect(ends.size).toBe(1);
    }),
    { numRuns: tries(40, 12) },
  );
}, 120_000);

/** The course of each block by itself; what is told of its parts has no order. */
function perBlockSorted(lines: readonly string[]) {
  const isOfPart = (line: string): boolean => /^(branch|item|cancel|skip|keep) /.test(line);
  const blocks = Object.entries(perBlock(lines)).map(([inside, all]) => [
    inside,
    ...all.filter((line) => !isOfPart(line)),
    ...all.filter(isOfPart).toSorted(),
  ]);
  return blocks.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

const TYPES = ['claude', 'decide', 'end', 'foreach', 'human', 'parallel', 'shell'];

/** What the generator must reach. */
const KINDS = [
  /^end Good/,
  /^end Bad/,
  /^pause failed/,
  /^pause human/,
  /cancel /,
  /skip /,
  /keep /,
  /\S+\/\S+ \S+\/\S+: /,
  /item .* failed$/,
  /branch .* failed$/,
  / retry$/,
  / repair$/,
  /fail .* -> /,
  /fail .*permanent$/,
  / in session /,
];
