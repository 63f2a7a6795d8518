import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChangeReader } from '../src/git/compare/create-change-reader.ts';
import { median, text, timed, type Figure, type Measure } from './measure.ts';
import { git, makeRepository } from './repository.ts';
import { withScratch } from './scratch.ts';

const ROUNDS = 7;
const SIZES = [100, 50_000];

/** What a task costs whose changes a map reads: a snapshot before it, a comparison after it. One file in it changed. */
export const taskChanges: Measure = {
  name: 'task-changes',
  run: async () => {
    const figures: Figure[] = [];
    for (const size of SIZES) figures.push(await withScratch((folder) => measure(folder, size)));
    return figures;
  },
};

async function measure(folder: string, size: number): Promise<Figure> {
  const root = join(folder, 'repository');
  makeRepository(root, size);
  const reader = createChangeReader(join(folder, 'trees'), []);
  const task = async (round: number): Promise<void> => {
    const before = sure(await reader.snapshot(root));
    writeFileSync(join(root, 'changed.txt'), `${round}\n`);
    const { count } = sure(await reader.changesSince(root, before));
    if (count !== 1) throw new Error(`${count} files are said to have changed.`);
  };
  const first = await timed(() => task(0));
  const [ours, status]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(await timed(() => task(round)));
    status.push(await timed(() => git(root, 'status', '--porcelain')));
  }
  reader.dispose();
  return {
    name: `changes of a task, ${size.toLocaleString('en')} files`,
    value: median(ours) / median(status),
    unit: 'x',
    detail: `${text(median(ours))} ms a task, the first ${text(first)} ms; "git status" once ${text(median(status))} ms`,
  };
}

function sure<T extends object>(reply: T | { readonly fault: string }): T {
  if ('fault' in reply) throw new Error(reply.fault);
  return reply;
}
