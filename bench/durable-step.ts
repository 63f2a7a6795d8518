import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { FileSystem } from '../src/journal/file-system.ts';
import { createJournal } from '../src/journal/journal.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { loopMap } from './chain-map.ts';
import { exponentOf, interleave, median, ratioOf, text, timed, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { driveAlone, loopAgent, makeRun } from './steps.ts';

const ROUNDS = 9;
const STEPS = 1000;

/** A step with its journal on disk, and one with all its files, against appending and syncing the same bytes in the same folder. */
export const durableStep: Measure = {
  name: 'durable-step',
  run: () =>
    withScratch(async (folder) => {
      let batches = await run(folder, 1).then(({ runFolder }) => batchesOf(runFolder));
      const drivenOn = (fs: FileSystem) => async () => {
        const path = `${folder}/journal-${performance.now()}`;
        const journal = createJournal(fs, path);
        const ms = await driveAlone(loopMap(), loopAgent(STEPS), STEPS, journal);
        journal.close();
        batches = batchesIn(path);
        return ms / batches.length;
      };
      const ours = drivenOn(nodeFileSystem);
      const withFiles = async () => {
        const { ms, runFolder } = await run(folder, STEPS);
        batches = batchesOf(runFolder);
        return ms / batches.length;
      };
      const pair = await interleave(ROUNDS, ours, async () => {
        return (await timed(() => appendAll(folder, batches))) / batches.length;
      });
      const watched = await interleave(ROUNDS, ours, drivenOn(unwatched));
      const whole = await interleave(ROUNDS, withFiles, async () => {
        return (await timed(() => appendAll(folder, batches))) / batches.length;
      });
      const bytes = batches.reduce((sum, each) => sum + each.length, 0) / batches.length;
      const growth = await interleave(
        1,
        async () => (await run(folder, 5000)).ms,
        async () => (await run(folder, 100)).ms,
      );
      const large = median(growth.ours);
      const small = median(growth.limit);
      return [
        {
          name: 'a durable step',
          ...ratioOf(pair),
          limit: 1.6,
          detail: `${text(1000 * median(pair.ours))} µs; append + fdatasync of the same ${text(bytes, 0)} bytes ${text(1000 * median(pair.limit))} µs`,
        },
        {
          name: 'the same against an unwatched journal',
          ...ratioOf(watched),
          detail: `${text(1000 * (median(watched.ours) - median(watched.limit)))} µs to look, to digest and to keep a second copy, a batch`,
        },
        {
          name: 'with its prompt, its log and data.json',
          ...ratioOf(whole),
          detail: `${text(1000 * median(whole.ours))} µs; three more files, which nothing waits for`,
        },
        {
          name: 'growth from 100 to 5,000 steps',
          value: exponentOf({ size: 100, ms: small }, { size: 5000, ms: large }),
          unit: '',
          limit: 1.1,
          detail: `exponent; ${text((1000 * small) / 100)} µs a step of 100, ${text((1000 * large) / 5000)} of 5,000`,
        },
      ];
    }),
};

/** The same disk, as one that no other program reaches. */
const unwatched: FileSystem = (({ shared: _shared, ...rest }) => rest)(nodeFileSystem);

function run(folder: string, steps: number) {
  return makeRun(loopMap(), nodeFileSystem, { workRoot: folder, agent: loopAgent(steps), steps });
}

/** What a run wrote with one barrier each: the lines up to one that says that no more follow. */
function batchesOf(runFolder: string): readonly Buffer[] {
  return batchesIn(`${runFolder}/journal.jsonl`);
}

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
function appendAll(folder: string, batches: readonly Buffer[]): void {
  const path = `${folder}/append-${performance.now()}`;
  const file = openSync(path, 'ax');
  for (const batch of batches) {
    writeSync(file, batch);
    fdatasyncSync(file);
  }
  closeSync(file);
}
