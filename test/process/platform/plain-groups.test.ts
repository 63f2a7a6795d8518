import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  killGroup,
  membersOf,
  removeEmpty,
  removeGroup,
  startInGroup,
} from '../../../src/process/platform/control-group.ts';

/** Folders that look like control groups to whoever reads and writes their files. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-groups-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

async function sleeper() {
  const child = spawn('sleep', ['300']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, end: once(child, 'exit') };
}

describe('the members of a group', () => {
  test('are those of all groups below it, too', () => {
    put({
      'cgroup.procs': '7\n8\n',
      'a/cgroup.procs': '9\n',
      'a/b/cgroup.procs': '0\n10\n\n',
      'c/other': '11',
    });
    expect(membersOf(root).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10]);
  });

  test('are none where there is no group', () => {
    expect(membersOf(join(root, 'gone'))).toEqual([]);
  });
});

describe('a group that is ended', () => {
  test('is left to the kernel where that can do it', () => {
    put({ 'cgroup.kill': '', 'cgroup.procs': '', 'cgroup.freeze': '-' });
    killGroup(root);
    expect([read('cgroup.kill'), read('cgroup.freeze')]).toEqual(['1', '-']);
  });

  test('is held still, ended one by one and freed, where the kernel cannot', async () => {
    const [one, other] = [await sleeper(), await sleeper()];
    put({
      'cgroup.procs': `${one.pid}\n`,
      'cgroup.freeze': '-',
      'below/cgroup.procs': `${other.pid}\n`,
      'below/freezer.state': '-',
      'below/pids.max': '-',
    });
    killGroup(root);
    expect([await one.end, await other.end]).toEqual([
      [null, 'SIGKILL'],
      [null, 'SIGKILL'],
    ]);
    expect([read('cgroup.freeze'), read('below/freezer.state'), read('below/pids.max')]).toEqual([
      '0',
      'THAWED',
      'max',
    ]);
    // No file is made that the kernel does not have.
    expect(existsSync(join(root, 'cgroup.kill'))).toBe(false);
  });

  test('is ended but for this process, which is never held still', async () => {
    const one = await sleeper();
    put({ 'cgroup.kill': '-', 'cgroup.procs': `${process.pid}\n${one.pid}\n`, 'cgroup.freeze': '' });
    killGroup(root);
    expect(await one.end).toEqual([null, 'SIGKILL']);
    expect(read('cgroup.kill')).toBe('-');
  });

  test('may name what has gone since', () => {
    put({ 'cgroup.procs': '4194304\n' });
    expect(() => killGroup(root)).not.toThrow();
  });
});

describe('a group that is removed', () => {
  test('goes with those below it, but for one in which something is left', () => {
    mkdirSync(join(root, 'a/b/c'), { recursive: true });
    put({ 'a/held/file': 'x' });
    removeGroup(join(root, 'a'));
    expect([existsSync(join(root, 'a/b')), read('a/held/file')]).toEqual([false, 'x']);
    mkdirSync(join(root, 'd/e'), { recursive: true });
    removeEmpty(join(root, 'd'));
    expect(existsSync(join(root, 'd/e'))).toBe(true);
    removeGroup(join(root, 'd'));
    removeGroup(join(root, 'd'));
    expect(existsSync(join(root, 'd'))).toBe(false);
  });
});

describe('a group that cannot be gone into', () => {
  test('starts nothing', () => {
    const place = { hierarchy: 'v2', folder: root } as const;
    let starts = 0;
    const start = (group: string) => startInGroup(place, join(root, group), () => (starts += 1));
    // A plain folder has no list of processes.
    expect(start('run/agent')).toBe(false);
    expect(start('run/agent')).toBe(false);
    expect(start('two/levels/agent')).toBe(false);
    expect(existsSync(join(root, 'two'))).toBe(false);
    expect(starts).toBe(0);
  });
});
