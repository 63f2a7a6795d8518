import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createJournal } from '../src/journal/journal.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { loopMap } from './chain-map.ts';
import {
  exponentOf,
  interleave,
  median,
  ratioOf,
  text,
  timed,
  type Figure,
  type Measure,
} from './measure.ts';
import { driveAlone, loopAgent, makeRun } from './steps.ts';
import { withUsualFolder, type UsualFolder } from './usual-folder.ts';
import { driveMachine } from './xstate-loop.ts';

const ROUNDS = 7;
const STEPS = 500;
/** Of the growth. */
const [FEW, MANY] = [100, 5000];

/** A step whose journal is on disk, and one with all its files, each beside others who write the same bytes there. */
export const durableStep: Measure = {
  name: 'durable-step',
  run: () => withUsualFolder(async (usual) => [...(await ratios(usual)), await growth(usual.folder)]),
};

async function ratios({ folder, fileUs }: UsualFolder): Promise<readonly Figure[]> {
  let batches = batchesIn(`${(await run(folder, STEPS)).runFolder}/journal.jsonl`);
  const journalAlone = async (): Promise<number> => {
    const path = newName(folder, 'journal');
    const journal = createJournal(nodeFileSystem, path);
    const ms = await driveAlone(loopMap(), loopAgent(STEPS), STEPS, journal);
    journal.close();
    batches = batchesIn(path);
    return ms / STEPS;
  };
  const withFiles = async (): Promise<number> => {
    const { ms, runFolder } = await run(folder, STEPS);
    batches = batchesIn(`${runFolder}/journal.jsonl`);
    return ms / STEPS;
  };
  const append = async (): Promise<number> => (await timed(() => appendAll(folder, batches))) / STEPS;
  const machine = await interleave(ROUNDS, journalAlone, () => machineStep(folder, batches));
  const bare = await interleave(ROUNDS, journalAlone, append);
  const whole = await interleave(ROUNDS, withFiles, append);
  const bytes = batches.reduce((sum, each) => sum + each.length, 0) / STEPS;
  const micros = (all: readonly number[]): string => `${text(1000 * median(all))} µs`;
  const same = `the same ${text(bytes, 0)} bytes in ${text(batches.length / STEPS, 2)} syncs a step`;
  return [
    {
      name: 'a durable step',
      ...ratioOf(machine),
      detail: `${micros(machine.ours)}; XState, ${same}, ${micros(machine.limit)}`,
    },
    {
      name: 'a durable step, against append + fdatasync',
      ...ratioOf(bare),
      detail: `${micros(bare.ours)}; append + fdatasync of ${same} ${micros(bare.limit)}`,
    },
    {
      name: 'a durable step with all files',
      ...ratioOf(whole),
      detail: `${micros(whole.ours)}; append + fdatasync of ${same} ${micros(whole.limit)}; a new file takes ${text(fileUs, 0)} µs here`,
    },
  ];
}

async function growth(folder: string): Promise<Figure> {
  const pair = await interleave(
    1,
    async () => (await run(folder, MANY)).ms,
    async () => (await run(folder, FEW)).ms,
  );
  const [large, small] = [median(pair.ours), median(pair.limit)];
  return {
    name: 'growth from 100 to 5,000 durable steps',
    value: exponentOf({ size: FEW, ms: small }, { size: MANY, ms: large }),
    unit: '',
    detail: `exponent; ${text((1000 * small) / FEW)} µs a step of ${FEW}, ${text((1000 * large) / MANY)} of ${MANY}`,
  };
}

/** An XState actor that makes each of its steps durable, with the batches of a run spread over as many steps. */
async function machineStep(folder: string, batches: readonly Buffer[]): Promise<number> {
  const file = openSync(newName(folder, 'machine'), 'ax');
  let written = 0;
  const ms = await driveMachine(STEPS, (step) => {
    const until = Math.floor(((step + 1) * batches.length) / STEPS);
    for (; written < until; written += 1) appendOne(file, batches[written]);
  });
  closeSync(file);
  return ms / STEPS;
}

function run(folder: string, steps: number) {
  return makeRun(loopMap(), nodeFileSystem, { workRoot: folder, agent: loopAgent(steps), steps });
}

/** What a run wrote with one sync each: the lines up to one that says that no more follow. */
function batchesIn(path: string): readonly Buffer[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const batches: Buffer[] = [];
  let open = '';
  for (const line of lines) {
    open += `${line}\n`;
    if (line.includes('"more":true,"crc"')) continue;
    batches.push(Buffer.from(open));
    open = '';
  }
  return batches;
}

/** Nothing is removed between rounds: a file system is slow to make files where many were removed a moment ago. */
function newName(folder: string, kind: string): string {
  return `${folder}/${kind}-${performance.now()}`;
}

function appendAll(folder: string, batches: readonly Buffer[]): void {
  const file = openSync(newName(folder, 'append'), 'ax');
  for (const batch of batches) appendOne(file, batch);
  closeSync(file);
}

function appendOne(file: number, batch: Buffer = Buffer.alloc(0)): void {
  writeSync(file, batch);
  fdatasyncSync(file);
}
