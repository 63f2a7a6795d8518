import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { exponentOf, median, text, type Figure, type Measure } from './measure.ts';

const ROUNDS = 3;
const ITEMS = 10_000;
const BRANCHES = 1000;
/** What a run may hold above its start. Units: MiB. */
const MOST_MIB = 100;

/**
 * Many blocks beside each other, in a process of their own each time, with nothing on disk: 8 of them work at once.
 *
 * The same agent is asked as often by one `Promise.all`, and by a plain XState machine one after the other. What is
 * live is looked at after collecting garbage, in a round whose time is not counted.
 */
export const manyAtOnce: Measure = {
  name: 'many-at-once',
  run: async () => {
    const items = take('items', ITEMS);
    const promises = take('promises', ITEMS);
    const machine = take('machine', ITEMS);
    const beside = `one Promise.all ${text(promises.ms)} ms, a plain XState machine ${text(machine.ms)} ms`;
    const exponent = exponentOf(
      { size: ITEMS / 4, ms: take('items', ITEMS / 4).ms },
      { size: ITEMS, ms: items.ms },
    );
    return Promise.resolve([
      { name: 'a foreach of 10,000 items', value: items.ms, unit: 'ms', detail: beside },
      {
        name: 'growth from 2,500 to 10,000 items',
        value: exponent,
        unit: '',
        limit: 1.1,
        detail: 'exponent',
      },
      liveOf('a foreach of 10,000 items', 'items', ITEMS),
      ...branches(),
    ]);
  },
};

function branches(): readonly Figure[] {
  const { ms } = take('branches', BRANCHES);
  const beside = `one Promise.all ${text(take('promises', BRANCHES).ms)} ms, a plain XState machine ${text(take('machine', BRANCHES).ms)} ms`;
  const name = 'a parallel of 1,000 branches';
  return [{ name, value: ms, unit: 'ms', detail: beside }, liveOf(name, 'branches', BRANCHES)];
}

function liveOf(name: string, way: string, count: number): Figure {
  const { heapMiB } = once(way, count, ['--expose-gc']);
  const { rssMiB } = once(way, count);
  const others = ['promises', 'machine'].map((each) => text(once(each, count).rssMiB, 0));
  const detail = `live, above the start; resident ${text(rssMiB, 0)}, Promise.all ${others[0] ?? ''}, XState ${others[1] ?? ''}`;
  return { name: `memory of ${name}`, value: heapMiB, unit: 'MiB', limit: MOST_MIB, detail };
}

interface Taken {
  readonly ms: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
}

/** The median time of several processes. */
function take(way: string, count: number): { readonly ms: number } {
  return { ms: median(Array.from({ length: ROUNDS }, () => once(way, count).ms)) };
}

function once(way: string, count: number, flags: readonly string[] = []): Taken {
  const program = join(import.meta.dirname, 'many-at-once-child.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, way, String(count)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${way} of ${count} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Taken;
}
