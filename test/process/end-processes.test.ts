import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { endLeftovers } from '../../src/process/end-leftovers.ts';
import { endProcesses, killProcesses } from '../../src/process/end-processes.ts';
import { runMark, type Mark } from '../../src/process/marks.ts';

/** A mark that no other run of these tests has, which would be ended with ours. */
const own = (name: string): string => `${name}-${process.pid}`;

async function startMarked(marker: string, script: string): Promise<Mark> {
  const mark = runMark(marker);
  onTestFinished(() => killProcesses({ marks: [mark] }));
  const env = { PATH: process.env['PATH'], WFMAP_RUN: marker };
  const child = spawn('/bin/sh', ['-c', `${script}\necho up\nwait`], { detached: true, env });
  await once(child.stdout, 'data');
  return mark;
}

test('what a dead wfmap left is ended, and counted', async () => {
  await startMarked(own('left-1'), 'setsid sleep 300 &');
  expect(await endLeftovers(own('left-1'))).toBeGreaterThanOrEqual(2);
  expect(await endLeftovers(own('left-1'))).toBe(0);
});

test('processes of another run are left alone', async () => {
  const mark = await startMarked(own('left-2'), 'sleep 300 &');
  expect(await endLeftovers('left-')).toBe(0);
  expect(await endProcesses({ marks: [mark, 'WFMAP_OWNER=nobody'] })).toMatchObject({ found: 0 });
  expect(await endLeftovers(own('left-2'))).toBeGreaterThanOrEqual(2);
});

test('a process without marks is ended with the parent that has them', async () => {
  const mark = await startMarked(
    own('left-3'),
    'env -i sh -c "trap \'\' TERM; while :; do sleep 0.05; done" &',
  );
  const { found, survivors } = await endProcesses({ marks: [mark], graceMs: 200 });
  expect(found).toBeGreaterThanOrEqual(2);
  expect(survivors).toEqual([]);
  expect(await endProcesses({ marks: [mark], graceMs: 0 })).toMatchObject({ found: 0 });
});

test('the process that asks is never ended, though it carries the mark', async () => {
  process.env['WFMAP_RUN'] = own('myself');
  onTestFinished(() => {
    delete process.env['WFMAP_RUN'];
  });
  const script = `
    import { endLeftovers } from '${new URL('../../src/process/end-leftovers.ts', import.meta.url).href}';
    console.log(await endLeftovers('${own('myself')}'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [text] = await once(child.stdout, 'data');
  expect(String(text)).toBe('0\n');
});
