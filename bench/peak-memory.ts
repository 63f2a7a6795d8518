import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chainMap, largestMap, loopMap } from './chain-map.ts';
import type { Figure, Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, ROOT } from './whole-process.ts';

/** Tells the peak of a process on the last line of its standard error. */
const TELL = `process.on("exit", () => process.getBuiltinModule("node:fs").writeSync(2, "\\n" + process.resourceUsage().maxRSS))`;
const STEPS = 10_000;

/** The most memory that whole processes hold; for information. */
export const peakMemory: Measure = {
  name: 'peak-memory',
  run: () =>
    withScratch((folder) => {
      writeFileSync(`${folder}/large.json`, chainMap(10_000));
      writeFileSync(`${folder}/largest.json`, largestMap());
      writeFileSync(`${folder}/loop.json`, loopMap());
      writeFileSync(`${folder}/answers.json`, JSON.stringify({ answers: { Work: ['Again'] } }));
      const bare = peakOf(['-e', '0'], folder);
      const figures: [string, number][] = [
        ['node -e 0', bare],
        ['validate efficient', peakOf([PROGRAM, 'validate', `${ROOT}/workflows/efficient.json`], folder)],
        ['validate 10,000 tasks', peakOf([PROGRAM, 'validate', 'large.json'], folder)],
        ['validate 16 MiB', peakOf([PROGRAM, 'validate', 'largest.json'], folder)],
        ['a run of 100 steps', peakOf(runOf(100), folder)],
        [`a run of ${STEPS.toLocaleString('en')} steps`, peakOf(runOf(STEPS), folder)],
      ];
      return figures.map(([name, value]): Figure => {
        const detail = `${(value - bare).toFixed(0)} MiB above node -e 0`;
        return { name: `peak memory of ${name}`, value, unit: 'MiB', detail };
      });
    }),
};

function runOf(steps: number): readonly string[] {
  return [PROGRAM, 'run', 'loop.json', '--agent', 'scripted:answers.json', `--max-steps=${steps}`];
}

/** The most that a process holds. Units: MiB. */
export function peakOf(args: readonly string[], folder: string): number {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: '/dev/null' }, maxBuffer: 1e9 },
  );
  // 5: the run went on to its limit of steps.
  if (status !== 0 && status !== 5) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(stderr.slice(stderr.lastIndexOf('\n') + 1)) / 1024;
}
