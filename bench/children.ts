import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interleave, median, text, type Figure, type Measure } from './measure.ts';

const ROUNDS = 3;
const CHILDREN = 40;
const PROCESSES = [80, 800];
const ENGINES = [60, 300];

/**
 * What wfmap adds to the processor time of a child: a command of it against the same program spawned bare, from a process
 * of the same size, with many processes on the machine.
 */
export const children: Measure = {
  name: 'children',
  run: async () => {
    if (!existsSync('/proc/self/stat')) {
      return cases().map(({ name }) => ({ name, unit: 'ms', detail: 'needs /proc' }));
    }
    const figures: Figure[] = [];
    for (const each of cases()) {
      figures.push(await withProcesses(each.processes, (count) => figureOf(each, count)));
    }
    return figures;
  },
};

interface Case {
  readonly name: string;
  readonly processes: number;
  readonly mib: number;
}

function cases(): readonly Case[] {
  return PROCESSES.flatMap((processes) =>
    ENGINES.map((mib) => ({
      name: `a child among ${processes} processes, from ${mib} MiB`,
      processes,
      mib,
    })),
  );
}

async function figureOf({ name, mib }: Case, count: number): Promise<Figure> {
  const small: number[] = [];
  const pair = await interleave(
    ROUNDS,
    () => once('wfmap', mib).ms,
    () => {
      small.push(once('bare', 0).ms);
      return once('bare', mib).ms;
    },
  );
  const added = pair.ours.map((each, index) => each - (pair.limit[index] ?? Number.NaN));
  return {
    name,
    value: median(added),
    unit: 'ms',
    min: Math.min(...added),
    max: Math.max(...added),
    detail: `${text(median(pair.ours), 2)} ms of CPU with ${count} processes; spawned bare ${text(median(pair.limit), 2)}, from a process as small as can be ${text(median(small), 2)}`,
  };
}

function once(way: 'wfmap' | 'bare', mib: number): { readonly ms: number } {
  const program = join(import.meta.dirname, 'children-child.ts');
  const words = [program, way, String(CHILDREN), String(mib)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as { ms: number };
}

/** Sleepers end by themselves, should this be killed. Sees to it that there are so many processes at least while `work` runs; `work` gets how many there are. */
async function withProcesses<T>(wanted: number, work: (count: number) => Promise<T>): Promise<T> {
  const count = (): number => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
  const missing = wanted - count();
  if (missing <= 0) return await work(count());
  const line = `n=0; while [ $n -lt ${missing} ]; do sleep 300 & n=$((n + 1)); done; wait`;
  const sleepers = spawn('/bin/sh', ['-c', line], { detached: true, stdio: 'ignore' });
  try {
    while (count() < wanted && sleepers.exitCode === null) await sleep(50);
    return await work(count());
  } finally {
    const gone = new Promise((resolve) => sleepers.once('exit', resolve));
    // A group of its own, so that all end at once.
    if (sleepers.pid !== undefined) process.kill(-sleepers.pid, 'SIGKILL');
    await gone;
  }
}
