import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { probeWall } from '../src/wall/probe-wall.ts';
import type { Wall } from '../src/wall/wall.ts';
import { interleave, median, text, timed, type Figure, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';

const ROUNDS = 5;
const STARTS = 40;
const PROGRAM = '/bin/true';

/** What each wall that holds here adds to the start of a program that does nothing. */
export const wall: Measure = {
  name: 'wall',
  run: () =>
    withScratch(async (folder) => {
      const figures: Figure[] = [];
      for (const kind of ['bwrap', 'landlock', 'sandbox-exec'] as const) {
        const { wall: found } = probeWall({ WFMAP_WALL: kind });
        if (found === undefined) continue;
        const behind = async (): Promise<number> => (await timed(() => startAll(folder, found))) / STARTS;
        const bare = async (): Promise<number> => (await timed(() => startAll(folder))) / STARTS;
        const pair = await interleave(ROUNDS, behind, bare);
        const added = pair.ours.map((each, index) => each - (pair.limit[index] ?? Number.NaN));
        figures.push({
          name: `a start behind ${kind}, added`,
          value: median(added),
          unit: 'ms',
          min: Math.min(...added),
          max: Math.max(...added),
          detail: `"${PROGRAM}" ${text(median(pair.ours))} ms; spawned bare ${text(median(pair.limit))} ms`,
        });
      }
      return figures;
    }),
};

async function startAll(scratch: string, found?: Wall): Promise<void> {
  const folder = realpathSync(scratch);
  const temporary = `${folder}/temporary`;
  mkdirSync(temporary, { recursive: true });
  const confinement = { folder, writable: [folder], frozen: [`${folder}/.git`], temporary };
  const bare = { command: PROGRAM, args: [], environment: { PATH: process.env['PATH'] } };
  for (let n = 0; n < STARTS; n += 1) {
    const raised = found === undefined ? undefined : found.raise(confinement, bare);
    const { command, args, environment } = raised ?? bare;
    const child = spawn(command, args, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    for (const stream of child.stdio) stream?.on('data', () => undefined);
    const code = await new Promise((resolve) => child.once('close', resolve));
    raised?.release();
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}.`);
  }
}
