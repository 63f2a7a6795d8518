import { spawn } from 'node:child_process';
import { createShellRunner } from '../src/agent/shell/create-shell-runner.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { interleave, median, ratioOf, text, timed, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { loopAgent, makeRun } from './steps.ts';

const ROUNDS = 2;
const TASKS = 1000;
const PROGRAM = 'true';

/** A run of shell tasks, journal and logs included, against the same program spawned bare. */
export const shellTasks: Measure = {
  name: 'shell-tasks',
  run: () =>
    withScratch(async (folder) => {
      const shell = createShellRunner({ environment: process.env });
      const options = { workRoot: folder, agent: loopAgent(0), steps: TASKS, shell };
      const pair = await interleave(
        ROUNDS,
        async () => (await makeRun(shellLoop(), nodeFileSystem, options)).ms / TASKS,
        async () => (await timed(() => spawnAll(folder))) / TASKS,
      );
      const [ours, bare] = [median(pair.ours), median(pair.limit)];
      return [
        {
          name: `a task of ${TASKS.toLocaleString('en')} shell tasks`,
          ...ratioOf(pair),
          detail: `${text(ours)} ms; "${PROGRAM}" spawned bare ${text(bare)} ms; wfmap adds ${text(ours - bare)} ms, of which a durable step is most`,
        },
      ];
    }),
};

function shellLoop(): string {
  return JSON.stringify({
    description: 'One command again and again',
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'shell',
        command: [PROGRAM],
        actions: { Again: { target: 'Work', when: `visits < ${TASKS}` }, Done: { target: 'End' } },
      },
      End: { type: 'end' },
    },
  });
}

async function spawnAll(folder: string): Promise<void> {
  for (let n = 0; n < TASKS; n += 1) {
    const child = spawn(PROGRAM, [], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${PROGRAM} ended with ${String(code)}.`);
  }
}
