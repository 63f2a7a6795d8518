import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { drained } from '../../src/process/drained.ts';

/** As a busy machine does: nothing happens here. Units: ms. */
const stall = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('what a program wrote before it ended is read, however long nobody could look', async () => {
  const child = spawn('sh', ['-c', 'echo one; echo two >&2']);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += String(chunk)));
  const end = drained([child.stdout, child.stderr]);
  stall(1_500);
  await end;
  expect(text.split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

test('outputs that are at their end already are not waited for', async () => {
  const child = spawn('true');
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  await once(child, 'close');
  await drained([child.stdout, child.stderr]);
  expect([child.stdout.closed, child.stderr.closed]).toEqual([true, true]);
});

test('an output that something else holds open is closed once nothing comes, and one that never ends, too', async () => {
  for (const line of ['sleep 60', 'while echo x; do sleep 0.05; done']) {
    const child = spawn('sh', ['-c', `(${line}) & echo $!`], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)));
    await once(child, 'exit');
    await drained([child.stdout]);
    expect(child.stdout.destroyed).toBe(true);
    spawnSync('kill', [text.split('\n')[0] ?? '']);
  }
});
