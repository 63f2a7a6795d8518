import type { Agent } from '../src/agent/agent.ts';
import { createScriptedAgent } from '../src/agent/scripted/scripted-agent.ts';
import { loopMap } from './chain-map.ts';
import { cpuTimed, exponentOf, median, text, type Figure, type Measure, type Wishes } from './measure.ts';
import { driveAlone, loopAgent } from './steps.ts';

/** A kind of run, in sizes from small to large. Shape: `isLong` where the last size takes minutes. */
interface Growth {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly isLong?: boolean;
  readonly drive: (size: number) => Promise<unknown>;
}

const ITEMS = [100, 1000, 10_000];
const alone = items('');

const GROWTHS: readonly Growth[] = [
  { name: 'tasks that each bind a name, to 1,000', sizes: [100, 300, 1000], rounds: 5, drive: line },
  { name: 'items, to 10,000', sizes: ITEMS, rounds: 3, drive: alone },
  { name: 'items, to 100,000', sizes: [10_000, 100_000], rounds: 1, isLong: true, drive: alone },
  {
    name: 'items in tens that read "upstream", to 10,000',
    sizes: ITEMS,
    rounds: 3,
    drive: items('After ${upstream}.', 'item % 10 == 0 ? [] : [item - 1]'),
  },
  // What each step reads grows, too.
  {
    name: 'items in a row that read "upstream"',
    sizes: [100, 1000, 3000],
    rounds: 1,
    drive: items('${size(upstream)} before it.', 'item == 0 ? [] : [item - 1]'),
  },
  { name: 'steps of a loop, to 100,000', sizes: [1000, 10_000, 100_000], rounds: 1, drive: loop },
  {
    name: 'steps of a loop, to 1,000,000',
    sizes: [100_000, 1_000_000],
    rounds: 1,
    isLong: true,
    drive: loop,
  },
];

/**
 * A step in memory must cost the same however many names, items and steps there are.
 *
 * Each size is driven as often as its rounds say, the sizes by turns; a round before them is not counted.
 */
export const scopes: Measure = {
  name: 'scopes',
  run: async ({ long }: Wishes) => {
    const figures: Figure[] = [];
    for (const growth of GROWTHS) {
      figures.push(
        growth.isLong === true && !long
          ? { name: growth.name, unit: '', detail: 'takes minutes: npm run bench -- --long' }
          : await figureOf(growth),
      );
    }
    return figures;
  },
};

async function figureOf({ name, sizes, rounds, isLong = false, drive }: Growth): Promise<Figure> {
  const taken = new Map(sizes.map((size) => [size, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    // What only warms up need not be large.
    for (const size of round === 0 ? sizes.slice(0, isLong ? 1 : 2) : sizes) {
      const ms = await cpuTimed(() => drive(size));
      if (round > 0) taken.get(size)?.push(ms);
    }
  }
  const points = [...taken].map(([size, all]) => ({ size, ms: median(all) }));
  const [large, small] = [points.at(-1), points.at(-2)];
  if (large === undefined || small === undefined) throw new Error('Growth needs two sizes.');
  const each = points.map(({ size, ms }) => `${text((1000 * ms) / size, 0)} at ${size.toLocaleString('en')}`);
  return {
    name,
    value: exponentOf(small, large),
    unit: '',
    detail: `exponent of the last two sizes; µs of CPU a step: ${each.join(', ')}`,
  };
}

const FORGET = { append: () => undefined };

const FOUND = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, score: { type: 'integer' } },
  required: ['ok', 'score'],
};

function line(tasks: number): Promise<number> {
  const definitions = Array.from({ length: tasks }, (_, n) => {
    const target = n + 1 < tasks ? `Task ${n + 1}` : 'End';
    const before = n === 0 ? 'result' : `found${n - 1}`;
    return [
      `Task ${n}`,
      {
        type: 'claude',
        promptTemplate: n === 0 ? 'Begin.' : `It was \${${before}.score} before.`,
        as: `found${n}`,
        output: { schema: FOUND },
        actions: {
          Next: { target, when: `${before}.score >= 0` },
          Again: { target: 'Task 0' },
        },
      },
    ];
  });
  const map = {
    description: 'Each task binds a name',
    startTaskDefinition: 'Task 0',
    taskDefinitions: { ...Object.fromEntries(definitions), End: { type: 'end' } },
  };
  return driveAlone(JSON.stringify(map), finder(), tasks, FORGET);
}

function finder(): Agent {
  return createScriptedAgent(() => ({ output: { ok: true, score: 1 } }));
}

/** Items whose prompts say so; `after` is what each waits for. */
function items(prompt: string, after?: string): (count: number) => Promise<number> {
  const look = {
    startTaskDefinition: 'Look',
    taskDefinitions: {
      Look: {
        type: 'claude',
        promptTemplate: `Look at \${item}. ${prompt}`,
        actions: { Go: { target: 'End', choose: 'if done' } },
      },
      End: { type: 'end' },
    },
  };
  const list = {
    type: 'array',
    description: 'What to look at',
    required: true,
    schema: { type: 'array', items: { type: 'integer' } },
  };
  const each = {
    type: 'foreach',
    items: 'list',
    item: 'item',
    ...(after === undefined ? {} : { key: 'item', after }),
    body: look,
    actions: { Go: { target: 'Done' } },
  };
  const map = JSON.stringify({
    description: 'Many items',
    startTaskDefinition: 'Each',
    workslipFields: { list },
    taskDefinitions: { Each: each, Done: { type: 'end' } },
  });
  return (length) => {
    const fields = { list: Array.from({ length }, (_, index) => index) };
    return driveAlone(
      map,
      createScriptedAgent(() => ({ action: 'Go' })),
      length + 1,
      { ...FORGET, fields },
    );
  };
}

function loop(steps: number): Promise<number> {
  return driveAlone(loopMap(), loopAgent(steps), steps, FORGET);
}
