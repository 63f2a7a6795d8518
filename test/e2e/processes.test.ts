/**
 * What an agent or a command puts out of its sight: a session of its own, no environment, no parent. Where control groups
 * can be made it ends with the turn, the run, or wfmap; elsewhere it is named.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, onTestFinished, type ExpectStatic } from 'vitest';
import { probeGroups } from '../../src/process/platform/control-group.ts';
import { groupsOfRun } from '../../src/process/run-group.ts';
import { isAlive } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import type { Started } from './helpers/start-wfmap.ts';
import { until } from './helpers/until.ts';
import { watchdogOf } from './helpers/watchdog-of.ts';

const OFF = { environment: { WFMAP_CGROUP: 'off' } };
const HAS_GROUPS = probeGroups() !== undefined;
if (!HAS_GROUPS) process.stdout.write('skipped: no control group can be made here\n');

let count = 0;
/** A line that leaves a sleeper which nobody else's words name, and waits until it has left; and who sleeps so. */
function leaver(): { readonly line: string; readonly sleepers: () => number[] } {
  count += 1;
  const seconds = `16180${process.pid}${count}`;
  const sleepers = (): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && wordsOf(name) === `sleep\0${seconds}\0`)
      .map(Number)
      .filter(isAlive);
  onTestFinished(() => {
    for (const pid of sleepers()) process.kill(pid, 'SIGKILL');
  });
  const line = `(setsid env -i sleep ${seconds} > /dev/null 2>&1 &); until pgrep -xf "sleep ${seconds}" > /dev/null; do sleep 0.01; done`;
  return { line, sleepers };
}

function wordsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

const LAST = ask({ Next: 'Done' }, { promptTemplate: 'The last task.', writes: ['anything'] });
type Prepare = (project: Project, line: string) => void;
const BY_TOOL: Prepare = (project, line) => {
  project.put(
    'leave.json',
    mapOf({ Leave: ask({ Next: 'Last' }, { promptTemplate: 'Leave.' }), Last: LAST }),
  );
  project.script(
    { match: '^Leave', tools: [{ name: 'Bash', runs: line }] },
    { match: '^The last', waitFor: 'go' },
  );
};
const BY_COMMAND: Prepare = (project, line) => {
  const leave = { type: 'shell', command: line, actions: { Next: { target: 'Last' } } };
  project.put('leave.json', mapOf({ Leave: leave, Last: LAST }));
  project.script({ match: '^The last', waitFor: 'go' });
};
const WAYS: readonly (readonly [string, Prepare])[] = [
  ['a tool of an agent', BY_TOOL],
  ['a command', BY_COMMAND],
];

/** Until the turn that left something is over and the next has begun. */
async function untilLast(project: Project, run: Started): Promise<void> {
  await until(
    () => project.calls().some(({ prompt }) => prompt.startsWith('The last')),
    () => run.stdout() + run.stderr(),
  );
}

function markerOf(project: Project): string {
  const [first] = project.events('leave/slip-001');
  return first?.type === 'run.started' ? first.data.run : 'none';
}

function expectNoGroup(expect: ExpectStatic, project: Project): void {
  expect(groupsOfRun(markerOf(project))).toEqual([]);
}

describe.skipIf(!HAS_GROUPS)('in a control group', () => {
  test.for(WAYS)('what %s leaves ends with the turn', async ([, prepare], { project, expect }) => {
    const { line, sleepers } = leaver();
    prepare(project, line);
    const run = project.start(['run', 'leave.json']);
    await untilLast(project, run);
    expect(sleepers()).toEqual([]);
    project.put('go', '');
    const { code, reported } = await run.end;
    expect(code, reported).toBe(0);
    expectNoGroup(expect, project);
  });

  const hanging = (project: Project, line: string): void => {
    project.put('leave.json', mapOf({ Leave: ask({ Next: 'Done' }, { promptTemplate: 'Leave.' }) }));
    project.script({ match: '^Leave', tools: [{ name: 'Bash', runs: line }], hang: 'hard', times: 1 });
  };

  test('all ends after kill -9 of wfmap', async ({ project, expect }) => {
    const { line, sleepers } = leaver();
    hanging(project, line);
    const run = project.start(['run', 'leave.json']);
    await until(() => sleepers().length > 0);
    const watchdog = watchdogOf(run.pid);
    run.kill('SIGKILL');
    await run.end;
    await until(() => !isAlive(watchdog));
    expect(sleepers()).toEqual([]);
    expectNoGroup(expect, project);
  });

  test('all ends with a resume after kill -9 of wfmap and its watchdog', async ({ project, expect }) => {
    const { line, sleepers } = leaver();
    hanging(project, line);
    const run = project.start(['run', 'leave.json']);
    await until(() => sleepers().length > 0);
    process.kill(watchdogOf(run.pid), 'SIGKILL');
    run.kill('SIGKILL');
    await run.end;
    expect(sleepers()).toHaveLength(1);
    const { code, stderr, reported } = await project.run(['resume']);
    expect(code, reported).toBe(0);
    expect(stderr).toMatch(/Ended \d+ processes that the last wfmap left behind/);
    expect(sleepers()).toEqual([]);
    expectNoGroup(expect, project);
  });

  test('all ends with Ctrl-C', async ({ project, expect }) => {
    const { line, sleepers } = leaver();
    hanging(project, line);
    const run = project.start(['run', 'leave.json']);
    await until(() => sleepers().length > 0);
    run.kill('SIGINT');
    expect((await run.end).code).toBe(130);
    expect(sleepers()).toEqual([]);
    expectNoGroup(expect, project);
  });
});

describe('without a control group', () => {
  test('what a command leaves is named, in the run and afterwards', async ({ project, expect }) => {
    const { line, sleepers } = leaver();
    BY_COMMAND(project, line);
    const run = project.start(['run', 'leave.json'], OFF);
    await untilLast(project, run);
    const [pid] = sleepers();
    project.put('go', '');
    const { code, stderr, reported } = await run.end;
    expect(code, reported).toBe(0);
    expect(stderr).toContain(`still there: process ${pid}, sleep `);
    expect(sleepers()).toEqual([pid]);
    expect((await project.run(['show'])).stdout).toMatch(/Leave .*1 process left/);
    expectNoGroup(expect, project);
  });

  test('what a tool of an agent leaves was noted in time and has ended, or is named', async ({
    project,
    expect,
  }) => {
    const { line, sleepers } = leaver();
    BY_TOOL(project, line);
    const run = project.start(['run', 'leave.json'], OFF);
    await untilLast(project, run);
    const living = sleepers();
    project.put('go', '');
    const { code, stderr, reported } = await run.end;
    expect(code, reported).toBe(0);
    const named = [...stderr.matchAll(/still there: process (\d+), sleep /g)].map(([, pid]) => Number(pid));
    expect(named).toEqual(living);
  });
});
