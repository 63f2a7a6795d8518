import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { killProcesses } from '../../src/process/end-processes.ts';
import { runMark } from '../../src/process/marks.ts';
import { probeGroups } from '../../src/process/platform/control-group.ts';
import { listProcesses } from '../../src/process/platform/list-processes.ts';
import { groupsOfRun, runGroupOf } from '../../src/process/run-group.ts';
import { startChild, type ChildRequest } from '../../src/process/start-child.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { createWall } from '../../src/wall/raise-wall.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const MARKER = `walled-test-${process.pid}`;
/** How long the sleepers of these tests sleep, which nobody else's do. */
const SECONDS = `16180${process.pid}`;
const ROOT = realpathSync(mkdtempSync('/var/tmp/wfmap-walled-'));
for (const name of ['open', 'temporary']) mkdirSync(join(ROOT, name));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));
const CONFINEMENT = {
  folder: ROOT,
  writable: [join(ROOT, 'open')],
  frozen: [],
  temporary: join(ROOT, 'temporary'),
};
const place = probeGroups();

for (const kind of ['bwrap', 'landlock'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const title = wall === undefined ? `${kind}, which does not hold here (${reason}),` : kind;

  const start = (script: string, changes: Partial<ChildRequest> = {}) => {
    onTestFinished(() => killProcesses({ marks: [runMark(MARKER)] }));
    if (wall === undefined) throw new Error(reason);
    const lines: string[] = [];
    let output = '';
    const child = startChild({
      command: '/bin/sh',
      args: ['-c', script],
      folder: ROOT,
      environment: { PATH: process.env['PATH'] },
      marker: MARKER,
      timeoutMs: undefined,
      wall: { wall, confinement: CONFINEMENT },
      onOutput: (chunk) => {
        output += Buffer.from(chunk).toString('utf8');
      },
      onLine: (line) => lines.push(line),
      ...changes,
    });
    return { child, lines, output: () => output };
  };

  const hasLine = async (lines: readonly string[]): Promise<void> => {
    while (lines.length === 0) await sleep(5);
  };

  describe.skipIf(wall === undefined && !isNeededWall(kind))(`a child behind ${title}`, () => {
    test('reads its input, hands over its lines and ends with its own exit code', async () => {
      const { child, lines } = start('cat; exit 7', { input: 'one\ntwo' });
      expect(await child.end).toMatchObject({
        exitCode: 7,
        signal: null,
        startFault: undefined,
        leftovers: 0,
      });
      expect(lines).toEqual(['one', 'two']);
    });

    test('writes where it may and nowhere else', async () => {
      const { child } = start('echo x > open/x; echo x > closed');
      expect((await child.end).exitCode).not.toBe(0);
      expect(readFileSync(join(ROOT, 'open/x'), 'utf8')).toBe('x\n');
      expect(() => readFileSync(join(ROOT, 'closed'))).toThrow('ENOENT');
    });

    test('gets the descriptors of every child, and no other', async () => {
      const { child, lines } = start('for d in 3 4 5; do (: >& $d) 2> /dev/null && echo $d; done; echo end');
      expect((await child.end).exitCode).toBe(0);
      expect(lines).toEqual(['end']);
    });

    test('gets variables that load code, which what stands around it does not', async () => {
      const environment = {
        PATH: process.env['PATH'],
        PERL5OPT: '-Mthere-is-none',
        LD_LIBRARY_PATH: '/there/is/none',
      };
      const { child, lines, output } = start('env', { environment });
      expect(await child.end, output()).toMatchObject({ exitCode: 0 });
      expect(lines).toContain('PERL5OPT=-Mthere-is-none');
      expect(lines).toContain('LD_LIBRARY_PATH=/there/is/none');
      expect(lines.filter((line) => line.includes('KEPT'))).toEqual([]);
    });

    test('finds its temporary folder', async () => {
      const { child } = start(
        'echo x > "$(mktemp -d)/found"; find "${TMPDIR:-/tmp}" -name found | grep -q .',
      );
      expect((await child.end).exitCode).toBe(0);
    });

    test('that is no program says so, as without a wall', async () => {
      const missing = join(ROOT, 'gone');
      const { child } = start('', { command: missing });
      expect(await child.end).toMatchObject({
        exitCode: null,
        signal: null,
        startFault: {
          kind: 'program-missing',
          message: `The program "${missing}" does not exist, or the interpreter that it names does not.`,
        },
      });
      writeFileSync(join(ROOT, 'text'), 'x');
      const text = start('', { command: join(ROOT, 'text') });
      expect((await text.child.end).startFault).toMatchObject({ kind: 'program-refused' });
      const long = start('', { args: ['x'.repeat(3_000_000)] });
      expect((await long.child.end).startFault).toMatchObject({ kind: 'words-refused' });
      const elsewhere = start('', { folder: missing });
      expect((await elsewhere.child.end).startFault).toMatchObject({ kind: 'folder-missing' });
    });

    test('whose exit code is that of a missing command did start', async () => {
      const { child } = start('exec 2>&1; echo "bwrap: execvp x: No such file or directory"; exit 127');
      expect(await child.end).toMatchObject({ exitCode: 127, startFault: undefined });
    });

    test('with a confinement that cannot be enforced does not start, and says why', async () => {
      if (wall === undefined) throw new Error(reason);
      const confinement = { ...CONFINEMENT, writable: [join(ROOT, 'none')] };
      const { child } = start('echo x', { wall: { wall, confinement } });
      expect((await child.end).startFault).toEqual({
        kind: 'wall-refused',
        message: `The writable folder "${join(ROOT, 'none')}" does not exist.`,
        help: 'Make it before the process starts, or leave it out.',
        retryable: false,
      });
    });

    test('is asked by SIGINT, then by SIGTERM', async () => {
      const script =
        "trap 'echo int' INT; trap 'echo term; exit 3' TERM; echo up; while :; do sleep 0.02; done";
      const { child, lines } = start(script, { interruptMs: 200 });
      await hasLine(lines);
      child.stop();
      expect(await child.end).toMatchObject({ exitCode: 3, signal: null });
      expect(lines).toEqual(['up', 'int', 'term']);
    });

    test('that knows nothing of signals ends by SIGTERM, long before its grace time is over', async () => {
      const { child } = start('', { command: 'sleep', args: [SECONDS], timeoutMs: 200, graceMs: 60_000 });
      const { exitCode, signal, timedOut } = await child.end;
      expect([timedOut, signal ?? exitCode]).toEqual([true, kind === 'bwrap' ? 143 : 'SIGTERM']);
    });

    test('that is deaf to SIGTERM is killed with all that it started', async () => {
      const deaf = `sh -c "trap '' TERM; echo up; while :; do sleep ${SECONDS}; done"`;
      const { child, lines } = start(`trap '' TERM; setsid ${deaf} & wait; sleep ${SECONDS}`, {
        graceMs: 100,
      });
      await hasLine(lines);
      child.stop();
      expect(await child.end).toMatchObject({ exitCode: null, signal: 'SIGKILL', survivors: [] });
      expect(sleepers()).toBe(0);
    });

    test('that is killed at once takes along what it started', async () => {
      const { child, lines } = start(`setsid sleep ${SECONDS} & echo up; wait`);
      await hasLine(lines);
      child.kill();
      expect(await child.end).toMatchObject({ exitCode: null, signal: 'SIGKILL', survivors: [] });
      expect(sleepers()).toBe(0);
    });

    test('leaves nothing behind, and what it left is counted', async () => {
      const { child } = start(`setsid sleep ${SECONDS} & setsid sleep ${SECONDS} & exit 4`);
      expect(await child.end).toMatchObject({ exitCode: 4, leftovers: 2, survivors: [] });
      expect(sleepers()).toBe(0);
    });

    test.skipIf(place === undefined)('is in its control group', async () => {
      const { child, lines } = start('cat /proc/self/cgroup; exit 5', { within: place });
      if (place === undefined) throw new Error('There is no place.');
      const group = runGroupOf(place, MARKER).slice(place.folder.length);
      expect(await child.end).toMatchObject({ exitCode: 5, leftovers: 0 });
      expect(groupsOfRun(MARKER)).toEqual([]);
      // Of a namespace of its own, a process sees its groups from where that began.
      if (kind === 'landlock') expect(lines.join('\n')).toContain(group);
    });

    test('that is to outlive wfmap comes to its end though wfmap is killed', async () => {
      if (wall === undefined) throw new Error(reason);
      const names = ['up', 'go', 'ended'].map((name) => join(ROOT, 'open', `${kind}-${name}`));
      const [up = '', go = '', ended = ''] = names;
      const script = `touch ${up}; until [ -e ${go} ]; do sleep 0.01; done; echo out; echo err >&2; touch ${ended}`;
      const request = {
        command: '/bin/sh',
        args: ['-c', script],
        folder: ROOT,
        environment: { PATH: process.env['PATH'] },
        marker: MARKER,
        outlivesUs: true,
      };
      const sourceOf = (path: string): string =>
        JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
      const program = `
        const { startChild } = await import(${sourceOf('process/start-child.ts')});
        const { createWall } = await import(${sourceOf('wall/raise-wall.ts')});
        const wall = createWall(${JSON.stringify(kind)}, ${JSON.stringify(wall.program)});
        const confinement = ${JSON.stringify(CONFINEMENT)};
        startChild({ ...${JSON.stringify(request)}, wall: { wall, confinement }, onOutput() {} });
        setInterval(() => {}, 1000);`;
      const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
      const over = new Promise((resolve) => owner.once('exit', resolve));
      while (!existsSync(up)) await sleep(5);
      owner.kill('SIGKILL');
      await over;
      writeFileSync(go, '');
      while (!existsSync(ended) || marked() > 0) await sleep(5);
      expect(existsSync(ended)).toBe(true);
    });

    test.skipIf(kind !== 'bwrap')(
      'sees no process of outside, and what it leaves without a trace ends too',
      async () => {
        const script = `(setsid env -i sleep ${SECONDS} > /dev/null 2>&1 &); ls /proc | grep -c '^[0-9]'`;
        const { child, lines } = start(script);
        expect(await child.end).toMatchObject({ exitCode: 0, leftovers: 1, survivors: [] });
        expect(Number(lines[0])).toBeLessThan(8);
        expect(sleepers()).toBe(0);
      },
    );

    test.skipIf(kind !== 'bwrap')('that a signal ended has 128 and its number as its exit code', async () => {
      const { child } = start('kill -SEGV $$');
      expect(await child.end).toMatchObject({ exitCode: 139, signal: null, startFault: undefined });
    });

    test.skipIf(kind !== 'bwrap')('whose wall is refused by the system says so', async () => {
      // No such option: as of a bwrap that is older or was built otherwise.
      const { child } = start('', {
        wall: { wall: createWall(kind, '/bin/false'), confinement: CONFINEMENT },
      });
      expect((await child.end).startFault).toEqual({
        kind: 'wall-refused',
        message: 'The wall of bwrap could not be raised: it gave no reason.',
        help: 'wfmap doctor says which wall holds on this machine.',
        retryable: false,
      });
    });

    test.skipIf(kind !== 'landlock')('that a signal ended is told by its name', async () => {
      const { child } = start('kill -SEGV $$');
      expect(await child.end).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
    });
  });
}

function marked(): number {
  return listProcesses([runMark(MARKER)]).filter((entry) => entry.marked).length;
}

function sleepers(): number {
  return listProcesses([]).filter(({ pid }) => commandOf(pid) === `sleep\0${SECONDS}\0`).length;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
