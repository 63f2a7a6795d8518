import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { killProcesses } from '../../src/process/end-processes.ts';
import { runMark } from '../../src/process/marks.ts';
import { killGroup, membersOf, probeGroups, removeGroup } from '../../src/process/platform/control-group.ts';
import { groupsOfRun, runGroupOf } from '../../src/process/run-group.ts';
import { startChild, type ChildRequest } from '../../src/process/start-child.ts';

const best = probeGroups();
const place = best ?? { hierarchy: 'v2', folder: '' };
if (best === undefined) process.stdout.write('skipped: no control group can be made here\n');
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-group-')));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
const MARKER = `group-test-${process.pid}`;

function start(args: readonly string[], changes: Partial<ChildRequest> = {}) {
  onTestFinished(() => killProcesses({ marks: [runMark(MARKER)] }));
  const lines: string[] = [];
  const child = startChild({
    command: '/bin/sh',
    args,
    folder: FOLDER,
    environment: { PATH: process.env['PATH'] },
    marker: MARKER,
    within: place,
    timeoutMs: undefined,
    onOutput: () => undefined,
    onLine: (line) => lines.push(line),
    ...changes,
  });
  return { child, lines };
}

const groupsOf = (pid: number | 'self'): string => readFileSync(`/proc/${pid}/cgroup`, 'utf8');

describe.skipIf(best === undefined)('a child in a control group', () => {
  test('is there from its first instruction, with no other environment, and wfmap is back where it was', async () => {
    const before = groupsOf('self');
    const { child, lines } = start(['-c', 'cat /proc/self/cgroup; env']);
    expect(groupsOf('self')).toBe(before);
    expect((await child.end).exitCode).toBe(0);
    expect(lines.join('\n')).toContain(runGroupOf(place, MARKER).slice(place.folder.length));
    const plain = start(['-c', 'env'], { within: undefined });
    await plain.child.end;
    const namesIn = (all: readonly string[]): string[] =>
      all.flatMap((line) => /^[A-Z_]+(?==)/.exec(line) ?? []).toSorted();
    expect(namesIn(lines)).toEqual(namesIn(plain.lines));
  });

  test('that does not start says why as ever, and leaves no group', async () => {
    const missing = start([], { command: '/there/is/none' });
    expect((await missing.child.end).startFault).toMatchObject({ kind: 'program-missing' });
    const long = start(['x'.repeat(3_000_000)]);
    expect((await long.child.end).startFault).toMatchObject({ kind: 'words-refused' });
    expect(groupsOfRun(MARKER)).toEqual([]);
  });

  test('starts as it is where its group cannot be made after all', async () => {
    const { child } = start(['-c', 'exit 7'], { within: { ...place, folder: '/there/is/none' } });
    expect(await child.end).toMatchObject({ exitCode: 7, survivors: [] });
  });

  test('may make groups of its own: what is in them ends too, and they go', async () => {
    const inside = 'echo 0 > $0/cgroup.procs; exec sleep 600';
    const waits = 'until [ -n "$(cat $g/cgroup.procs)" ]; do sleep 0.01; done';
    const script = `g=$(echo ${runGroupOf(place, MARKER)}/*)/inner; mkdir $g; (setsid env -i sh -c '${inside}' $g > /dev/null 2>&1 &); ${waits}`;
    const { child } = start(['-c', script], { graceMs: 100 });
    expect((await child.end).survivors).toEqual([]);
    expect(groupsOfRun(MARKER)).toEqual([]);
  });
});

describe.skipIf(best === undefined)('who ends a group', () => {
  test('is not ended with it, though it is in it', async () => {
    const group = join(place.folder, `wfmap-test-${process.pid}`);
    mkdirSync(group);
    onTestFinished(() => removeGroup(group));
    const script = `
      import { killGroup, membersOf } from ${JSON.stringify(new URL('../../src/process/platform/control-group.ts', import.meta.url).href)};
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(join(group, 'cgroup.procs'))}, '0');
      const child = spawn('sleep', ['600']);
      await once(child, 'spawn');
      killGroup(${JSON.stringify(group)});
      const [, signal] = await once(child, 'exit');
      console.log(signal, membersOf(${JSON.stringify(group)}).length);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const gone = once(child, 'exit');
    const [text] = await once(child.stdout, 'data');
    expect(String(text)).toBe('SIGKILL 1\n');
    await gone;
  });

  test('may name one that is not there', () => {
    const gone = join(place.folder, 'wfmap-there-is-none');
    expect(membersOf(gone)).toEqual([]);
    killGroup(gone);
    removeGroup(gone);
    expect(existsSync(gone)).toBe(false);
  });
});

/** Only the administrator can give a group to somebody. */
const v2 = process.getuid?.() === 0 ? probeGroups(['v2']) : undefined;
describe.skipIf(v2 === undefined)('a user who is not the administrator', () => {
  const NOBODY = 65_534;
  const probe = (before: string): string => {
    const source = new URL('../../src/process/platform/control-group.ts', import.meta.url).pathname;
    const program = `import(${JSON.stringify(source)}).then((m) => console.log(m.probeGroups(['v2'])?.folder))`;
    const words = [
      '-c',
      `${before}exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$@"`,
      'sh',
    ];
    return spawnSync('/bin/sh', [...words, process.execPath, '-e', program], { encoding: 'utf8' }).stdout;
  };

  test('can make no group in one of others', () => {
    expect(probe('')).toBe('undefined\n');
  });

  test('can make one in a group that was given to them, as systemd does', () => {
    const given = join(v2?.folder ?? '', `wfmap-test-given-${process.pid}`);
    mkdirSync(given);
    onTestFinished(() => rmdirSync(given));
    for (const path of [given, join(given, 'cgroup.procs')]) chownSync(path, NOBODY, NOBODY);
    expect(probe(`echo 0 > ${given}/cgroup.procs; `)).toBe(`${given}\n`);
  });
});
