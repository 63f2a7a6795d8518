import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ProcessEntry } from '../../../src/process/platform/process-entry.ts';
import { findStrays } from '../../../src/process/platform/strays.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-strays-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

/** A process that works in a folder of the test, as it would be listed once its parent is gone. */
async function strayIn(folder: string, environment: Record<string, string> = {}): Promise<ProcessEntry> {
  mkdirSync(join(root, folder), { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const child = spawn('/bin/sh', ['-c', 'echo up; exec sleep 300'], { cwd: join(root, folder), env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return entryOf(child.pid ?? 0);
}

const entryOf = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  started: '100',
  marked: false,
  ...more,
});

const straysAmong = (...entries: readonly ProcessEntry[]) =>
  findStrays(entries, { since: '100', folder: join(root, 'work') });

describe.skipIf(process.platform !== 'linux')('an orphan may have been started by a child', () => {
  test('that began before it and works in the same folder or below, with all that it has started', async () => {
    const stray = await strayIn('work');
    const below = await strayIn('work/..deeper');
    const started = entryOf(999_999, { parent: stray.pid, started: '99' });
    expect(straysAmong(started, below, stray)).toEqual([started, below, stray]);
  });

  test('but not one that began earlier', async () => {
    const stray = await strayIn('work');
    expect(straysAmong({ ...stray, started: '99' })).toEqual([]);
    // Ticks are numbers, of which the longer is the later.
    expect(straysAmong({ ...stray, started: '1000' })).toHaveLength(1);
  });

  test('but not one that works elsewhere', async () => {
    expect(straysAmong(await strayIn('.'), await strayIn('works'), entryOf(999_999))).toEqual([]);
  });

  test('but not one that bears the mark of a run', async () => {
    const marked = await strayIn('work', { WFMAP_RUN: 'another' });
    const alike = await strayIn('work', { NOT_WFMAP_RUN: 'x' });
    expect(straysAmong(marked, alike)).toEqual([alike]);
  });

  test('but not one that has a parent, this process for one', async () => {
    const stray = await strayIn('work');
    const parent = await strayIn('.');
    expect(straysAmong({ ...stray, parent: parent.pid })).toEqual([]);
    expect(straysAmong({ ...stray, parent: process.pid })).toEqual([]);
    expect(straysAmong({ ...stray, parent: 999_999 })).toEqual([]);
  });

  test('and nobody can say where it is not known when that began', async () => {
    const stray = await strayIn('work');
    expect(findStrays([stray], { since: '', folder: join(root, 'work') })).toEqual([]);
  });
});
