/**
 * Races for the lock of a run between processes: for one that is free, one whose owner was killed, and one that somebody
 * forged. Exactly one wins each; the others are told that the run is held.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { tries } from '../helpers/tries.ts';

const TAKER = new URL('../fixtures/bin/lock-taker.mjs', import.meta.url).pathname;
const ROOT = mkdtempSync(join(tmpdir(), 'wfmap-races-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

interface Taker {
  readonly pid: number;
  /** Gives it a line and takes one. */
  readonly ask: (line: string) => Promise<string>;
  readonly kill: () => Promise<void>;
}

async function startTaker(): Promise<Taker> {
  const child = spawn(process.execPath, [TAKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toBe('ready');
  return {
    pid: child.pid ?? 0,
    ask: (line) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    kill: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

let count = 0;
function newFolder(): string {
  count += 1;
  const folder = join(ROOT, `slip-${count}`);
  mkdirSync(folder);
  return folder;
}

/** Lets all take the lock of a folder in the same moment. Shape: what came of it, by taker. */
function race(takers: readonly Taker[], folder: string): Promise<readonly string[]> {
  const line = JSON.stringify({ folder, at: Date.now() + 20 });
  return Promise.all(takers.map((taker) => taker.ask(line)));
}

function forge(folder: string, pid: number, start: string | null): void {
  const id = '11111111-2222-3333-4444-555555555555';
  const lock = { id, pid, start, host: hostname(), run: 'r', at: 'then' };
  writeFileSync(join(folder, 'lock.json'), `${JSON.stringify(lock)}\n`);
}

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync('/bin/true').pid;

const KINDS: readonly (readonly [string, (folder: string) => void])[] = [
  ['is free', () => undefined],
  ['has a dead owner', (folder) => forge(folder, deadPid(), 'then')],
  ['names a living process that did not write it', (folder) => forge(folder, process.pid, 'then')],
  ['names the first process, without a start', (folder) => forge(folder, 1, null)],
];

test.each(KINDS)('of five that want a run whose lock %s exactly one wins', async (_kind, prepare) => {
  const takers = await Promise.all(Array.from({ length: 5 }, startTaker));
  for (let n = 0; n < tries(300, 5); n += 1) {
    const folder = newFolder();
    prepare(folder);
    const outcomes = await race(takers, folder);
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'run-is-held'), 'won']);
    await Promise.all(takers.map((taker) => taker.ask('release')));
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('of five that want a run again and again, whose holder is killed each time, exactly one wins', async () => {
  let takers = await Promise.all(Array.from({ length: 5 }, startTaker));
  const folder = newFolder();
  for (let n = 0; n < tries(60, 2); n += 1) {
    const outcomes = await race(takers, folder);
    const winners = takers.filter((_taker, index) => outcomes[index] === 'won');
    expect([outcomes, winners.length]).toEqual([outcomes, 1]);
    await winners[0]?.kill();
    takers = [...takers.filter((taker) => taker !== winners[0]), await startTaker()];
  }
  expect(readdirSync(folder)).toEqual(['lock.json']);
});
