import type { Agent } from '../src/agent/agent.ts';
import { createScriptedAgent } from '../src/agent/scripted/scripted-agent.ts';
import { loopMap } from './chain-map.ts';
import { exponentOf, median, text, type Figure, type Measure } from './measure.ts';
import { driveAlone, loopAgent } from './steps.ts';

/** A kind of run, in sizes from small to large. Shape: without a limit where what each step reads grows, too. */
interface Growth {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly limit?: number;
  readonly drive: (size: number) => Promise<number>;
}

/** An exponent: a step costs the same at any size. */
const CONSTANT = 1.05;
const ITEMS = [100, 1000, 10_000];

const GROWTHS: readonly Growth[] = [
  {
    name: 'tasks that each bind a name',
    sizes: [100, 300, 1000],
    rounds: 5,
    limit: CONSTANT,
    drive: line,
  },
  { name: 'items', sizes: ITEMS, rounds: 3, limit: CONSTANT, drive: items('') },
  {
    name: 'items in tens that read "upstream"',
    sizes: ITEMS,
    rounds: 3,
    limit: CONSTANT,
    drive: items('After ${upstream}.', 'item % 10 == 0 ? [] : [item - 1]'),
  },
  {
    name: 'items in a row that read "upstream"',
    sizes: [100, 1000, 3000],
    rounds: 3,
    drive: items('${size(upstream)} before it.', 'item == 0 ? [] : [item - 1]'),
  },
  {
    name: 'items that read "finished"',
    sizes: ITEMS,
    rounds: 3,
    drive: items('${size(finished)} before it.'),
  },
  { name: 'steps of a loop', sizes: [1000, 10_000, 100_000], rounds: 1, limit: CONSTANT, drive: loop },
];

/**
 * A step in memory must cost the same however many names, items and steps there are.
 *
 * Each size is driven as often as its rounds say, the sizes by turns; a round before them is not counted.
 */
export const scopes: Measure = {
  name: 'scopes',
  run: async () => {
    const figures: Figure[] = [];
    for (const growth of GROWTHS) figures.push(await figureOf(growth));
    return figures;
  },
};

async function figureOf({ name, sizes, rounds, limit, drive }: Growth): Promise<Figure> {
  const taken = new Map(sizes.map((size) => [size, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    // What only warms up need not be large.
    for (const size of round === 0 ? sizes.slice(0, 2) : sizes) {
      const ms = await drive(size);
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
    ...(limit === undefined ? {} : { limit }),
    detail: `exponent of the last two sizes; µs a step: ${each.join(', ')}`,
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
