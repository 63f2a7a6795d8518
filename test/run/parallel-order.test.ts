import fc from 'fast-check';
import { expect, test } from 'vitest';
import { start } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import type { Arrivals, Course } from './answers.ts';
import { courseOf } from './course.ts';
import { mapText, type JsonMap } from './map-json.ts';
import { nestedProgram } from './nested-program.ts';
import { hostFor } from './nested-host.ts';
import { allOrders, nestedRuns, tasksIn, type NestedRun } from './random-nested.ts';
import { play } from './reference.ts';
import { performersOf } from './scripted-performers.ts';

const MOST_ORDERS = 24;

async function run({ map, answers, places }: NestedRun, arrivals: Arrivals) {
  const { program, texts } = nestedProgram(mapText(map));
  const host = hostFor(createCrashingFileSystem(), performersOf(answers, arrivals), places);
  const { state } = await start(host, program, { texts });
  return { state, lines: courseOf(host.events) };
}

/** The course of each block by itself; what is told of its parts has no order. */
function perBlock(lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const blocks: Record<string, string[]> = {};
  for (const line of lines) {
    const [, inside = '', rest = line] = /^((?:\S+\/\S+ ?)+: )?(.*)$/.exec(line) ?? [];
    (blocks[inside] ??= []).push(rest);
  }
  const isOfPart = (line: string): boolean => /^(branch|item|cancel|skip|keep) /.test(line);
  return Object.fromEntries(
    Object.entries(blocks).map(([inside, all]) => [
      inside,
      [...all.filter((line) => !isOfPart(line)), ...all.filter(isOfPart).toSorted()],
    ]),
  );
}

/** The orders of answers in one map, with the course of each as the reference has it. */
function coursesOf(random: NestedRun): readonly (readonly [Arrivals, Course])[] {
  const { map, answers, places } = random;
  const found: [Arrivals, Course][] = [];
  for (const arrivals of allOrders(MOST_ORDERS)) {
    const taken: number[] = [];
    const course = play(map, answers, {
      places,
      arrivals: (due) => {
        const choice = arrivals(due);
        taken.push(choice);
        return choice;
      },
    });
    const choices = taken.values();
    found.push([() => choices.next().value ?? 0, course]);
  }
  return found;
}

const seen = new Set<string>();
const tally = { maps: 0, orders: 0, most: 0, depth: 0 };

function count(map: JsonMap, orders: number): void {
  tally.maps += 1;
  tally.orders += orders;
  tally.most = Math.max(tally.most, orders);
  for (const { type } of tasksIn(map.taskDefinitions)) seen.add(type);
}

test('in whatever order answers arrive, a run goes as the reference says', async () => {
  await fc.assert(
    fc.asyncProperty(nestedRuns(), async (random) => {
      const courses = coursesOf(random);
      count(random.map, courses.length);
      for (const [arrivals, course] of courses) {
        const { lines, state } = await run(random, arrivals);
        expect(perBlock(lines)).toEqual(perBlock(course.lines));
        expect(lines.at(-1)).toBe(course.lines.at(-1));
        expect(state.costUsd).toBeCloseTo(course.costUsd);
        for (const kind of KINDS) if (lines.some((line) => kind.test(line))) seen.add(kind.source);
      }
    }),
    { numRuns: 150 },
  );
  // A generator that no longer reaches something would let the rest of this pass for nothing.
  expect([...seen].toSorted()).toEqual([...KINDS.map(({ source }) => source), ...TYPES].toSorted());
  expect(tally.orders).toBeGreaterThan(2 * tally.maps);
}, 60_000);

test('where nothing is cancelled or left out, the order of answers makes no difference', async () => {
  await fc.assert(
    fc.asyncProperty(nestedRuns({ isSure: true }), async (random) => {
      const ends = new Set<string>();
      for (const [arrivals, course] of coursesOf(random)) {
        fc.pre(course.lines.at(-1)?.startsWith('end') === true);
        const { lines, state } = await run(random, arrivals);
        const bound = Object.fromEntries(course.bound);
        ends.add(JSON.stringify([perBlockSorted(lines), bound, state.finished, state.costUsd]));
      }
      expect(ends.size).toBe(1);
    }),
    { numRuns: 40 },
  );
}, 60_000);

function perBlockSorted(lines: readonly string[]) {
  return Object.entries(perBlock(lines)).toSorted(([a], [b]) => (a < b ? -1 : 1));
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
